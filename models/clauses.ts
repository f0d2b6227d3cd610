/**
 * The register of every obligation that this project knows: from RFC 6455, from the RFCs it builds on, and
 * from the service specification. The row of a decision, a case and the title of a test name a clause by its
 * id.
 *
 * An id is `source/section/slug`. A slug says what is owed; it is never changed and never counts.
 *
 * MUST: an RFC says so, or its grammar is broken, or the service specification requires it and no RFC leaves
 * it free. SHOULD: an RFC says so, or only the service specification fixes what an RFC leaves free. MAY: a
 * choice that the texts leave.
 */

export type Level = 'MUST' | 'SHOULD' | 'MAY';

/** Who owes it. What binds two of them is two clauses. */
export type Actor = 'client' | 'server' | 'intermediary';

/** What a run may lack to show a clause, without which there is no verdict on it. */
export type Need =
  /** Something declared of a server, or another URL. */
  | ('credential' | 'firstMessage' | 'origins' | 'demand' | 'subprotocols' | 'idleTime')
  | ('secureUrl' | 'plainUrl')
  /** What only an insider of a server knows. */
  | ('knownLimits' | 'knownPaths' | 'knownIntent')
  /** What a server has to do at all before it can do it rightly. */
  | ('agreedDeflate' | 'agreedParameters' | 'versionRead' | 'pong')
  /** What is played to no client, or is not seen of one. */
  | ('refusalByAlpn' | 'proxy' | 'browser' | 'oddUrls' | 'messages' | 'unreachable' | 'widerOffer')
  | ('inside' | 'endurance' | 'trust' | 'concurrency');

export interface Clause {
  readonly level: Level;
  readonly actor: Actor;
  /** One sentence: who must do what. */
  readonly summary: string;
  /** Whether the wire can show that it is kept. */
  readonly observable: boolean;
  /** What a run needs to show it, besides messages. */
  readonly needs?: Need;
  /** Where texts disagree with each other or with themselves, and how this project settles it. */
  readonly note?: string;
  /** Cited from memory: the text has not been compared yet. */
  readonly unchecked?: true;
}

type More = Partial<Pick<Clause, 'observable' | 'needs' | 'note' | 'unchecked'>>;

const owedAt =
  (level: Level) =>
  (actor: Actor, summary: string, more: More = {}): Clause => ({
    level,
    actor,
    summary,
    observable: true,
    ...more,
  });

const must = owedAt('MUST');
const should = owedAt('SHOULD');
const may = owedAt('MAY');

