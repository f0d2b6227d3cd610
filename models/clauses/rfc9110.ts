import { type Clauses, may, must, should } from './clause.ts';

/** RFC 9110: HTTP semantics. */
// biome-ignore format: a clause is a line or two, its note below it
export const rfc9110 = {
  'rfc9110/2.2/well-formed-forwarded':
    must('intermediary', 'An intermediary forwards a well-formed message as a well-formed one.'),
  'rfc9110/3.7/gateway-answers':
    may('intermediary',
      'An intermediary may answer a request itself, as an origin server would, and forward nothing.'),
  'rfc9110/3.7/blind-relay':
    must('intermediary', 'An intermediary that has become a tunnel passes on every octet, and changes none.', {
      note:
        'The text says what a tunnel is, and MUST only of what is outstanding when one side ends (§9.3.6); settled: ' +
        'who declares that a hop carries WebSocket declares that octets come through.',
    }),
  'rfc9110/5.1/fields-forwarded':
    must('intermediary', 'An intermediary forwards the fields that it does not know, with their values.', {
      note: 'The text binds a proxy, unless its owner has it block or change them.',
    }),
  'rfc9110/5.1/handshake-fields-forwarded':
    must('intermediary', 'An intermediary forwards the Sec-WebSocket fields of an opening with their values.', {
      note:
        'The text has a proxy forward the fields that it does not know, unless Connection names them or its ' +
        'owner has it block them; settled: a field with another value was not forwarded.',
    }),
  'rfc9110/5.1/field-name-case':
    must('server', 'A server compares field names without regard to letter case.'),
  'rfc9110/5.3/line-order':
    must('intermediary', 'An intermediary keeps the order of field lines that have the same name.', {
      note: 'The text binds a proxy.',
    }),
  'rfc9110/5.3/split-lines':
    must('server', 'A server reads a list field that stands on several lines as one list.', {
      note:
        'Combining is permitted here and the combined value defined in §5.2; RFC 6455 §11.3 calls the two ' +
        'forms the same.',
    }),
  'rfc9110/5.3/reply-field-order': must('client', 'A client reads the fields of a reply in any order.'),
  'rfc9110/5.4/fields-too-large':
    must('server', 'A server answers fields larger than it wishes to process with a 4xx status.', {
      needs: 'knownLimits',
      note: 'The text leaves the number to the server; 431 is the status made for it, 400 is right too.',
    }),
  'rfc9110/5.5/no-injection': must('client', 'A client never writes CR, LF or NUL into a field value.',
      { needs: 'oddUrls' }),
  'rfc9110/5.5/no-injection-in-reply':
    must('server', 'A server never writes CR, LF or NUL into a field value.'),
  'rfc9110/5.5/control-octets':
    must('server', 'A server rejects a field value with CR, LF or NUL, or replaces each by a space.'),
  'rfc9110/5.5/reply-control-octets':
    must('client',
      'A client rejects a reply with CR, LF or NUL in a field value, or replaces each by a space.'),
  'rfc9110/5.5/octets-above-ascii':
    should('server', 'A server takes octets above ASCII in a field value as opaque data.'),
  'rfc9110/5.5/reply-octets-above-ascii':
    should('client', 'A client takes octets above ASCII in a field value of a reply as opaque data.'),
  'rfc9110/5.6.1/empty-elements':
    must('server', 'A server ignores a reasonable number of empty elements in a list.', {
      note:
        'In §5.6.1.2; the lists of RFC 6455 follow RFC 2616, which allows them as well, although its ' +
        '1#token reads as if they were forbidden.',
    }),
  'rfc9110/5.6.1/reply-empty-elements':
    must('client', 'A client ignores a reasonable number of empty elements in a list of the reply.', {
      note: 'In §5.6.1.2.',
    }),
  'rfc9110/5.6.1.1/no-empty-elements': must('client', 'A client writes no empty element into a list.'),
  'rfc9110/5.6.1.1/no-empty-elements-in-reply':
    must('server', 'A server writes no empty element into a list.'),
  'rfc9110/6.2/minor-version':
    should('server', 'A server takes a request in a later minor version of HTTP/1 for one in HTTP/1.1.'),
  'rfc9110/6.6.1/date': must('server', 'A server with a clock sends Date with every 2xx, 3xx and 4xx reply.'),
  'rfc9110/7.2/host-first': should('client', 'A client sends Host as its first field.'),
  'rfc9110/7.4/https-on-plain':
    must('server', 'A server refuses a target with the scheme https on a connection that is not secured.',
      { needs: 'plainUrl' }),
  'rfc9110/7.6.1/hop-fields-removed':
    must('intermediary',
      'An intermediary removes Connection, and the fields that it names, before it forwards.', {
      note:
        'Taken alone this ends every upgrade at the first hop; service 7 has a reverse proxy set both ' +
        'fields anew.',
    }),
  'rfc9110/7.6.1/upgrade-regenerated':
    should('intermediary',
      'An intermediary removes or replaces Upgrade before it forwards, whether Connection names it or not.'),
  'rfc9110/7.7/target-kept':
    must('intermediary', 'An intermediary changes neither the path nor the query of a target.', {
      note: 'The text binds a proxy; the owner of a reverse proxy may have it map targets to others.',
    }),
  'rfc9110/7.7/origin-kept':
    should('intermediary', 'An intermediary changes no Origin, which tells who asks.', {
      note: 'The text speaks of all fields on the endpoints of the chain, and excepts privacy and security.',
    }),
  'rfc9110/7.8/upgrade-list': should('server', 'A server picks websocket out of a list in Upgrade.', {
    note:
      'A client may send a list and a server may ignore the field; RFC 6455 §4.1 says include and §4.2.1 ' +
      'containing, so a refusal is a warning.',
  }),
  'rfc9110/7.8/upgrade-ignored': may('server', 'A server may ignore Upgrade and stay with HTTP.'),
  'rfc9110/7.8/upgrade-ignored-in-http10':
    must('server', 'A server ignores Upgrade in an HTTP/1.0 request.', {
      note:
        'RFC 6455 §4.2.1 has an error answered to any version below 1.1; settled: anything but 101 is ' +
        'right, by the same choice as for a missing Upgrade.',
    }),
  'rfc9110/7.8/switch-only-as-asked':
    must('server', 'A server switches to no protocol that the Upgrade of the request did not name.'),
  'rfc9110/7.8/connection-option-with-upgrade':
    must('server', 'A server that sends Upgrade, in a 426 too, lists upgrade in Connection.'),
  'rfc9110/7.8/upgrade-advertised':
    may('server', 'A server may send Upgrade in any reply to say that it supports the protocol.'),
  'rfc9110/7.8/continue-before-switching':
    must('server', 'A server asked for both 100-continue and an upgrade sends the 100 before the 101.', {
      note:
        '§10.1.1 lets a server omit the 100 when the request has no content, or has come with some of it; ' +
        'settled: without content a 100 before the 101 and none both pass, one after it never.',
    }),
  'rfc9110/7.8/unasked-switch-stopped':
    must('intermediary', 'An intermediary relays no switch to a protocol that the client did not ask for.', {
      note: 'The text forbids it to a server; §3.7 binds a gateway as a server towards the client.',
    }),
  'rfc9110/7.8/upgrade-in-relayed-switch':
    must('intermediary', 'An intermediary sends an Upgrade with the 101 that it relays.'),
  'rfc9110/7.8/connection-in-relayed-switch':
    must('intermediary', 'An intermediary lists upgrade in the Connection of the 101 that it relays.'),
  'rfc9110/7.8/tunnel-on-101':
    must('intermediary',
      'An intermediary passes on octets as those of another protocol only behind a 101 that answers the request.', {
      note: 'The text has the protocol begin behind the 101; before it, and behind any other reply, HTTP goes on.',
    }),
  'rfc9110/8.6/no-content-length-in-1xx': must('server', 'A server sends no Content-Length with the 101.'),
  'rfc9110/8.6/no-length-in-relayed-switch':
    must('intermediary', 'An intermediary adds no Content-Length to a 101 that it relays.', {
      note: 'The text speaks of servers; §3.7 has what binds an origin server bind the front of a gateway.',
    }),
  'rfc9110/9.1/method-case': must('server', 'A server compares the method with regard to letter case.'),
  'rfc9110/9.1/method-405':
    should('server',
      'A server answers a method that it knows, but does not allow for the resource, with 405.', {
      note: 'RFC 6455 §4.2.1 leaves the error status open.',
    }),
  'rfc9110/9.3.2/no-content-to-head': must('server', 'A server sends no content in a reply to HEAD.'),
  'rfc9110/9.3.6/tunnel-formed':
    must('client', 'A client takes the octets behind the head of a 2xx reply to CONNECT for the tunnel.',
      { needs: 'proxy' }),
  'rfc9110/9.3.6/tunnel-refused':
    must('client', 'A client takes no tunnel for formed by a reply to CONNECT other than 2xx.',
      { needs: 'proxy' }),
  'rfc9110/9.3.6/length-ignored':
    must('client', 'A client ignores Content-Length and Transfer-Encoding in a 2xx reply to CONNECT.',
      { needs: 'proxy' }),
  'rfc9110/10.1.1/no-expectation-without-content':
    must('client', 'A client sends no expectation of 100-continue with an opening, which has no content.'),
  'rfc9110/10.1.1/continue-omitted':
    may('server', 'A server may omit the 100 when the request has no content.', {
      note:
        'Against §7.8, which requires it before a 101 without exception; see ' +
        'rfc9110/7.8/continue-before-switching.',
    }),
  'rfc9110/11.6.1/challenge-kept':
    must('intermediary', 'An intermediary changes no WWW-Authenticate of a reply that it relays.', {
      note: 'The text binds a proxy; a 401 without the field breaks §15.5.2, whoever sends it.',
    }),
  'rfc9110/11.6.2/authorization-kept':
    must('intermediary', 'An intermediary changes no Authorization of a request that it forwards.', {
      note: 'The text binds a proxy.',
    }),
  'rfc9110/11.7.2/proxy-authorization':
    may('client', 'A client may name itself to a proxy by Proxy-Authorization.'),
  'rfc9110/15.2/interim-replies':
    must('client', 'A client takes one or more 1xx replies before the final one.', {
      note: 'How many is open; settled: at most a handful, then the handshake fails.',
    }),
  'rfc9110/15.2/interim-relayed':
    must('intermediary', 'An intermediary forwards 1xx replies that it did not ask for itself.'),
  'rfc9110/15.2/no-1xx-to-http10': must('server', 'A server sends no 1xx reply to an HTTP/1.0 client.',
      { needs: 'versionRead' }),
  'rfc9110/15.5.2/challenge': must('server', 'A server sends WWW-Authenticate with every 401.'),
  'rfc9110/15.5.6/allow': must('server', 'A server sends Allow with every 405.'),
  'rfc9110/15.5.8/proxy-authentication':
    may('client', 'A client may repeat a CONNECT that was answered with 407, with credentials.', {
      note: 'Settled: credentials are sent with the first CONNECT where there are any; a 407 is a failure of its own.',
    }),
  'rfc9110/15.5.9/request-timeout':
    may('server', 'A server may answer 408 when the request is not complete within the time that it waits.', {
      note: 'It may also close without an answer; no text gives a time.',
    }),
  'rfc9110/15.5.22/upgrade-in-426': must('server', 'A server sends Upgrade with every 426.'),
  'rfc9110/15.6.1/internal-error':
    may('server', 'A server may answer 500 when the application that decides on an opening breaks.'),
  'rfc9110/15.6.3/bad-gateway':
    may('intermediary',
      'An intermediary may answer 502 when the backend gives no reply, or one that is of no use.', {
      note: 'The text speaks of an invalid reply alone; 502 is what is usual where no backend is reached, too.',
    }),
  'rfc9110/15.6.4/answer-late':
    may('server', 'A server may answer 503 when its application does not decide on an opening in time.'),
  'rfc9110/15.6.4/overloaded':
    may('server', 'A server may answer 503 while it has no room for another handshake.', {
      note: 'It may also refuse the connection.',
    }),
  'rfc9110/15.6.4/retry-after':
    may('server', 'A server may tell the client by Retry-After when to come back.'),
  'rfc9110/15.6.5/gateway-timeout':
    may('intermediary', 'An intermediary may answer 504 when the reply of the backend does not come in time.'),
  'rfc9110/15.6.6/http-version-not-supported':
    must('server',
      'A server opens no connection in an HTTP major version that it does not support (505).', {
      note:
        'RFC 6455 §4.2.1 says HTTP/1.1 or higher, the service specification exactly HTTP/1.1. The status ' +
        'is free (§6.2): 400 or a close is right too.',
    }),
} as const satisfies Clauses;
