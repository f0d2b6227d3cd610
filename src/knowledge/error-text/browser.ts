import type { ErrorTextRow } from './row.ts';

const chromium = { client: 'Chromium or a Chromium-based browser', side: 'client', as: 'chromium' } as const;
const firefox = { client: 'Firefox', side: 'client', as: 'firefox' } as const;
const safari = { client: 'Safari', side: 'client', as: 'safari' } as const;

const nothingOfCause = 'open the network panel, or run ws101 doctor with the URL and';

/** What browsers write to their console, from the special to the general. */
export const browserTextRows = [
  // Before anything is sent.
  {
    ...chromium,
    id: 'chromium/mixed-content',
    pattern:
      /Mixed Content: The page at \S{1,2000} was loaded over HTTPS, but attempted to connect to the insecure WebSocket endpoint|An insecure WebSocket connection may not be initiated from a page loaded over HTTPS/i,
    meaning:
      'A page loaded over https may not open ws. The browser sent nothing, so this does not show a fault of the server.',
    signs: ['textSaysMixedContent'],
  },
  {
    ...chromium,
    id: 'chromium/scheme',
    pattern: /The URL's scheme must be either .{1,60}? '(?<value>[^']{1,40})' is not allowed/i,
    meaning: 'The URL given to the constructor has a scheme other than ws or wss. The client sent nothing.',
    signs: ['urlIsUnusable'],
  },
  {
    ...chromium,
    id: 'chromium/fragment',
    pattern: /The URL contains a fragment identifier \('?(?<value>[^')]{0,200})'?\)/i,
    meaning:
      'A WebSocket URL may not have a fragment, which is # and the text after it. The client sent nothing.',
    signs: ['fragmentIsGiven'],
  },
  {
    ...chromium,
    id: 'chromium/subprotocol-unusable',
    pattern: /The subprotocol '(?<value>[^']{0,200})' is (?:invalid|duplicated)/i,
    meaning:
      'A subprotocol given to the constructor is repeated, or is not a token. The client sent nothing.',
    signs: ['subprotocolIsUnusable'],
  },
  {
    ...chromium,
    id: 'chromium/url',
    pattern: /Failed to construct 'WebSocket': The URL '(?<value>[^']{0,2000})' is invalid/i,
    meaning: 'The text given to the constructor is not a valid URL. The client sent nothing.',
    signs: ['urlIsUnusable'],
  },
  {
    ...chromium,
    id: 'chromium/content-security-policy',
    pattern:
      /(?:Refused to connect|Connecting) to '(?:wss?:)[^']{0,2000}' (?:because it )?violates the following Content Security Policy directive/i,
    meaning:
      'The Content-Security-Policy of the page does not list the server under connect-src. The browser sent nothing, so this does not show a fault of the server.',
    signs: ['textSaysPolicy'],
  },
  // A reply that is no 101.
  {
    ...chromium,
    id: 'chromium/status',
    pattern: /Error during WebSocket handshake: Unexpected response code: (?<status>\d{3})/i,
    meaning:
      'The status of the reply is not 101. The message does not show who replied or why; the content of the reply often does.',
    signs: [],
  },
  {
    ...chromium,
    id: 'chromium/unauthorized',
    pattern: /HTTP Authentication failed; no valid credentials available/i,
    status: 401,
    meaning:
      'The reply is 401, and the browser had no credentials for it. A page cannot set Authorization on a WebSocket.',
    signs: [],
  },
  {
    ...chromium,
    id: 'chromium/proxy-authentication',
    pattern: /WebSocket connection to '[^']*' failed: Proxy authentication failed/i,
    meaning:
      'The proxy requires credentials, and got none that it accepts. The request did not reach the server.',
    signs: ['proxyWantsCredentials'],
  },
  {
    ...chromium,
    id: 'chromium/tunnel',
    pattern: /Establishing a tunnel via proxy server failed|net::ERR_TUNNEL_CONNECTION_FAILED/i,
    meaning:
      'The proxy refused CONNECT. The request did not reach the server, so this does not show a fault of the server.',
    signs: ['proxyRefuses'],
  },
  {
    ...chromium,
    id: 'chromium/status-line',
    pattern: /(?:Error during WebSocket handshake: |^)Invalid status line/i,
    meaning:
      'The received data does not start like an HTTP/1.1 reply. A server of another protocol may listen on this port.',
    signs: ['replyIsNoHttp'],
  },
  {
    ...chromium,
    id: 'chromium/closed',
    pattern: /Connection closed before receiving a handshake response/i,
    meaning:
      'The connection was accepted, and then closed before the first octet of a reply. The message does not show who closed it.',
    signs: ['endsWithoutReply'],
  },
  // A 101 that is none.
  {
    ...chromium,
    id: 'chromium/upgrade-missing',
    pattern: /'Upgrade' header is missing/i,
    status: 101,
    meaning: 'The 101 has no Upgrade. The server did not send it, or a proxy removed it.',
    signs: ['upgradeIsAbsent'],
  },
  {
    ...chromium,
    id: 'chromium/upgrade-other',
    pattern: /'Upgrade' header value is not 'WebSocket': (?<value>[^\s",]+(?:, ?[^\s",]+)*)/i,
    status: 101,
    meaning: 'Upgrade in the 101 contains something other than websocket, or more than websocket.',
    signs: ['upgradeIsNotWebsocket'],
  },
  {
    ...chromium,
    id: 'chromium/connection-missing',
    pattern: /'Connection' header is missing/i,
    status: 101,
    meaning: 'The 101 has no Connection. The server did not send it, or a proxy removed it.',
    signs: ['connectionIsAbsent'],
  },
  {
    ...chromium,
    id: 'chromium/connection-other',
    pattern: /'Connection' header value must contain 'Upgrade'/i,
    status: 101,
    meaning: 'Connection in the 101 does not contain Upgrade. A proxy may have replaced it.',
    signs: ['connectionLacksUpgrade'],
  },
  {
    ...chromium,
    id: 'chromium/accept-missing',
    pattern: /'Sec-WebSocket-Accept' header is missing/i,
    status: 101,
    meaning: 'The 101 has no Sec-WebSocket-Accept.',
    signs: ['acceptIsAbsent'],
  },
  {
    ...chromium,
    id: 'chromium/accept-wrong',
    pattern: /Incorrect 'Sec-WebSocket-Accept' header value/i,
    status: 101,
    meaning: 'Sec-WebSocket-Accept in the 101 does not match the key that the client sent.',
    signs: ['acceptIsWrong'],
  },
  {
    ...chromium,
    id: 'chromium/accept-repeated',
    pattern: /'Sec-WebSocket-Accept' header must not appear more than once in a response/i,
    status: 101,
    meaning: 'The 101 has more than one Sec-WebSocket-Accept. Two components may have written the reply.',
    signs: ['acceptIsRepeated'],
  },
  {
    ...chromium,
    id: 'chromium/subprotocol-repeated',
    pattern: /'Sec-WebSocket-Protocol' header must not appear more than once in a response/i,
    status: 101,
    meaning: 'The 101 has more than one subprotocol, in one Sec-WebSocket-Protocol field or in several.',
    signs: ['subprotocolIsRepeated'],
  },
  {
    ...chromium,
    id: 'chromium/upgrade-repeated',
    pattern: /'(?<value>Upgrade)' header must not appear more than once in a response/i,
    status: 101,
    meaning: 'The 101 has more than one Upgrade. Both the server and a proxy may have added one.',
    signs: ['upgradeIsNotWebsocket'],
  },
  {
    ...chromium,
    id: 'chromium/subprotocol-none-chosen',
    pattern: /Sent non-empty 'Sec-WebSocket-Protocol' header but no response was received/i,
    status: 101,
    meaning:
      'The client offered a subprotocol, but the 101 has none. Browsers then fail the connection; most other clients do not.',
    signs: ['subprotocolIsNotChosen', 'subprotocolIsSent'],
  },
  {
    ...chromium,
    id: 'chromium/subprotocol-unasked',
    pattern:
      /Response must not include 'Sec-WebSocket-Protocol' header if not present in request: (?<value>[^\s"',;)]+)/i,
    status: 101,
    meaning: 'The client offered no subprotocol, but the 101 has one.',
    signs: ['subprotocolIsUnoffered'],
  },
  {
    ...chromium,
    id: 'chromium/subprotocol-unoffered',
    pattern:
      /'Sec-WebSocket-Protocol' header value '(?<value>[^']*)' in response does not match any of sent values/i,
    status: 101,
    meaning: 'The client did not offer the subprotocol in the 101; the comparison is case-sensitive.',
    signs: ['subprotocolIsUnoffered', 'subprotocolIsSent'],
  },
  {
    ...chromium,
    id: 'chromium/extension-unoffered',
    pattern: /Found an unsupported extension '(?<value>[^']*)' in 'Sec-WebSocket-Extensions' header/i,
    status: 101,
    meaning: 'The 101 has an extension that Chromium never offers.',
    signs: ['extensionIsUnoffered'],
  },
  {
    ...chromium,
    id: 'chromium/extensions-malformed',
    pattern: /'Sec-WebSocket-Extensions' header value is rejected by the parser: ?(?<value>[^\s"']*)/i,
    status: 101,
    meaning: 'Sec-WebSocket-Extensions in the 101 is empty, or does not match the grammar.',
    signs: ['extensionsAreMalformed'],
  },
  {
    ...chromium,
    id: 'chromium/extension-repeated',
    pattern: /Received duplicate permessage-deflate response/i,
    status: 101,
    meaning: 'The 101 has permessage-deflate more than once.',
    signs: ['extensionIsRepeated'],
  },
  {
    ...chromium,
    id: 'chromium/deflate-parameter-undefined',
    pattern: /Error in permessage-deflate: Received an unexpected permessage-deflate extension parameter/i,
    status: 101,
    meaning: 'In the 101, permessage-deflate has a parameter that RFC 7692 does not define.',
    signs: ['extensionParameterIsUndefined'],
  },
  {
    ...chromium,
    id: 'chromium/deflate-parameter-repeated',
    pattern:
      /Error in permessage-deflate: Received duplicate permessage-deflate extension parameter (?<value>\w+)/i,
    status: 101,
    meaning: 'In the 101, permessage-deflate has the same parameter twice.',
    signs: ['extensionParameterIsRepeated'],
  },
  {
    ...chromium,
    id: 'chromium/deflate-parameter-invalid',
    pattern:
      /Error in permessage-deflate: (?:Received invalid )?(?<value>\w+)(?: parameter| must have value)/i,
    status: 101,
    meaning: 'In the 101, a parameter of permessage-deflate has an invalid value, or no value.',
    signs: ['extensionParameterIsInvalid'],
  },
  {
    ...chromium,
    id: 'chromium/deflate',
    pattern: /Error in permessage-deflate: (?<value>\S+)/i,
    status: 101,
    meaning: 'Chromium does not accept the permessage-deflate parameters in the 101.',
    signs: ['extensionParameterIsInvalid'],
  },
  // An open connection.
  {
    ...chromium,
    id: 'chromium/frames',
    pattern:
      /Invalid frame header|One or more reserved bits are on: reserved1|A server must not mask any frames that it sends to the client|Unrecognized frame opcode: \d+|Received unexpected continuation frame/i,
    meaning:
      'The handshake succeeded, but the data after it is not a valid frame. Common causes are an HTTP message, a second reply, or compression that a proxy broke.',
    signs: ['textSaysFrames'],
  },
  {
    ...chromium,
    id: 'chromium/opening-timeout',
    pattern: /WebSocket opening handshake timed out|net::ERR_TIMED_OUT/i,
    meaning:
      'No reply arrived within four minutes. The message does not show whether the connection was accepted.',
    signs: ['textSaysTimeout'],
  },
  {
    ...chromium,
    id: 'chromium/closed-by-page',
    pattern:
      /WebSocket is closed before the connection is established|WebSocket opening handshake was canceled/i,
    meaning:
      'The page closed the WebSocket while it was opening, or the user left the page. This does not show a fault of the server; look for the code that calls close().',
    signs: [],
  },
  {
    ...chromium,
    id: 'chromium/sent-behind-close',
    pattern: /WebSocket is already in CLOSING or CLOSED state/i,
    meaning:
      'The page sent data on a WebSocket that was already closed. An earlier line or the close event gives the reason for the close.',
    signs: ['textSaysNothingMore'],
  },
  // Firefox and Safari.
  {
    ...firefox,
    id: 'firefox/failed',
    pattern: /can't establish a connection to the server at wss?:\S+/i,
    meaning: `Firefox prints this for every handshake that fails, so the message does not show the cause: ${nothingOfCause} --as firefox.`,
    signs: ['textSaysNothingMore'],
  },
  {
    ...firefox,
    id: 'firefox/interrupted',
    pattern: /The connection to \S{1,2000} was interrupted while the page was loading/i,
    meaning: `Firefox prints this if the connection ends, even if the user only left the page, so the message does not show the cause: ${nothingOfCause} --as firefox.`,
    signs: ['textSaysNothingMore'],
  },
  {
    ...firefox,
    id: 'firefox/insecure',
    pattern: /The operation is insecure/i,
    meaning:
      'Firefox did not allow the connection, usually because an https page opened ws, sometimes because it blocks the port. It sent nothing.',
    signs: ['textSaysMixedContent'],
  },
  {
    ...safari,
    id: 'safari/mixed-content',
    pattern: /The page at \S{1,2000} was not allowed to (?:run|display) insecure content from wss?:/i,
    meaning: 'A page loaded over https may not open ws. The browser sent nothing.',
    signs: ['textSaysMixedContent'],
  },
  {
    ...safari,
    id: 'safari/bad-response',
    pattern: /There was a bad response from the server|NSURLErrorDomain Code=-1011/i,
    meaning: `Safari or URLSession rejected the reply: its status is not 101, or the 101 has a fault. The message does not show which: ${nothingOfCause} --as safari.`,
    signs: ['textSaysNothingMore'],
  },
  {
    ...safari,
    id: 'safari/protocol-error',
    pattern: /kNWErrorDomainPOSIX error 100\b/i,
    meaning:
      'The frames are not valid for this connection: this is known of Safari with permessage-deflate and with large messages. The handshake itself may be correct.',
    signs: ['textSaysFrames'],
  },
  {
    ...safari,
    id: 'safari/not-connected',
    pattern: /kNWErrorDomainPOSIX error 57\b/i,
    meaning: `The connection had already ended, which is known of Safari behind a proxy. The message does not show who ended it: ${nothingOfCause} --as safari.`,
    signs: ['textSaysClosed'],
  },
  {
    ...safari,
    id: 'safari/lost',
    pattern: /The network connection was lost/i,
    meaning: `The connection ended. The message does not show whether a reply arrived before that: ${nothingOfCause} --as safari.`,
    signs: ['textSaysClosed'],
  },
  {
    ...safari,
    id: 'safari/compressed-bit',
    pattern: /Compressed bit must be 0 if no negotiated deflate-frame extension/i,
    meaning:
      'The server sends compressed messages, but this Safari (up to version 14) did not negotiate compression.',
    signs: ['textSaysFrames'],
  },
  {
    ...safari,
    id: 'safari/header-value',
    pattern: /Invalid UTF-8 sequence in header value/i,
    meaning:
      'The 101 has a field that Safari up to version 14 cannot read, for example an empty Sec-WebSocket-Extensions.',
    signs: ['fieldLinesAreMalformed'],
  },
  {
    ...safari,
    id: 'safari/status',
    pattern: /WebSocket connection to '[^']*' failed: Unexpected response code: (?<status>\d{3})/i,
    meaning: 'The status of the reply is not 101. The message does not show who replied or why.',
    signs: [],
  },
] as const satisfies readonly ErrorTextRow[];
