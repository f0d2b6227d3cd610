import { type Clauses, may, must, should } from './clause.ts';

/** RFC 6455: the WebSocket protocol. */
// biome-ignore format: a clause is a line or two, its note below it
export const rfc6455 = {
  // §1.3: overview
  'rfc6455/1.3/field-order': must('server', 'A server reads the fields of an opening in any order.', {
    note: 'This section is not normative; §4.2.1 and RFC 9110 §5.3 say the same normatively.',
  }),

  // §3: WebSocket URIs
  'rfc6455/3/scheme':
    must('client', 'A client opens URLs of the schemes ws and wss, compared without regard to letter case.', {
      needs: 'oddUrls',
      note: 'The WHATWG standard maps http and https to ws and wss; RFC 6455 does not.',
    }),
  'rfc6455/3/valid-components':
    must('client', 'A client accepts only a host, port, path and query that match the URI grammar.',
      { needs: 'oddUrls' }),
  'rfc6455/3/no-user-information':
    must('client', 'A client accepts no user information in a WebSocket URL.', {
      needs: 'oddUrls',
      note:
        'The grammar of §3 has host and port only; §11.1.1 and §11.1.2 write authority, which could hold ' +
        'user information. Settled by §3.',
    }),
  'rfc6455/3/default-port':
    must('client', 'A client connects to port 80 for ws and to port 443 for wss when the URL names no port.',
      { needs: 'oddUrls' }),
  'rfc6455/3/secure-scheme':
    must('client', 'A client treats a URL as secure if its scheme is wss in any letter case.', { needs: 'oddUrls' }),
  'rfc6455/3/resource-name':
    must('client',
      'A client builds the resource name from the path, or / if that is empty, and the query after a ?.',
      { needs: 'oddUrls' }),
  'rfc6455/3/no-fragment': must('client', 'A client never uses a URL with a fragment.', {
    needs: 'oddUrls',
    note: 'The WHATWG standard strips the fragment; settled by RFC 6455: such a URL is refused.',
  }),
  'rfc6455/3/hash-escaped': must('client', 'A client writes a # that starts no fragment as %23.',
      { needs: 'oddUrls' }),

  // §4.1: the connection of the client
  'rfc6455/4.1/connecting-initially':
    must('client', 'A client starts every connection in the state CONNECTING.', { observable: false }),
  'rfc6455/4.1/invalid-uri-fails':
    must('client', 'A client given an invalid URL fails the connection and sends nothing.', { needs: 'oddUrls' }),
  'rfc6455/4.1/offloading':
    may('client', 'A client may leave the management of its connections to another agent on the network.', {
      observable: false,
    }),
  'rfc6455/4.1/one-connecting':
    must('client', 'A client has at most one connection in the state CONNECTING to one address and port.',
      { needs: 'concurrency' }),
  'rfc6455/4.1/unknown-address':
    must('client', 'A client that cannot learn the addresses takes every host name for a different host.',
      { needs: 'concurrency' }),
  'rfc6455/4.1/pending-limit':
    should('client', 'A client that cannot learn the addresses keeps the number of pending connections low.',
      { needs: 'concurrency' }),
  'rfc6455/4.1/proxy-tunnel':
    should('client',
      'A client configured for a proxy connects to it and asks it for a connection to the host and port.',
      { needs: 'proxy' }),
  'rfc6455/4.1/direct-connection':
    should('client', 'A client configured for no proxy connects to the host and port directly.'),
  'rfc6455/4.1/proxy-autoconfiguration':
    must('client',
      'A client hands a proxy script the WebSocket URL built from host, port, resource name and security.', {
      observable: false,
    }),
  'rfc6455/4.1/connection-failed':
    must('client', 'A client fails the connection when it, or the proxy, cannot open it.', { needs: 'unreachable' }),
  'rfc6455/4.1/tls-before-handshake':
    must('client',
      'A client completes the TLS handshake of a secure connection before it sends the opening.', { needs: 'trust' }),
  'rfc6455/4.1/tls-failure':
    must('client', 'A client fails the connection when TLS fails.', { needs: 'trust' }),
  'rfc6455/4.1/certificate-verified':
    must('client', 'A client fails the connection when the certificate of the server cannot be verified.', {
      needs: 'trust',
      note: 'The text names it as an example of a TLS handshake that fails.',
    }),
  'rfc6455/4.1/tls-all-traffic':
    must('client', 'A client sends everything on a secure connection through TLS.', { needs: 'trust' }),
  'rfc6455/4.1/server-name': must('client', 'A client names the host in the Server Name Indication of TLS.', {
    needs: 'trust',
    note: 'RFC 6066 allows host names only there, so an address as host goes without.',
  }),

  // §4.1: the request of the client
  'rfc6455/4.1/valid-http-request':
    must('client', 'A client sends an opening that is a valid HTTP request.', {
      note:
        'The text refers to RFC 2616, which RFC 9110 and RFC 9112 supersede; settled: the newer ones ' +
        'decide, and RFC 2616 only for the list grammar.',
    }),
  'rfc6455/4.1/method-get': must('client', 'A client uses the method GET.'),
  'rfc6455/4.1/http-version': must('client', 'A client sends an HTTP version of at least 1.1.', {
    note: 'The service specification and RFC 8441 leave exactly HTTP/1.1 for this handshake.',
  }),
  'rfc6455/4.1/request-uri':
    must('client',
      'A client sends as target the resource name, or the absolute http or https URI that matches the URL.', {
      note: 'RFC 9112 §3.2.1 has the origin-form sent to an origin server and nothing else.',
    }),
  'rfc6455/4.1/host-sent':
    must('client', 'A client sends Host with the host and, unless it is the default, the port.'),
  'rfc6455/4.1/upgrade-sent': must('client', 'A client sends Upgrade with the keyword websocket in it.', {
    note:
      'Said as include here and as containing the value in §4.2.1, so a list is a valid request; a reply ' +
      'has the single value.',
  }),
  'rfc6455/4.1/connection-sent': must('client', 'A client sends Connection with the token Upgrade in it.'),
  'rfc6455/4.1/key-sent': must('client', 'A client sends Sec-WebSocket-Key with 16 octets in base64.'),
  'rfc6455/4.1/key-random':
    must('client', 'A client chooses the octets of the key at random.', { observable: false }),
  'rfc6455/4.1/key-fresh': must('client', 'A client chooses a new key for each connection.'),
  'rfc6455/4.1/origin-browser': must('client', 'A browser sends Origin.', { needs: 'browser' }),
  'rfc6455/4.1/origin-non-browser': may('client', 'A client that is no browser may send Origin.'),
  'rfc6455/4.1/origin-serialization':
    must('client', 'A client that sends Origin writes the ASCII serialization of the origin of its code.',
      { needs: 'inside' }),
  'rfc6455/4.1/version-sent': must('client', 'A client sends Sec-WebSocket-Version with the value 13.'),
  'rfc6455/4.1/subprotocols-offered':
    may('client', 'A client may offer subprotocols in Sec-WebSocket-Protocol.'),
  'rfc6455/4.1/subprotocols-by-preference':
    must('client', 'A client lists the subprotocols that it offers in its order of preference.'),
  'rfc6455/4.1/subprotocol-token':
    must('client', 'A client offers subprotocol names that are tokens, none of them empty.', {
      note: 'The prose (U+0021 to U+007E without separators) and the grammar (token) describe the same set.',
    }),
  'rfc6455/4.1/subprotocol-unique': must('client', 'A client offers no subprotocol twice.', {
    note: 'Binds the client only; a server may take or refuse a repeated name.',
  }),
  'rfc6455/4.1/other-fields':
    may('client', 'A client may send other fields, such as cookies and credentials.'),
  'rfc6455/4.1/wait-for-reply':
    must('client', 'A client sends nothing after its opening until it has the reply.', {
      note:
        'What a server does with octets that come too early is open; settled: it keeps them for the frames ' +
        'and never reads them as HTTP.',
    }),

  // §4.1: the client reads the reply
  'rfc6455/4.1/status-101':
    must('client', 'A client takes no final status other than 101 for an accepted handshake.'),
  'rfc6455/4.1/authentication-retry':
    may('client', 'A client may answer a 401 by trying again with credentials.'),
  'rfc6455/4.1/redirect-not-followed':
    may('client', 'A client may treat a redirect as a failed handshake instead of following it.', {
      note: 'RFC 6455 leaves it to the client; the WHATWG standard never follows. Settled: not followed.',
    }),
  'rfc6455/4.1/reply-upgrade-present':
    must('client', 'A client fails the connection when the reply lacks Upgrade.'),
  'rfc6455/4.1/reply-upgrade-websocket':
    must('client', 'A client fails the connection when the Upgrade of the reply is not websocket.', {
      note: 'A single value here, although the grammar of RFC 9110 §7.8 is a list.',
    }),
  'rfc6455/4.1/reply-upgrade-case':
    must('client', 'A client compares the Upgrade of the reply without regard to letter case.'),
  'rfc6455/4.1/reply-connection-present':
    must('client', 'A client fails the connection when the reply lacks Connection.'),
  'rfc6455/4.1/reply-connection-token':
    must('client', 'A client fails the connection when the Connection of the reply has no token Upgrade.', {
      note: 'A token among others here, the value Upgrade in §4.2.2; settled: a client takes a list.',
    }),
  'rfc6455/4.1/reply-connection-case':
    must('client', 'A client compares the Connection tokens of the reply without regard to letter case.'),
  'rfc6455/4.1/accept-present':
    must('client', 'A client fails the connection when the reply lacks Sec-WebSocket-Accept.'),
  'rfc6455/4.1/accept-value':
    must('client',
      'A client fails the connection when Sec-WebSocket-Accept is not the value computed from its key.'),
  'rfc6455/4.1/accept-surrounding-space':
    must('client', 'A client ignores white space around the accept value.'),
  'rfc6455/4.1/extension-offered':
    must('client', 'A client fails the connection when the reply uses an extension that it did not offer.'),
  'rfc6455/4.1/subprotocol-offered':
    must('client', 'A client fails the connection when the reply names a subprotocol that it did not offer.'),
  'rfc6455/4.1/subprotocol-none-chosen':
    may('client', 'A client may open the connection when the server chose none of its subprotocols.', {
      note:
        'RFC 6455 has no rule for this; the WHATWG standard has the client fail. Both are a choice of the ' +
        'rules in force.',
    }),
  'rfc6455/4.1/reply-field-name-case':
    must('client', 'A client compares the field names of the reply without regard to letter case.'),
  'rfc6455/4.1/established':
    must('client', 'A client takes a reply that keeps every rule for an established connection.'),
  'rfc6455/4.1/extensions-in-use':
    must('client', 'A client takes the extensions of the reply, or none, as those in use.', {
      observable: false,
    }),
  'rfc6455/4.1/subprotocol-in-use':
    must('client', 'A client takes the subprotocol of the reply, or none, as the one in use.', {
      observable: false,
    }),
  'rfc6455/4.1/cookies-exposed': may('client', 'A client may hand on the cookies that the reply sets.', {
    observable: false,
    note:
      'The text only gives these cookies a name; a browser stores them, another client exposes the fields.',
  }),
  'rfc6455/4.1/early-frames-kept':
    should('server', 'A server that opens reads the frames, too, that came before its 101.', {
      needs: 'pong',
      note:
        'A client has to wait for the 101, and no text says what becomes of what it sends before: to refuse such an ' +
        'opening is right as well.',
    }),

  // §4.2: the server reads the request
  'rfc6455/4.2/offloading':
    may('server',
      'A server may leave the management of its connections to other agents, such as a load balancer.', {
      observable: false,
    }),
  'rfc6455/4.2.1/stop-processing':
    must('server',
      'A server stops the handshake when the opening does not match its description or breaks its grammar.', {
      note: 'Which of several faults is named is open; settled: the first in a fixed order of checks.',
    }),
  'rfc6455/4.2.1/error-status':
    must('server', 'A server answers an opening that it stops processing with an HTTP error status.', {
      note:
        '§10.7 makes the status a SHOULD and lets the endpoint drop the connection; see ' +
        'rfc6455/10.7/connection-dropped.',
    }),
  'rfc6455/4.2.1/method-get': must('server', 'A server opens a connection for the method GET only.'),
  'rfc6455/4.2.1/resource-name':
    must('server',
      'A server opens a connection only for a target that is a resource name or an absolute http(s) URI.'),
  'rfc6455/4.2.1/upgrade-present':
    must('server', 'A server does not open a connection for a request without Upgrade.', {
      note:
        'Plain HTTP (service 2.1 and the 200 or 404 row of 7) or an error (the 400 row of service 7 and ' +
        'this section): both are a choice.',
    }),
  'rfc6455/4.2.1/upgrade-websocket':
    must('server', 'A server does not open a connection when Upgrade does not name websocket.'),
  'rfc6455/4.2.1/upgrade-case':
    must('server', 'A server compares the value of Upgrade without regard to letter case.'),
  'rfc6455/4.2.1/connection-token':
    must('server', 'A server does not open a connection when Connection has no token Upgrade.', {
      note: 'Plain HTTP or an error, as for a missing Upgrade; service 2.1 has the upgrade ignored.',
    }),
  'rfc6455/4.2.1/connection-case':
    must('server', 'A server compares the tokens of Connection without regard to letter case.'),
  'rfc6455/4.2.1/key-present': must('server', 'A server refuses an opening without Sec-WebSocket-Key.'),
  'rfc6455/4.2.1/key-16-octets': must('server', 'A server refuses a key that does not decode to 16 octets.', {
    note:
      'Item 5 and the grammar clause here against §4.2.2 on the key, which need not be decoded; the ' +
      'service specification has it rejected. Settled: refuse.',
  }),
  'rfc6455/4.2.1/version-present':
    must('server', 'A server refuses an opening without Sec-WebSocket-Version.'),
  'rfc6455/4.2.1/origin-absent-not-browser':
    should('server', 'A server does not take an opening without Origin for one of a browser.', {
      observable: false,
    }),
  'rfc6455/4.2.1/optional-fields-absent':
    must('server', 'A server takes an opening that offers neither subprotocols nor extensions.', {
      note: 'A server that requires a subprotocol is the exception; see service/7/subprotocol-required.',
    }),
  'rfc6455/4.2.1/unknown-fields': should('server', 'A server ignores fields that it does not know.', {
    note: 'Stated without a keyword here; RFC 9110 §5.1 makes it a SHOULD.',
  }),

  // §4.2.2: the server replies
  'rfc6455/4.2.2/tls-before-handshake':
    must('server', 'A server completes the TLS handshake of a secure port before it answers the opening.',
      { needs: 'secureUrl' }),
  'rfc6455/4.2.2/tls-failure': must('server', 'A server closes the connection when TLS fails.',
      { needs: 'secureUrl' }),
  'rfc6455/4.2.2/tls-all-traffic':
    must('server', 'A server sends everything on a secure connection through TLS.', { needs: 'secureUrl' }),
  'rfc6455/4.2.2/client-authentication':
    may('server', 'A server may ask for credentials with 401 and WWW-Authenticate.'),
  'rfc6455/4.2.2/refused-by-application':
    may('server', 'A server may refuse an opening with any status but 101 that its application chooses.'),
  'rfc6455/4.2.2/redirect': may('server', 'A server may redirect the client with a 3xx status.'),
  'rfc6455/4.2.2/origin-considered':
    may('server', 'A server may use the origin to decide whether it accepts.'),
  'rfc6455/4.2.2/origin-lowercase': should('server', 'A server compares origins in lower case.', {
    needs: 'origins',
    note: 'Stated without a keyword; scheme and host are lower case in a serialized origin anyway.',
  }),
  'rfc6455/4.2.2/origin-refused':
    must('server', 'A server that does not accept the origin answers with an error status and aborts.',
      { needs: 'origins' }),
  'rfc6455/4.2.2/key-not-decoded':
    may('server', 'A server may compute the accept value without decoding the key.', {
      observable: false,
      note:
        'The accept value never needs the decoded key, but §4.2.1 cannot be checked without its length; ' +
        'settled: decoded for the check, hashed as sent.',
    }),
  'rfc6455/4.2.2/version-unsupported':
    must('server', 'A server refuses a version that it does not understand.', {
      note: '426 is an example only; RFC 6455 §4.4 shows a 400.',
    }),
  'rfc6455/4.2.2/version-advertised':
    must('server',
      'A server that refuses a version sends Sec-WebSocket-Version with versions that it understands.'),
  'rfc6455/4.2.2/resource-unavailable':
    must('server', 'A server answers an opening for a service that it does not have with an error status.',
      { needs: 'knownPaths' }),
  'rfc6455/4.2.2/resource-from-request':
    should('server', 'A server with several services picks one by the resource name.', { needs: 'knownPaths' }),
  'rfc6455/4.2.2/subprotocol-from-offer':
    must('server', 'A server chooses no subprotocol but one that the client offered.'),
  'rfc6455/4.2.2/subprotocol-supported':
    must('server', 'A server chooses no subprotocol but one that it is willing to use.', {
      needs: 'subprotocols',
      note: 'Seen where the subprotocols of the server were declared.',
    }),
  'rfc6455/4.2.2/subprotocol-null':
    must('server',
      'A server that agrees to no subprotocol, or was offered none, sends no Sec-WebSocket-Protocol.', {
      note:
        'RFC 6455 opens without a subprotocol, the service specification (7) lets the server refuse too, ' +
        'and a WHATWG client fails.',
    }),
  'rfc6455/4.2.2/subprotocol-empty-not-sent':
    must('server', 'A server never sends an empty Sec-WebSocket-Protocol.'),
  'rfc6455/4.2.2/subprotocol-not-empty':
    must('client', 'A client fails the connection when Sec-WebSocket-Protocol in the reply is empty.'),
  'rfc6455/4.2.2/extension-from-offer':
    must('server', 'A server lists no extension that the client did not offer.', {
      note: 'Said again in §9.',
    }),
  'rfc6455/4.2.2/extension-empty-not-sent':
    must('server', 'A server never sends an empty Sec-WebSocket-Extensions.'),
  'rfc6455/4.2.2/extensions-split':
    may('server',
      'A server may split the extensions of its reply over several Sec-WebSocket-Extensions fields.', {
      note:
        '§11.3.2 forbids the field twice in a response; erratum 3433 settles it for this section: it may ' +
        'stand twice.',
    }),
  'rfc6455/4.2.2/status-101':
    must('server', 'A server that accepts answers with a valid HTTP response of status 101.'),
  'rfc6455/4.2.2/reply-http11':
    must('client', 'A client fails the connection when the 101 has an HTTP version below 1.1.', {
      note:
        'The status line is only shown as an example here; the service specification 2.2 requires ' +
        'HTTP/1.1, and RFC 9110 §15.2 knows no 1xx in HTTP/1.0.',
    }),
  'rfc6455/4.2.2/reply-upgrade':
    must('server', 'A server that accepts sends Upgrade with the value websocket.', {
      note:
        'A single value here and in §4.1, where RFC 9110 §7.8 has a list; RFC 9110 §15.2.2 requires the ' +
        'field too.',
    }),
  'rfc6455/4.2.2/reply-connection':
    must('server', 'A server that accepts sends Connection with the value Upgrade.', {
      note:
        'The value here, a token among others in §4.1; settled: our own reply has exactly the value, ' +
        'further tokens of others are a warning.',
    }),
  'rfc6455/4.2.2/accept-value':
    must('server',
      'A server that accepts sends the base64 of the SHA-1 of the key, as sent, followed by the fixed GUID.'),
  'rfc6455/4.2.2/data-after-reply': may('server', 'A server may send data as soon as its reply is sent.'),

  // §4.3 and §4.4: grammar and versions
  'rfc6455/4.3/key-grammar': must('server', 'A server refuses a key that is not base64 with its padding.', {
    note:
      'The example key in §4.1 has pad bits that are not zero (erratum 3150); the grammar allows them, and ' +
      'such a key passes.',
  }),
  'rfc6455/4.3/version-grammar':
    must('server', 'A server refuses a version that is not a number from 0 to 255 without leading zeros.', {
      note: 'Malformed is no version: 400, not 426; the supported version is listed all the same.',
    }),
  'rfc6455/4.3/subprotocol-offer-grammar':
    must('server', 'A server refuses a Sec-WebSocket-Protocol that is not a list of tokens.', {
      note: 'Null elements are no violation: see rfc2616/2.1/null-elements.',
    }),
  'rfc6455/4.3/subprotocol-sent-grammar':
    must('server', 'A server that chooses a subprotocol sends exactly one token.', { needs: 'subprotocols' }),
  'rfc6455/4.3/subprotocol-reply-grammar':
    must('client',
      'A client fails the connection when Sec-WebSocket-Protocol in the reply is not one token.'),
  'rfc6455/4.3/version-sent-grammar':
    must('server',
      'A server writes the versions that it advertises as a list of numbers without leading zeros.'),
  'rfc6455/4.4/preferred-version': may('client', 'A client may ask for the version that it prefers first.'),
  'rfc6455/4.4/all-versions-listed':
    must('server', 'A server that refuses a version lists every version that it is willing to use.'),
  'rfc6455/4.4/version-retry':
    may('client', 'A client may repeat the opening with a version that the server advertised.'),

  // §5.1: masks
  'rfc6455/5.1/frames-masked': must('client', 'A client masks every frame that it sends.'),
  'rfc6455/5.1/masked-frame-closes':
    must('client', 'A client closes the connection when a frame of the server has a mask.'),

  // §5.5.2: the ping that proves a 101
  'rfc6455/5.5.2/pong': must('server', 'A server that has opened the connection answers a ping with a pong.', {
    needs: 'pong',
    note: 'A server that has sent a Close frame instead owes none.',
  }),

  // §7.1.7: failing the connection
  'rfc6455/7.1.7/closed-on-failure': must('client', 'A client that fails the connection closes it.'),
  'rfc6455/7.1.7/failure-reported':
    may('client', 'A client may report to its user why the connection failed.', { observable: false }),
  'rfc6455/7.1.7/no-close-frame':
    must('client', 'A client sends no Close frame when it fails a connection that was not established.', {
      note:
        'The text asks for a Close frame only once established; §1.3 and §4.1 allow no frame before that.',
    }),
  'rfc6455/7.1.7/no-further-data':
    must('client', 'A client that fails the connection processes no more data from it.', {
      observable: false,
    }),
  'rfc6455/7.1.7/server-closed-on-failure': must('server', 'A server that fails the connection closes it.'),
  'rfc6455/7.1.7/failure-logged':
    should('server', 'A server that fails the connection logs the problem.', { observable: false }),
  'rfc6455/7.1.7/server-no-further-data':
    must('server', 'A server that fails the connection processes no more data from it.'),

  // §7.3: who closes a connection
  'rfc6455/7.3/not-ended-at-once':
    should('server', 'A server that has opened does not end the connection at once, and without a Close frame.', {
      needs: 'pong',
      note: 'It may end the connection at any time; whoever does so at once has not opened for anybody.',
    }),

  // §7.4.1: codes of the Close frame that end a connection which waits for its credential
  'rfc6455/7.4.1/policy-violation':
    should('server', 'A server closes a connection whose first message violates its policy with code 1008.', {
      note: 'The text gives the code for any violation of a policy; that the credential is one is settled here.',
    }),
  'rfc6455/7.4.1/unexpected-condition':
    should('server', 'A server closes a connection that it cannot serve for a fault of its own with code 1011.'),

  // §9: extensions
  'rfc6455/9/extensions-requested':
    may('client', 'A client may offer extensions in Sec-WebSocket-Extensions.'),
  'rfc6455/9/extensions-accepted':
    may('server', 'A server may accept all, some or none of the extensions offered.'),
  'rfc6455/9/parameters-by-specification':
    must('server',
      'A server chooses the parameters of an extension as the specification of the extension says.'),
  'rfc6455/9.1/extension-grammar':
    must('server', 'A server refuses a Sec-WebSocket-Extensions that breaks its grammar.', {
      note:
        'The text has the recipient fail the connection; for a server in the handshake that is an error ' +
        'status without an upgrade. Null elements are no violation.',
    }),
  'rfc6455/9.1/extension-quoted-token':
    must('server', 'A server refuses a quoted parameter value that is no token once unescaped.'),
  'rfc6455/9.1/reply-extension-grammar':
    must('client',
      'A client fails the connection when Sec-WebSocket-Extensions in the reply breaks its grammar.'),
  'rfc6455/9.1/reply-extension-quoted-token':
    must('client',
      'A client fails the connection on a quoted parameter value that is no token once unescaped.'),
  'rfc6455/9.1/extension-registered':
    must('client', 'A client offers only extensions with a registered name.'),
  'rfc6455/9.1/parameters-defined':
    must('client', 'A client sends only parameters that are defined for the extension.'),
  'rfc6455/9.1/extension-not-used-unanswered':
    must('client', 'A client does not use an extension that the server did not accept.', { needs: 'messages' }),
  'rfc6455/9.1/offer-order':
    should('server', 'A server takes the order of the offers as the preference of the client.', {
      note: 'Stated as the interpretation, without a keyword.',
    }),
  'rfc6455/9.1/reply-order':
    should('client', 'A client applies the extensions to its data in the order of the reply.', {
      needs: 'messages',
      note: 'The text says should be assumed; in the other order the data cannot be read.',
    }),

  // §10: security (§10.3 and §10.4 are on frames, §10.8 obliges nobody)
  'rfc6455/10.1/input-not-trusted':
    should('server', 'A server does not rely on being addressed by scripts of known origins only.', {
      observable: false,
    }),
  'rfc6455/10.2/origin-verified':
    should('server',
      'A server meant for certain sites only compares Origin with the origins that it expects.'),
  'rfc6455/10.2/origin-403': should('server', 'A server refuses an unacceptable origin with 403.',
      { needs: 'origins' }),
  'rfc6455/10.5/any-http-authentication':
    may('server', 'A server may use any client authentication that an HTTP server has.'),
  'rfc6455/10.6/tls-supported': must('server', 'A server supports TLS.', { needs: 'secureUrl' }),
  'rfc6455/10.6/client-tls-supported': must('client', 'A client supports TLS.', { needs: 'trust' }),
  'rfc6455/10.6/tls-employed': should('server', 'A server offers its service over TLS.'),
  'rfc6455/10.6/client-tls-employed': should('client', 'A client uses wss where it can.', { needs: 'trust' }),
  'rfc6455/10.6/strong-tls': should('client', 'A client uses strong TLS algorithms only.', { needs: 'trust' }),
  'rfc6455/10.7/input-validated': must('server', 'A server validates everything that it receives.'),
  'rfc6455/10.7/client-input-validated': must('client', 'A client validates everything that it receives.',
      { needs: 'endurance' }),
  'rfc6455/10.7/connection-dropped':
    may('server',
      'A server may drop the connection on data that it does not understand or does not hold to be safe.', {
      note:
        'The next sentences make an HTTP status a SHOULD and §4.2.1 a MUST; settled: silence on malformed ' +
        'HTTP passes, an answer is what we give.',
    }),
  'rfc6455/10.7/reply-limits':
    may('client', 'A client may drop the connection when the head of a reply outgrows its limits.', {
      note:
        'The text speaks of criteria for the safety of input; RFC 9110 §17.5 warns of endless elements. No ' +
        'text gives a number.',
    }),

  // §11.1: the URI schemes
  'rfc6455/11.1.1/host-to-ascii':
    must('client', 'A client converts a host that is not ASCII by the rules for internationalized names.', {
      needs: 'oddUrls',
      note: 'Said again in §11.1.2 for wss.',
    }),
  'rfc6455/11.1.1/percent-encoded':
    must('client', 'A client percent-encodes the UTF-8 of characters that a path or query may not hold.', {
      needs: 'oddUrls',
      note: 'Said again in §11.1.2 for wss.',
    }),

  // §11.3: the fields
  'rfc6455/11.3.1/key-sent-once': must('client', 'A client sends Sec-WebSocket-Key once.'),
  'rfc6455/11.3.1/key-once':
    must('server', 'A server refuses an opening with more than one Sec-WebSocket-Key.', {
      note: 'The text binds the sender; a repeated key is no opening as §4.2.1 describes it.',
    }),
  'rfc6455/11.3.2/offers-split':
    may('client', 'A client may split its extension offers over several Sec-WebSocket-Extensions fields.'),
  'rfc6455/11.3.2/reply-extensions-combined':
    must('client', 'A client reads several Sec-WebSocket-Extensions fields of a reply as one list.', {
      note: 'The text forbids them and §4.2.2 item 6 allows them; erratum 3433 lets the field stand twice.',
    }),
  'rfc6455/11.3.3/accept-sent-once': must('server', 'A server sends Sec-WebSocket-Accept once.'),
  'rfc6455/11.3.3/accept-once':
    should('client', 'A client fails the connection when Sec-WebSocket-Accept stands twice.', {
      note:
        'The text binds the server; §4.1 asks no such check of the client for two equal values. A wrong ' +
        'value among them breaks rfc6455/4.1/accept-value.',
    }),
  'rfc6455/11.3.4/offers-split':
    may('client', 'A client may split its subprotocol offers over several Sec-WebSocket-Protocol fields.'),
  'rfc6455/11.3.4/subprotocol-sent-once':
    must('server', 'A server sends Sec-WebSocket-Protocol at most once.', { needs: 'subprotocols' }),
  'rfc6455/11.3.4/subprotocol-once':
    must('client', 'A client fails the connection when Sec-WebSocket-Protocol stands twice in the reply.', {
      note: 'The text binds the server; two lines make a list, and §4.2.2 allows the reply a single token.',
    }),
  'rfc6455/11.3.5/version-sent-once': must('client', 'A client sends Sec-WebSocket-Version once.'),
  'rfc6455/11.3.5/version-once':
    must('server', 'A server refuses an opening with more than one Sec-WebSocket-Version.', {
      note: 'The text binds the sender; several versions in one opening are none that §4.2.1 describes.',
    }),
  'rfc6455/11.3.5/versions-split':
    may('server',
      'A server may split the versions that it advertises over several Sec-WebSocket-Version fields.'),
  'rfc6455/11.3.5/refused-version-unlisted':
    should('server', 'A server does not advertise the version that it refuses.', {
      note: 'The text describes the field and has no keyword; the duty is derived from what the field means.',
    }),
} as const satisfies Clauses;
