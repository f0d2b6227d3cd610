import { type Clauses, may, must, should } from './clause.ts';

/** The service specification. */
// biome-ignore format: a clause is a line or two, its note below it
export const service = {
  // Part 1: what the service does
  'service/1/valid-request-accepted':
    should('server', 'A server answers an opening that keeps every rule and meets its policy with 101.', {
      note:
        'No RFC obliges a server to accept; a server that refuses the canonical opening by policy is asked ' +
        'for that policy first.',
    }),
  'service/1/no-body-in-101':
    must('server',
      'A server sends no body with the 101: the octets after its empty line are WebSocket frames.', {
      note: 'RFC 9112 §6.3 says the same: a 1xx reply ends with its empty line, whatever its fields say.',
    }),
  'service/1/frames-after-101':
    must('server', 'A server speaks no HTTP on the connection once it has sent the 101.'),
  'service/1/client-frames-after-101':
    must('client', 'A client speaks no HTTP on the connection once it has validated the 101.', { needs: 'messages' }),

  // Part 2: fields
  'service/2.1/no-body': should('server', 'A server refuses an opening that announces a body.', {
    note:
      'RFC 9110 §9.3.1 gives content in a GET no meaning and lets a server reject it; settled: a ' +
      'Content-Length over 0 or a Transfer-Encoding is refused, so that no body is read as frames.',
  }),
  'service/2.1/upgrade-absent-plain-http':
    may('server',
      'A server may serve a request without Upgrade, or without its Connection token, as plain HTTP.', {
      note:
        'Part 2.1 and the 200 or 404 row of part 7 take this branch, the 400 row of part 7 and RFC 6455 ' +
        '§4.2.1 the other; RFC 9110 §7.8 lets a server ignore Upgrade. Both branches are a choice, and ' +
        'neither is a WebSocket.',
    }),
  'service/2.4/mqtt-offered': must('client', 'A client of an MQTT broker offers the subprotocol mqtt.'),
  'service/2.5/compression-unscripted':
    must('client', 'A browser decides by itself whether to offer compression: no script controls it.', {
      observable: false,
    }),
  'service/2.6/sec-fields-guarded':
    must('client', 'A browser lets no script set or read a handshake field whose name starts with Sec-.', {
      observable: false,
      note:
        'Binds browsers; a client outside a browser is free, but ws101 keeps these fields to itself as ' +
        'well.',
    }),

  // Part 3: states and transitions
  'service/3/not-101-failed':
    must('client', 'A client goes from connecting to failed on any final status other than 101.', {
      observable: false,
      note:
        'Where part 3 and RFC 6455 are silent, every fault before the accept value leads to failed as ' +
        'well, every later one to closed.',
    }),
  'service/3/accept-mismatch-closed':
    must('client',
      'A client goes from connecting to closed, at once, when the accept value is not the computed one.', {
      needs: 'inside',
      note:
        'RFC 6455 only knows failing the connection; part 3 tells failed (no proof from the peer yet) from ' +
        'closed (accept value onward).',
    }),
  'service/3/subprotocol-unoffered-closed':
    must('client',
      'A client goes from connecting to closed when the reply names a subprotocol that it did not offer.', {
      needs: 'inside',
      note:
        'As for the accept value: what fails from the accept value onward is closed, what fails before it ' +
        'is failed.',
    }),
  'service/3/no-response':
    must('client', 'A client counts the handshake as failed when no reply comes before its deadline.', {
      needs: 'unreachable',
      note: 'How long to wait is for the client to choose; no text gives a number.',
    }),
  'service/3/proxy-drop':
    must('intermediary',
      'An intermediary does not drop the connection of an opening that it is meant to carry.'),

  // Part 4: the endpoint
  'service/4/path-free': may('server', 'A server may give its endpoint any path.'),
  'service/4/query-accepted':
    must('server',
      'A server takes an opening whose target has a query like one without, and hands the query on.'),
  'service/4/request-without-body': should('client', 'A client sends its opening without a body.', {
    note: 'RFC 9110 §9.3.1 makes content in a GET a SHOULD NOT only.',
  }),
  'service/4/browser-constructor':
    should('client',
      'A browser client is constructed from a URL and an optional list of subprotocols, nothing else.', {
      observable: false,
      note: 'Binds browsers; a client outside a browser may also be given fields and credentials.',
    }),

  // Part 5: authentication (5.1 to 5.4 are its numbered items)
  'service/5.1/accept-is-no-credential':
    must('server', 'A server never takes a correct key or accept value for proof of who the client is.', {
      observable: false,
    }),
  'service/5.2/credential-missing':
    must('server', 'A server that requires a credential before the upgrade refuses an opening without one.',
      { needs: 'credential' }),
  'service/5.2/credential-invalid':
    must('server',
      'A server that requires a credential before the upgrade refuses one that is wrong or has expired.',
      { needs: 'credential' }),
  'service/5.2/credential-401':
    should('server', 'A server refuses a missing or invalid credential with 401.', {
      needs: 'credential',
      note: 'Part 5 fixes what RFC 6455 §4.2.2 leaves open; 403 is an answer too, 200 is none.',
    }),
  'service/5.2/credential-once':
    should('server', 'A server refuses a credential that is given twice, once rightly and once wrongly.', {
      needs: 'credential',
      note:
        'Part 5 does not say which of two counts; settled: a credential that contradicts itself is invalid. ' +
        'Nobody gets in without a right one.',
    }),
  'service/5.3/query-token': may('server', 'A server may take the credential from a parameter of the query.'),
  'service/5.3/query-token-short-lived':
    should('server', 'A server that takes tokens from the query gives them a short life.', {
      observable: false,
    }),
  'service/5.3/query-token-rotated':
    should('server',
      'A server that takes tokens from the query replaces them once the connection is established.', {
      observable: false,
    }),
  'service/5.3/cookie': may('server', 'A server may take the credential from a cookie of the opening.', {
    note: 'Browsers send it unasked, so it is only safe together with a check of the origin.',
  }),
  'service/5.3/field':
    may('server', 'A server may take the credential from Authorization or from a field of its own.', {
      note: 'Browsers cannot set such fields.',
    }),
  'service/5.3/first-message':
    may('server', 'A server may open the connection first and take the credential from the first message.'),
  'service/5.3/first-message-sent':
    must('client', 'A client that authenticates by message sends that message before any other.',
      { needs: 'messages' }),
  'service/5.3/first-message-shape':
    must('client', 'A client authenticates by a JSON object with the type auth and a member token.',
      { needs: 'messages' }),
  'service/5.3/first-message-held':
    must('server',
      'A server that awaits an authentication message processes no other until the token is validated.',
      { needs: 'firstMessage' }),
  'service/5.3/first-message-awaited':
    may('server', 'A server may give up on an authentication message that does not come in time.'),
  'service/5.3/first-message-bounded':
    may('server',
      'A server may bound the size of the authentication message, and what it holds until that is validated.'),
  'service/5.3/first-message-none-lost':
    must('server', 'A server that has validated the authentication message loses none of those that followed.'),
  'service/5.3/subprotocol-token':
    may('server', 'A server may take the credential from an element of Sec-WebSocket-Protocol.', {
      note:
        'A misuse of the field, as part 5 says itself. The token is an offer like any other to RFC 6455 ' +
        '§4.2.2; settled: it is never chosen as the subprotocol, so it is never sent back.',
    }),
  'service/5.4/origin-allowlist':
    must('server', 'A server with an allowlist never opens a connection for an origin that is not on it.', {
      needs: 'origins',
      note: 'RFC 6455 §10.2 leaves it to the server whether it has a list; a declared list is enforced.',
    }),
  'service/5.4/origin-required':
    may('server', 'A server with an allowlist may refuse an opening without Origin.', {
      needs: 'knownIntent',
      note: 'Against service/5.4/origin-absent, which is the default; it keeps clients out that are no browsers.',
    }),
  'service/5.4/origin-absent':
    should('server', 'A server does not refuse an opening merely for lacking Origin.', {
      needs: 'origins',
      note:
        'RFC 6455 lets a server refuse for reasons of its own; a policy that demands an origin is a ' +
        'choice.',
    }),

  // Part 6: events
  'service/6/open-event':
    must('client', 'A client fires open once the reply has been validated, and not before.', {
      observable: false,
    }),
  'service/6/error-then-close':
    must('client', 'A client whose handshake fails fires error and then close.', { observable: false }),
  'service/6/no-server-events':
    must('server', 'A server emits no event and calls no webhook for the handshake.', { observable: false }),

  // Part 7: errors and intermediaries
  'service/7/malformed-400': should('server', 'A server refuses a malformed opening with 400.', {
    note: 'RFC 6455 §4.2.1 asks for an appropriate error code and names 400 as an example.',
  }),
  'service/7/upgrade-absent-refused':
    may('server',
      'A server may refuse a request without Upgrade or without its Connection token with an error.', {
      note:
        'The other branch of the choice: 400 by part 7, 426 with Upgrade by RFC 9110 §15.5.22; see ' +
        'service/2.1/upgrade-absent-plain-http.',
    }),
  'service/7/no-upgrade-after-refusal':
    must('server', 'A server that refuses an opening does not switch the connection.'),
  'service/7/closed-without-response':
    must('client', 'A client counts the handshake as failed when the connection ends before a reply.',
      { needs: 'unreachable' }),
  'service/7/subprotocol-mismatch':
    may('server',
      'A server that supports none of the subprotocols offered may omit the field or refuse.', {
      needs: 'knownIntent',
      note:
        'RFC 6455 §4.2.2 says to omit it and lets a server refuse for reasons of its own. Both are a ' +
        'choice; an unoffered or an empty value is neither.',
    }),
  'service/7/subprotocol-required':
    must('server', 'A server that requires a subprotocol refuses an opening that offers none.', {
      needs: 'demand',
      note: 'The case of mqtt in part 7; no RFC asks for it, but a declared requirement is enforced.',
    }),
  'service/7/extension-unsupported-omitted':
    should('server',
      'A server leaves an offered extension that it does not support out of its reply and raises no error.'),
  'service/7/proxy-http11': must('intermediary', 'A reverse proxy speaks HTTP/1.1 to the backend.', {
    note:
      'A proxy that carries no upgrades is a conforming HTTP proxy (RFC 9110 §7.6.1); these requirements ' +
      'bind one that is meant to carry them.',
  }),
  'service/7/proxy-upgrade-passed':
    must('intermediary', 'A reverse proxy passes the Upgrade of the client on to the backend.', {
      note:
        'RFC 9110 §7.6.1 has it removed or replaced hop by hop: the proxy sends an Upgrade of its own with ' +
        'the same protocol.',
    }),
  'service/7/proxy-connection-set':
    must('intermediary', 'A reverse proxy sets Connection to Upgrade in the request to the backend.'),
  'service/7/proxy-host-kept': must('intermediary', 'A reverse proxy preserves the Host of the client.', {
    note:
      'RFC 9112 §3.2.2 has a proxy replace Host by the host of an absolute-form target; a reverse proxy ' +
      'receives the origin-form.',
  }),
  'service/7/proxy-reply-relayed':
    must('intermediary',
      'A reverse proxy relays the reply of the backend with its status and its handshake fields unchanged.'),
  'service/7/proxy-idle-timeout':
    should('intermediary',
      'A reverse proxy keeps an idle connection open for longer than its default of 60 seconds.', {
      needs: 'idleTime',
      note: 'Pings of the endpoints that are more frequent than the timeout serve as well.',
    }),
  'service/7/proxy-passes':
    must('intermediary',
      'A reverse proxy that keeps the four requirements lets client and server open the connection.'),
  'service/7/connect-for-wss':
    should('client', 'A client reaches a wss URL through an HTTP proxy by CONNECT.', {
      needs: 'proxy',
      note:
        'RFC 6455 §4.1 only asks the proxy for a TCP connection and shows CONNECT as the example, for ws ' +
        'too.',
    }),

  // Parts 8 and 9: limits and versions
  'service/8/ping-interval':
    should('server',
      'A server sends pings about every 30 seconds where an intermediary on the path may time out.'),
  'service/8/client-ping-interval':
    should('client',
      'A client sends pings about every 30 seconds where an intermediary on the path may time out.',
      { needs: 'messages' }),
  'service/9/version-426': should('server', 'A server refuses a version other than 13 with 426.', {
    note:
      'RFC 6455 §4.2.2 asks for an appropriate error code and names 426 as an example, and its own example ' +
      'in §4.4 uses 400; the version field is the MUST.',
  }),
  'service/9/version-13-only': should('server', 'A server advertises version 13 and no other.', {
    note: 'RFC 6455 §4.4 provides for several versions; a server declared to speak a draft may list it.',
  }),
  'service/9/drafts-refused': should('server', 'A server refuses versions 8 and earlier.', {
    note:
      'RFC 6455 §4.4 lets a server speak several versions; a server declared to speak a draft may accept ' +
      'it.',
  }),
  'service/9/http2-other-mechanism': must('client', 'A client does not send this handshake over HTTP/2.', {
    note: 'HTTP/2 has the extended CONNECT of RFC 8441; this register covers HTTP/1.1.',
  }),
  'service/9/subprotocol-name-whole':
    should('server', 'A server compares subprotocol names whole, the version in a name included.', {
      note: 'RFC 6455 names no comparison; settled: octet for octet, letter case included.',
    }),
} as const satisfies Clauses;
