import { type Clauses, may, must, should } from './clause.ts';

/** RFC 9112: HTTP/1.1 messages. */
// biome-ignore format: a clause is a line or two, its note below it
export const rfc9112 = {
  'rfc9112/2.2/lone-line-feed': may('server', 'A server may take a lone LF for the end of a line.'),
  'rfc9112/2.2/bare-cr': must('server', 'A server takes a bare CR for an error or replaces it by a space.'),
  'rfc9112/2.2/leading-empty-line':
    should('server', 'A server ignores at least one empty line before the request line.'),
  'rfc9112/2.2/no-extra-line': must('client', 'A client sends no extra CRLF before or after its opening.'),
  'rfc9112/2.2/no-space-before-fields':
    must('client', 'A client sends no white space between the request line and the first field.'),
  'rfc9112/2.2/space-before-fields':
    must('server', 'A server rejects, or skips, lines that start with white space before the first field.'),
  'rfc9112/2.2/malformed-closed':
    should('server', 'A server answers what is not HTTP with 400 and closes the connection.', {
      note: 'RFC 6455 §10.7 lets it drop the connection without an answer.',
    }),
  'rfc9112/2.3/version-case':
    must('server', 'A server takes the name HTTP in the request line in capitals only.'),
  'rfc9112/2.3/reply-version':
    must('client',
      'A client fails the connection on a reply whose version is not HTTP/1 with a minor digit.'),
  'rfc9112/2.3/own-version':
    must('intermediary', 'An intermediary sends its own HTTP version, not the one that it received.'),
  'rfc9112/3/request-line':
    must('server',
      'A server opens no connection when the request line is not method, target and version.', {
      note:
        'Recipients may split on other white space, so a server that does is noted, not faulted; settled: ' +
        'ours refuses.',
    }),
  'rfc9112/3/split-on-space': may('server', 'A server may split the request line on any white space.'),
  'rfc9112/3/target-too-long':
    must('server', 'A server answers a target longer than it wishes to parse with 414.', { needs: 'knownLimits' }),
  'rfc9112/3/line-length': should('server', 'A server supports request lines of at least 8000 octets.'),
  'rfc9112/3.2/host-present': must('server', 'A server answers an HTTP/1.1 request without Host with 400.', {
    note: 'RFC 6455 §4.2.1 only asks for an appropriate error.',
  }),
  'rfc9112/3.2/host-once': must('server', 'A server answers a request with more than one Host with 400.'),
  'rfc9112/3.2/host-valid': must('server', 'A server answers a request with an invalid Host with 400.', {
    note:
      'An absolute-form target has Host ignored (§3.2.2), yet this section binds every request; settled: ' +
      'it must still be there once and be valid.',
  }),
  'rfc9112/3.2/target-valid':
    should('server', 'A server answers an invalid target with 400 or a corrected redirect.'),
  'rfc9112/3.2/target-not-corrected':
    should('server', 'A server does not correct an invalid target by itself and go on.'),
  'rfc9112/3.2.1/origin-form-sent':
    must('client', 'A client sends an origin server the path and the query as target, nothing else.', {
      note: 'RFC 6455 §4.1 would allow the absolute URI as well.',
    }),
  'rfc9112/3.2.2/absolute-form': must('server', 'A server accepts an absolute URI as target.'),
  'rfc9112/3.2.2/host-from-target':
    must('server',
      'A server that receives an absolute URI as target takes the host from it and ignores Host.'),
  'rfc9112/3.2.3/connect-target':
    must('client', 'A client that asks a proxy for a tunnel sends host and port as target.', {
      needs: 'proxy',
      note: 'RFC 6455 §4.1 shows Host without the port in its example.',
    }),
  'rfc9112/3.2.4/asterisk-form':
    must('server', 'A server refuses the target * in an opening, since it belongs to OPTIONS.'),
  'rfc9112/4/status-line':
    must('client',
      'A client fails the connection when line one is not version, three digits and maybe a reason.', {
      note:
        'The space before an absent reason is required of the server; whether a client insists on it is ' +
        'its own choice.',
    }),
  'rfc9112/4/status-line-sent':
    must('server', 'A server that answers a request begins with a status line, and ends its head as HTTP does.', {
      note: 'What is no request of HTTP at all may have an answer that is no HTTP either.',
    }),
  'rfc9112/4/reason-ignored': should('client', 'A client ignores the reason phrase.'),
  'rfc9112/4/reason-space':
    must('server', 'A server sends the space after the status code, with or without a reason.'),
  'rfc9112/5/field-lines':
    must('server', 'A server opens no connection for a request with a line that is no field line.'),
  'rfc9112/5/reply-field-lines':
    must('client', 'A client fails the connection when the reply has a line that is no field line.'),
  'rfc9112/5.1/space-before-colon':
    must('server', 'A server answers white space between a field name and the colon with 400.'),
  'rfc9112/5.1/surrounding-space':
    must('server', 'A server leaves white space around a field value out of the value.'),
  'rfc9112/5.1/reply-surrounding-space':
    must('client', 'A client leaves white space around a field value out of the value.'),
  'rfc9112/5.2/no-folding': must('client', 'A client folds no field over several lines.'),
  'rfc9112/5.2/no-folding-in-reply': must('server', 'A server folds no field over several lines.'),
  'rfc9112/5.2/folding':
    must('server', 'A server answers a folded field with 400 or replaces the fold by spaces.'),
  'rfc9112/5.2/reply-folding': must('client', 'A client replaces a fold in a reply by spaces.', {
    note: 'Failing on it is the safer choice of many clients; it never decides a handshake by itself.',
  }),
  'rfc9112/6.1/no-transfer-encoding-in-1xx':
    must('server', 'A server sends no Transfer-Encoding with the 101.'),
  'rfc9112/6.1/no-coding-in-relayed-switch':
    must('intermediary', 'An intermediary adds no Transfer-Encoding to a 101 that it relays.', {
      note: 'The text speaks of servers; RFC 9110 §3.7 has what binds an origin server bind the front of a gateway.',
    }),
  'rfc9112/6.1/closed-after-both':
    must('server',
      'A server closes the connection after a request with both Content-Length and Transfer-Encoding.'),
  'rfc9112/6.3/content-length-valid':
    must('server', 'A server answers an invalid Content-Length with 400 and closes.'),
  'rfc9112/6.3/transfer-encoding-chunked':
    must('server', 'A server answers a Transfer-Encoding that does not end in chunked with 400 and closes.'),
  'rfc9112/6.3/content-read-as-content':
    must('server', 'A server reads the content of a request as content, and never as frames.', {
      needs: 'pong',
      note:
        'The framing fields say where a request ends, and nobody switches protocols before that (RFC 9110 ' +
        '§7.8). To refuse a request with content keeps the clause.',
    }),
  'rfc9112/6.3/framing-mended':
    must('intermediary', 'An intermediary forwards no request whose length can be read in two ways.', {
      note:
        'Where both are there, Content-Length goes before the request does; a length that is invalid cannot be mended.',
    }),
  'rfc9112/6.3/reply-without-body':
    must('client',
      'A client takes what follows the empty line of the 101 for frames, whatever its fields say of a body.'),
  'rfc9112/8/incomplete-request':
    may('server', 'A server may answer an incomplete request with an error before it closes the connection.'),
  'rfc9112/8/incomplete-reply':
    must('client', 'A client does not take a reply that ends within its head for a complete one.'),
  'rfc9112/9.5/closed-at-any-time': may('client', 'A client may close the connection at any time.', {
    note:
      'One that has ended its side may still wait for a reply (§9.6); settled: while the application is asked, it ' +
      'is taken to be gone, since it could send nothing on a connection that opens.',
  }),
  'rfc9112/9.6/close-after-close-option':
    must('server', 'A server that sends the close option closes the connection after that reply.'),
  'rfc9112/9.6/no-close-in-101':
    should('server', 'A server sends no close option with a 101, which is to keep the connection open.', {
      note: 'The text has no sentence on a 101: the option tells of an end that is not meant.',
    }),
  'rfc9112/9.6/close-option-sent':
    should('server', 'A server that means to close the connection after a refusal sends the close option.'),
  'rfc9112/9.6/close-option-received':
    must('server',
      'A server that refuses a request with the close option closes the connection after its reply.', {
      note:
        'Beside Upgrade in a request that is accepted, the option is open; settled: it changes nothing ' +
        'there.',
    }),
} as const satisfies Clauses;