// biome-ignore format: a clause is a line or two, its note below it
export const clauses = {
  // The service specification, part 1: what the service does
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

  // The service specification, part 2: fields
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

  // The service specification, part 3: states and transitions
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

  // The service specification, part 4: the endpoint
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

  // The service specification, part 5: authentication (5.1 to 5.4 are its numbered items)
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

  // The service specification, part 6: events
  'service/6/open-event':
    must('client', 'A client fires open once the reply has been validated, and not before.', {
      observable: false,
    }),
  'service/6/error-then-close':
    must('client', 'A client whose handshake fails fires error and then close.', { observable: false }),
  'service/6/no-server-events':
    must('server', 'A server emits no event and calls no webhook for the handshake.', { observable: false }),

  // The service specification, part 7: errors and intermediaries
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

  // The service specification, parts 8 and 9: limits and versions
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

  // RFC 6455 §1.3: overview
  'rfc6455/1.3/field-order': must('server', 'A server reads the fields of an opening in any order.', {
    note: 'This section is not normative; §4.2.1 and RFC 9110 §5.3 say the same normatively.',
  }),

  // RFC 6455 §3: WebSocket URIs
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

  // RFC 6455 §4.1: the connection of the client
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

  // RFC 6455 §4.1: the request of the client
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

  // RFC 6455 §4.1: the client reads the reply
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

  // RFC 6455 §4.2: the server reads the request
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

  // RFC 6455 §4.2.2: the server replies
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

  // RFC 6455 §4.3 and §4.4: grammar and versions
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

  // RFC 6455 §5.1: masks
  'rfc6455/5.1/frames-masked': must('client', 'A client masks every frame that it sends.'),
  'rfc6455/5.1/masked-frame-closes':
    must('client', 'A client closes the connection when a frame of the server has a mask.'),

  // RFC 6455 §5.5.2: the ping that proves a 101
  'rfc6455/5.5.2/pong': must('server', 'A server that has opened the connection answers a ping with a pong.', {
    needs: 'pong',
    note: 'A server that has sent a Close frame instead owes none.',
  }),

  // RFC 6455 §7.1.7: failing the connection
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

  // RFC 6455 §7.3: who closes a connection
  'rfc6455/7.3/not-ended-at-once':
    should('server', 'A server that has opened does not end the connection at once, and without a Close frame.', {
      needs: 'pong',
      note: 'It may end the connection at any time; whoever does so at once has not opened for anybody.',
    }),

  // RFC 6455 §7.4.1: codes of the Close frame that end a connection which waits for its credential
  'rfc6455/7.4.1/policy-violation':
    should('server', 'A server closes a connection whose first message violates its policy with code 1008.', {
      note: 'The text gives the code for any violation of a policy; that the credential is one is settled here.',
    }),
  'rfc6455/7.4.1/unexpected-condition':
    should('server', 'A server closes a connection that it cannot serve for a fault of its own with code 1011.'),

  // RFC 6455 §9: extensions
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

  // RFC 6455 §10: security (§10.3 and §10.4 are on frames, §10.8 obliges nobody)
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

  // RFC 6455 §11.1: the URI schemes
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

  // RFC 6455 §11.3: the fields
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

  // RFC 7692: permessage-deflate (compared with passages of it that public sources quote, not with the whole)
  'rfc7692/5/alternatives-offered':
    may('client',
      'A client may offer one extension several times with different parameters, the preferred first.'),
  'rfc7692/5/offer-order': should('server', 'A server accepts the earliest offer that it can meet.',
      { needs: 'agreedDeflate' }),
  'rfc7692/5/declined-by-omission':
    must('server', 'A server declines an offer by leaving it out of its reply.', {
      unchecked: true,
      note: 'To decline is to decline the offer, not the connection, which may open without compression.',
    }),
  'rfc7692/5/answered-once':
    must('server', 'A server answers at most one of the offers for permessage-deflate.', { unchecked: true }),
  'rfc7692/5/answered-twice':
    must('client', 'A client fails the connection when the reply has permessage-deflate twice.', {
      needs: 'widerOffer',
      unchecked: true,
    }),
  'rfc7692/5/answer-unoffered':
    must('client',
      'A client fails the connection when the reply accepts a compression that it did not offer.'),
  'rfc7692/7/parameter-undefined':
    must('server', 'A server declines an offer with a parameter that is not defined for offers.', {
      needs: 'agreedDeflate',
      note:
        'RFC 6455 §9.1 fails the connection only for broken grammar; a wrong parameter costs the offer ' +
        'alone.',
    }),
  'rfc7692/7/parameter-invalid':
    must('server', 'A server declines an offer with an invalid parameter value.', { needs: 'agreedDeflate' }),
  'rfc7692/7/parameter-repeated': must('server', 'A server declines an offer with the same parameter twice.',
      { needs: 'agreedDeflate' }),
  'rfc7692/7/configuration-unsupported': must('server', 'A server declines an offer that it cannot meet.'),
  'rfc7692/7/answer-parameter-undefined':
    must('client',
      'A client fails the connection when the reply has a parameter that is not defined for replies.',
      { needs: 'widerOffer' }),
  'rfc7692/7/answer-parameter-invalid':
    must('client', 'A client fails the connection when the reply has an invalid parameter value.',
      { needs: 'widerOffer' }),
  'rfc7692/7/answer-parameter-repeated':
    must('client', 'A client fails the connection when the reply has the same parameter twice.',
      { needs: 'widerOffer' }),
  'rfc7692/7/answer-unsupported':
    must('client', 'A client fails the connection when it does not support what the reply agrees to.',
      { needs: 'inside' }),
  'rfc7692/7.1/answer-parameters-defined':
    must('server', 'A server answers with no parameter that is not defined for answers.', { unchecked: true }),
  'rfc7692/7.1/answer-parameters-once':
    must('server', 'A server answers with no parameter twice.', { unchecked: true }),
  'rfc7692/7.1.1.1/server-takeover-echoed':
    must('server', 'A server that accepts an offer with server_no_context_takeover answers with it.'),
  'rfc7692/7.1.1.1/server-takeover-valueless':
    must('server', 'A server sends server_no_context_takeover without a value.', { needs: 'agreedParameters' }),
  'rfc7692/7.1.1.1/server-takeover-unasked':
    may('server', 'A server may answer with server_no_context_takeover without being asked.',
      { needs: 'agreedParameters' }),
  'rfc7692/7.1.1.1/server-takeover-missing':
    must('client',
      'A client fails the connection when it asked for server_no_context_takeover and the reply lacks it.', {
      needs: 'widerOffer',
      unchecked: true,
    }),
  'rfc7692/7.1.1.2/client-takeover-hinted':
    may('client', 'A client may offer client_no_context_takeover, without a value, as a hint.'),
  'rfc7692/7.1.1.2/client-takeover-answered':
    may('server', 'A server may answer with client_no_context_takeover, asked or not.', { needs: 'agreedDeflate' }),
  'rfc7692/7.1.1.2/client-takeover-obeyed':
    must('client',
      'A client that is answered with client_no_context_takeover starts every message with an empty window.',
      { needs: 'messages' }),
  'rfc7692/7.1.2.1/server-bits-grammar':
    must('client',
      'A client offers server_max_window_bits with a number from 8 to 15 without leading zeros.'),
  'rfc7692/7.1.2.1/server-bits-echoed':
    must('server', 'A server that accepts an offer with server_max_window_bits answers with it.'),
  'rfc7692/7.1.2.1/server-bits-not-larger':
    must('server', 'A server answers with a server_max_window_bits no larger than the one offered.', {
      note:
        'Raw deflate of zlib has no window of 8 bits; a server asked for 8 answers 8 with a smaller real ' +
        'window, or declines.',
    }),
  'rfc7692/7.1.2.1/server-bits-unasked':
    may('server', 'A server may answer with server_max_window_bits without being asked.',
      { needs: 'agreedParameters' }),
  'rfc7692/7.1.2.1/server-bits-missing':
    must('client',
      'A client fails the connection when it asked for server_max_window_bits and the reply lacks it.', {
      needs: 'widerOffer',
      unchecked: true,
    }),
  'rfc7692/7.1.2.1/server-bits-larger':
    must('client',
      'A client fails the connection when server_max_window_bits in the reply is larger than it asked.', {
      needs: 'widerOffer',
      unchecked: true,
    }),
  'rfc7692/7.1.2.2/client-bits-offered':
    may('client', 'A client may offer client_max_window_bits with or without a value.'),
  'rfc7692/7.1.2.2/client-bits-grammar':
    must('client',
      'A client that gives client_max_window_bits a value uses a number from 8 to 15 without leading zeros.'),
  'rfc7692/7.1.2.2/client-bits-answered':
    may('server', 'A server may answer with client_max_window_bits when the client offered it.',
      { needs: 'agreedDeflate' }),
  'rfc7692/7.1.2.2/client-bits-unoffered':
    must('server', 'A server never answers with client_max_window_bits when the client did not offer it.'),
  'rfc7692/7.1.2.2/client-bits-value':
    must('server', 'A server that answers with client_max_window_bits gives it a value.', {
      needs: 'agreedParameters',
      unchecked: true,
      note:
        'A server that uses the value of an offer answers with it or less; a larger value only forgoes the ' +
        'hint and is no fault.',
    }),
  'rfc7692/7.1.2.2/client-bits-obeyed':
    must('client', 'A client compresses with a window no larger than client_max_window_bits in the reply.',
      { needs: 'messages' }),
  'rfc7692/7.1.2.2/answer-bits-unoffered':
    must('client',
      'A client fails the connection when the reply has client_max_window_bits and its offer had none.', {
      needs: 'widerOffer',
      unchecked: true,
    }),

  // RFC 9110: HTTP semantics
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

  // RFC 9112: HTTP/1.1 messages
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

  // RFC 2616: superseded by RFC 9110 and RFC 9112; only its grammar lives on in RFC 6455
  'rfc2616/2.1/null-elements':
    must('server',
      'A server takes null elements in the lists of Sec-WebSocket-Protocol and Sec-WebSocket-Extensions.', {
      note:
        '1#token asks for at least one element that is not null and allows null ones; RFC 9110 §5.6.1.2 ' +
        'agrees for a reasonable number.',
    }),
  'rfc2616/2.1/implied-space':
    must('server',
      'A server takes white space between the words and separators of Sec-WebSocket-Extensions.'),

  // RFC 4648: base64
  'rfc4648/3.3/alphabet':
    must('server', 'A server takes no character outside the standard alphabet in a key.', {
      note: 'RFC 6455 §4.3 draws the same line by its grammar; the alphabet for URLs is another one.',
    }),
  'rfc4648/3.5/pad-bits-zero': must('client', 'A client sets the pad bits of its key to zero.', {
    note: 'The example key of RFC 6455 §4.1 does not (erratum 3150).',
  }),
  'rfc4648/3.5/pad-bits-accepted':
    may('server', 'A server may take or refuse a key whose pad bits are not zero.', {
      note: 'Settled: taken, since the example of RFC 6455 §4.1 is such a key (erratum 3150).',
    }),

  // RFC 6454: the web origin
  'rfc6454/7.1/origin-grammar':
    must('client', 'A client writes Origin as null or as a scheme, a host and, where there is one, a port.', {
      note: 'The grammar allows several origins in one field; browsers send one, and a server compares one.',
    }),
  'rfc6454/7.3/one-origin': must('client', 'A client sends Origin at most once.'),
  'rfc6454/7.3/null-origin': must('client', 'A client in a privacy-sensitive context sends the origin null.',
      { needs: 'browser' }),

  // RFC 7301: the protocol that is spoken inside TLS
  'rfc7301/3.1/protocols-offered': may('client', 'A client may list the protocols that it speaks by ALPN.', {
    note: 'Settled: http/1.1, the one in which the opening is made.',
    unchecked: true,
  }),
  'rfc7301/3.2/protocol-offered':
    must('client', 'A client speaks no protocol that it did not list.', {
      needs: 'trust',
      note: 'A server that knows of no ALPN chooses none, which is no fault.',
      unchecked: true,
    }),
  'rfc7301/3.2/protocol-refused':
    must('client', 'A client fails the connection when the server speaks none of the protocols that it listed.', {
      needs: 'refusalByAlpn',
      unchecked: true,
    }),
  'rfc7301/3.2/no-common-protocol':
    must('server', 'A server that speaks none of the protocols listed ends the TLS handshake with an alert.', {
      needs: 'secureUrl',
      unchecked: true,
    }),

  // The WebSockets Standard of the WHATWG: what binds browsers besides
  'whatwg/2.2/compression-offered':
    must('client', 'A browser offers permessage-deflate with every opening.', { needs: 'browser' }),
  'whatwg/2.2/subprotocol-chosen':
    must('client', 'A browser fails the connection when it offered subprotocols and the reply chooses none.', {
      needs: 'browser',
      note: 'RFC 6455 §4.1 lets a client open the connection; see rfc6455/4.1/subprotocol-none-chosen.',
    }),
  'whatwg/3.1/http-scheme':
    must('client', 'A browser takes the schemes http and https of a URL for ws and wss.', { needs: 'browser' }),
  'whatwg/4/failure-untold':
    must('client', 'A browser lets no script tell why a connection failed.', {
      observable: false,
      unchecked: true,
    }),
} as const satisfies Record<`${string}/${string}/${string}`, Clause>;

export type ClauseId = keyof typeof clauses;

export function isClauseId(text: string): text is ClauseId {
  return Object.hasOwn(clauses, text);
}

/** All ids in the order of the register. */
export const clauseIds: readonly ClauseId[] = Object.keys(clauses) as ClauseId[]; // it forgets the keys

/** The document and the section that a clause is from: `RFC 6455 §4.2.1`, `WHATWG §2.2`, `service §5.4`. */
export function sourceOf(id: ClauseId): string {
  return id
    .replace(/^rfc/, 'RFC ')
    .replace(/^whatwg/, 'WHATWG')
    .replace(/\/(.+)\/.+$/, ' §$1');
}

/** The page and section that a clause is from; the service specification has none. */
export function locateClause(clause: ClauseId): string | undefined {
  const [, rfc, section] = /^rfc(\d+)\/([\d.]+)\//.exec(clause) ?? [];
  if (rfc !== undefined) return `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}`;
  return clause.startsWith('whatwg/') ? 'https://websockets.spec.whatwg.org/' : undefined;
}
