import type { ErrorTextRow } from './error-text-row.ts';

const chromium = { client: 'Chromium and browsers made of it', side: 'client', as: 'chromium' } as const;
const firefox = { client: 'Firefox', side: 'client', as: 'firefox' } as const;
const safari = { client: 'Safari', side: 'client', as: 'safari' } as const;

const nothingOfCause = 'look into the network panel, or let ws101 doctor open the URL';

/** What browsers write to their console, from the special to the general. */
export const browserTextRows = [
  // Before anything is sent.
  {
    ...{ ...chromium, id: 'chromium/mixed-content' },
    pattern:
      /Mixed Content: The page at \S{1,2000} was loaded over HTTPS, but attempted to connect to the insecure WebSocket endpoint|An insecure WebSocket connection may not be initiated from a page loaded over HTTPS/i,
    meaning:
      'A page that was loaded over https may not open ws. Nothing was sent, so it says nothing of the server.',
    signs: ['textSaysMixedContent'],
  },
  {
    ...{ ...chromium, id: 'chromium/scheme' },
    pattern: /The URL's scheme must be either .{1,60}? '(?<value>[^']{1,40})' is not allowed/i,
    meaning: 'The constructor was given a URL with another scheme than ws or wss. Nothing was sent.',
    signs: ['urlIsUnusable'],
  },
  {
    ...{ ...chromium, id: 'chromium/fragment' },
    pattern: /The URL contains a fragment identifier \('?(?<value>[^')]{0,200})'?\)/i,
    meaning: 'The URL of a WebSocket may have no fragment, the part from # on. Nothing was sent.',
    signs: ['fragmentIsGiven'],
  },
  {
    ...{ ...chromium, id: 'chromium/subprotocol-unusable' },
    pattern: /The subprotocol '(?<value>[^']{0,200})' is (?:invalid|duplicated)/i,
    meaning: 'The constructor was given a subprotocol twice, or one that is no token. Nothing was sent.',
    signs: ['subprotocolIsUnusable'],
  },
  {
    ...{ ...chromium, id: 'chromium/url' },
    pattern: /Failed to construct 'WebSocket': The URL '(?<value>[^']{0,2000})' is invalid/i,
    meaning: 'The constructor was given what is no URL. Nothing was sent.',
    signs: ['urlIsUnusable'],
  },
  {
    ...{ ...chromium, id: 'chromium/content-security-policy' },
    pattern:
      /(?:Refused to connect|Connecting) to '(?:wss?:)[^']{0,2000}' (?:because it )?violates the following Content Security Policy directive/i,
    meaning:
      'The Content-Security-Policy of the page does not list the server under connect-src. Nothing was sent, so it says nothing of the server.',
    signs: ['textSaysPolicy'],
  },
  // A reply that is no 101.
  {
    ...{ ...chromium, id: 'chromium/status' },
    pattern: /Error during WebSocket handshake: Unexpected response code: (?<status>\d{3})/i,
    meaning:
      'A reply came, and its status was not 101. It says neither who answered nor why; the content of the reply often does.',
    signs: [],
  },
  {
    ...{ ...chromium, id: 'chromium/unauthorized' },
    pattern: /HTTP Authentication failed; no valid credentials available/i,
    status: 401,
    meaning:
      'The reply was 401, and the browser had no credential for it. A page cannot set Authorization on a WebSocket.',
    signs: [],
  },
  {
    ...{ ...chromium, id: 'chromium/proxy-authentication' },
    pattern: /WebSocket connection to '[^']*' failed: Proxy authentication failed/i,
    meaning: 'The proxy wants credentials, and had none that it takes. The server was not reached.',
    signs: ['proxyWantsCredentials'],
  },
  {
    ...{ ...chromium, id: 'chromium/tunnel' },
    pattern: /Establishing a tunnel via proxy server failed|net::ERR_TUNNEL_CONNECTION_FAILED/i,
    meaning:
      'The proxy answered CONNECT with a refusal. It says nothing of the server, which was not reached from here.',
    signs: ['proxyRefuses'],
  },
  {
    ...{ ...chromium, id: 'chromium/status-line' },
    pattern: /(?:Error during WebSocket handshake: |^)Invalid status line/i,
    meaning:
      'What came does not begin as a reply of HTTP/1.1 does. Another protocol may listen at this port.',
    signs: ['replyIsNoHttp'],
  },
  {
    ...{ ...chromium, id: 'chromium/closed' },
    pattern: /Connection closed before receiving a handshake response/i,
    meaning:
      'The connection was taken, and closed without a single octet of a reply. It does not say by whom.',
    signs: ['endsWithoutReply'],
  },
  // A 101 that is none.
  {
    ...{ ...chromium, id: 'chromium/upgrade-missing' },
    pattern: /'Upgrade' header is missing/i,
    status: 101,
    meaning: 'The 101 came without Upgrade. The server left it out, or a hop took it away.',
    signs: ['upgradeIsAbsent'],
  },
  {
    ...{ ...chromium, id: 'chromium/upgrade-other' },
    pattern: /'Upgrade' header value is not 'WebSocket': (?<value>[^\s",]+(?:, ?[^\s",]+)*)/i,
    status: 101,
    meaning: 'The Upgrade of the 101 names something else than websocket, or more than that.',
    signs: ['upgradeIsNotWebsocket'],
  },
  {
    ...{ ...chromium, id: 'chromium/connection-missing' },
    pattern: /'Connection' header is missing/i,
    status: 101,
    meaning: 'The 101 came without Connection. The server left it out, or a hop took it away.',
    signs: ['connectionIsAbsent'],
  },
  {
    ...{ ...chromium, id: 'chromium/connection-other' },
    pattern: /'Connection' header value must contain 'Upgrade'/i,
    status: 101,
    meaning: 'The Connection of the 101 does not contain Upgrade. A hop may have written its own.',
    signs: ['connectionLacksUpgrade'],
  },
  {
    ...{ ...chromium, id: 'chromium/accept-missing' },
    pattern: /'Sec-WebSocket-Accept' header is missing/i,
    status: 101,
    meaning: 'The 101 came without Sec-WebSocket-Accept.',
    signs: ['acceptIsAbsent'],
  },
  {
    ...{ ...chromium, id: 'chromium/accept-wrong' },
    pattern: /Incorrect 'Sec-WebSocket-Accept' header value/i,
    status: 101,
    meaning: 'The accept value of the 101 is not the one for the key that was sent.',
    signs: ['acceptIsWrong'],
  },
  {
    ...{ ...chromium, id: 'chromium/accept-repeated' },
    pattern: /'Sec-WebSocket-Accept' header must not appear more than once in a response/i,
    status: 101,
    meaning: 'The 101 has more than one Sec-WebSocket-Accept. Two may have written the reply.',
    signs: ['acceptIsRepeated'],
  },
  {
    ...{ ...chromium, id: 'chromium/subprotocol-repeated' },
    pattern: /'Sec-WebSocket-Protocol' header must not appear more than once in a response/i,
    status: 101,
    meaning: 'The 101 chooses more than one subprotocol, in one Sec-WebSocket-Protocol or in several.',
    signs: ['subprotocolIsRepeated'],
  },
  {
    ...{ ...chromium, id: 'chromium/upgrade-repeated' },
    pattern: /'(?<value>Upgrade)' header must not appear more than once in a response/i,
    status: 101,
    meaning: 'The 101 has more than one Upgrade. Both the server and a hop may have written one.',
    signs: ['upgradeIsNotWebsocket'],
  },
  {
    ...{ ...chromium, id: 'chromium/subprotocol-none-chosen' },
    pattern: /Sent non-empty 'Sec-WebSocket-Protocol' header but no response was received/i,
    status: 101,
    meaning:
      'A subprotocol was offered, and the 101 chooses none. Browsers fail then, and most other clients do not.',
    signs: ['subprotocolIsNotChosen', 'subprotocolIsSent'],
  },
  {
    ...{ ...chromium, id: 'chromium/subprotocol-unasked' },
    pattern:
      /Response must not include 'Sec-WebSocket-Protocol' header if not present in request: (?<value>[^\s"',;)]+)/i,
    status: 101,
    meaning: 'No subprotocol was offered, and the 101 chooses one all the same.',
    signs: ['subprotocolIsUnoffered'],
  },
  {
    ...{ ...chromium, id: 'chromium/subprotocol-unoffered' },
    pattern:
      /'Sec-WebSocket-Protocol' header value '(?<value>[^']*)' in response does not match any of sent values/i,
    status: 101,
    meaning: 'The 101 chooses a subprotocol that is none of those offered; letters count by their case.',
    signs: ['subprotocolIsUnoffered', 'subprotocolIsSent'],
  },
  {
    ...{ ...chromium, id: 'chromium/extension-unoffered' },
    pattern: /Found an unsupported extension '(?<value>[^']*)' in 'Sec-WebSocket-Extensions' header/i,
    status: 101,
    meaning: 'The 101 agrees to an extension that Chromium never offers.',
    signs: ['extensionIsUnoffered'],
  },
  {
    ...{ ...chromium, id: 'chromium/extensions-malformed' },
    pattern: /'Sec-WebSocket-Extensions' header value is rejected by the parser: ?(?<value>[^\s"']*)/i,
    status: 101,
    meaning: 'The Sec-WebSocket-Extensions of the 101 is empty, or is not written as the grammar asks.',
    signs: ['extensionsAreMalformed'],
  },
  {
    ...{ ...chromium, id: 'chromium/extension-repeated' },
    pattern: /Received duplicate permessage-deflate response/i,
    status: 101,
    meaning: 'The 101 agrees to permessage-deflate more than once.',
    signs: ['extensionIsRepeated'],
  },
  {
    ...{ ...chromium, id: 'chromium/deflate-parameter-undefined' },
    pattern: /Error in permessage-deflate: Received an unexpected permessage-deflate extension parameter/i,
    status: 101,
    meaning: 'The 101 answers permessage-deflate with a parameter that RFC 7692 does not define.',
    signs: ['extensionParameterIsUndefined'],
  },
  {
    ...{ ...chromium, id: 'chromium/deflate-parameter-repeated' },
    pattern:
      /Error in permessage-deflate: Received duplicate permessage-deflate extension parameter (?<value>\w+)/i,
    status: 101,
    meaning: 'The 101 answers permessage-deflate with the same parameter twice.',
    signs: ['extensionParameterIsRepeated'],
  },
  {
    ...{ ...chromium, id: 'chromium/deflate-parameter-invalid' },
    pattern:
      /Error in permessage-deflate: (?:Received invalid )?(?<value>\w+)(?: parameter| must have value)/i,
    status: 101,
    meaning:
      'The 101 answers permessage-deflate with a value that the parameter does not take, or with none.',
    signs: ['extensionParameterIsInvalid'],
  },
  {
    ...{ ...chromium, id: 'chromium/deflate' },
    pattern: /Error in permessage-deflate: (?<value>\S+)/i,
    status: 101,
    meaning: 'The 101 answers permessage-deflate in a way that Chromium does not take.',
    signs: ['extensionParameterIsInvalid'],
  },
  // An open connection.
  {
    ...{ ...chromium, id: 'chromium/frames' },
    pattern:
      /Invalid frame header|One or more reserved bits are on: reserved1|A server must not mask any frames that it sends to the client|Unrecognized frame opcode: \d+|Received unexpected continuation frame/i,
    meaning:
      'The handshake succeeded, and what came behind it is no frame: often HTTP or a second answer, or compression that a hop has broken.',
    signs: ['textSaysFrames'],
  },
  {
    ...{ ...chromium, id: 'chromium/opening-timeout' },
    pattern: /WebSocket opening handshake timed out|net::ERR_TIMED_OUT/i,
    meaning: 'No reply came within four minutes. The connection itself may or may not have been taken.',
    signs: ['textSaysTimeout'],
  },
  {
    ...{ ...chromium, id: 'chromium/closed-by-page' },
    pattern:
      /WebSocket is closed before the connection is established|WebSocket opening handshake was canceled/i,
    meaning:
      'The page closed the WebSocket while it was opening, or was left. It says nothing of the server; look for the code that calls close().',
    signs: [],
  },
  {
    ...{ ...chromium, id: 'chromium/sent-behind-close' },
    pattern: /WebSocket is already in CLOSING or CLOSED state/i,
    meaning:
      'The page sent on a WebSocket that was closed before. Why it was closed stands in an earlier line, or in the close event.',
    signs: ['textSaysNothingMore'],
  },
  // Firefox and Safari.
  {
    ...{ ...firefox, id: 'firefox/failed' },
    pattern: /can't establish a connection to the server at wss?:\S+/i,
    meaning: `Firefox says this of every opening that fails, so it tells nothing of the cause: ${nothingOfCause} --as firefox.`,
    signs: ['textSaysNothingMore'],
  },
  {
    ...{ ...firefox, id: 'firefox/interrupted' },
    pattern: /The connection to \S{1,2000} was interrupted while the page was loading/i,
    meaning: `Firefox says this where the connection ended, also where only the page was left, so it tells nothing of the cause: ${nothingOfCause} --as firefox.`,
    signs: ['textSaysNothingMore'],
  },
  {
    ...{ ...firefox, id: 'firefox/insecure' },
    pattern: /The operation is insecure/i,
    meaning:
      'Firefox did not let the page make the connection: mostly ws from a page of https, now and then a port that it blocks. Nothing was sent.',
    signs: ['textSaysMixedContent'],
  },
  {
    ...{ ...safari, id: 'safari/mixed-content' },
    pattern: /The page at \S{1,2000} was not allowed to (?:run|display) insecure content from wss?:/i,
    meaning: 'A page that was loaded over https may not open ws. Nothing was sent.',
    signs: ['textSaysMixedContent'],
  },
  {
    ...{ ...safari, id: 'safari/bad-response' },
    pattern: /There was a bad response from the server|NSURLErrorDomain Code=-1011/i,
    meaning: `A reply came, and Safari or URLSession did not take it: another status than 101, or a 101 with a fault. It does not say which: ${nothingOfCause} --as safari.`,
    signs: ['textSaysNothingMore'],
  },
  {
    ...{ ...safari, id: 'safari/protocol-error' },
    pattern: /kNWErrorDomainPOSIX error 100\b/i,
    meaning:
      'The frames were not what was agreed on: known of Safari with permessage-deflate, and with large messages. The handshake itself may be sound.',
    signs: ['textSaysFrames'],
  },
  {
    ...{ ...safari, id: 'safari/not-connected' },
    pattern: /kNWErrorDomainPOSIX error 57\b/i,
    meaning: `The connection was not there any more. Known of Safari behind a proxy; it does not say who ended it: ${nothingOfCause} --as safari.`,
    signs: ['textSaysClosed'],
  },
  {
    ...{ ...safari, id: 'safari/lost' },
    pattern: /The network connection was lost/i,
    meaning: `The connection ended. Whether a reply had come before it does not say: ${nothingOfCause} --as safari.`,
    signs: ['textSaysClosed'],
  },
  {
    ...{ ...safari, id: 'safari/compressed-bit' },
    pattern: /Compressed bit must be 0 if no negotiated deflate-frame extension/i,
    meaning:
      'The server sends compressed messages, though no compression was agreed on with this Safari (up to version 14).',
    signs: ['textSaysFrames'],
  },
  {
    ...{ ...safari, id: 'safari/header-value' },
    pattern: /Invalid UTF-8 sequence in header value/i,
    meaning:
      'The 101 has a field that Safari up to version 14 could not read; known of an empty Sec-WebSocket-Extensions.',
    signs: ['fieldLinesAreMalformed'],
  },
  {
    ...{ ...safari, id: 'safari/status' },
    pattern: /WebSocket connection to '[^']*' failed: Unexpected response code: (?<status>\d{3})/i,
    meaning: 'A reply came, and its status was not 101. It says neither who answered nor why.',
    signs: [],
  },
] as const satisfies readonly ErrorTextRow[];
