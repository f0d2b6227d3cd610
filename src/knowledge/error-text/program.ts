import type { ErrorTextRow } from './row.ts';

const ws = { client: 'ws (Node.js), the client', side: 'client', as: 'node' } as const;
const undici = { client: 'undici, the WebSocket of Node.js', side: 'client', as: 'node' } as const;
const bun = { client: 'Bun', side: 'client' } as const;
const faye = { client: 'faye-websocket or websocket-driver', side: 'client' } as const;
const websocketNode = { client: 'websocket (Node.js), the client', side: 'client' } as const;
const websockets = { client: 'websockets (Python), the client', side: 'client' } as const;
const websocketClient = { client: 'websocket-client (Python)', side: 'client' } as const;
const aiohttp = { client: 'aiohttp, the client', side: 'client' } as const;
const gorilla = { client: 'gorilla/websocket (Go), the client', side: 'client' } as const;
const coder = { client: 'coder/websocket (Go), the client', side: 'client' } as const;
const dotnet = { client: '.NET, ClientWebSocket', side: 'client' } as const;
const jdk = { client: 'the HTTP client of the JDK', side: 'client' } as const;
const tomcat = { client: 'Tomcat or another Jakarta WebSocket client', side: 'client' } as const;
const netty = { client: 'Netty, the client', side: 'client' } as const;
const javaWebSocket = { client: 'Java-WebSocket, the client', side: 'client' } as const;
const okhttp = { client: 'OkHttp', side: 'client' } as const;
const ktor = { client: 'Ktor, the client', side: 'client' } as const;
const socketRocket = { client: 'SocketRocket, also used by React Native', side: 'client' } as const;
const dart = { client: 'Dart or Flutter', side: 'client' } as const;
const tungstenite = { client: 'tungstenite (Rust)', side: 'client' } as const;
const websocat = { client: 'websocat', side: 'client' } as const;

const status =
  'The status of the reply is not 101. The message does not show who replied or why; the content of the reply often does.';
const accept = 'Sec-WebSocket-Accept in the 101 does not match the key that the client sent.';
const noUpgrade = 'The 101 has no Upgrade: websocket. The server did not send it, or a proxy removed it.';
const noConnection = 'Connection in the 101 is missing, or has a value that this client does not accept.';
const wholeConnection =
  'Connection in the 101 is missing, or is not exactly Upgrade. This client compares the whole value, which RFC 6455 does not require.';
const unoffered = 'The client did not offer the subprotocol in the 101.';
const noneChosen =
  'The client offered a subprotocol, but the 101 has none. Some clients, including browsers, then fail the connection; others do not.';

/** What libraries and programs throw, each by its own words. */
export const programTextRows = [
  // ws
  {
    ...ws,
    id: 'ws/no-upgrade',
    pattern: /Unexpected server response: 101\b/i,
    status: 101,
    meaning:
      'Node.js did not treat the 101 as an upgrade: Upgrade is missing, or Connection does not contain Upgrade. Often a proxy removed them.',
    signs: ['upgradeIsAbsent'],
  },
  {
    ...ws,
    id: 'ws/status',
    pattern: /Unexpected server response: (?<status>\d{3})/i,
    meaning: status,
    signs: [],
  },
  {
    ...ws,
    id: 'ws/upgrade',
    pattern: /Invalid Upgrade header\b(?!:)/,
    meaning:
      'From a client, this means that Upgrade in the 101 is not websocket. The ws server uses the same text, with 400, for a request.',
    signs: ['upgradeIsNotWebsocket'],
  },
  {
    ...ws,
    id: 'ws/accept',
    pattern: /Invalid Sec-WebSocket-Accept header\b(?!:)/i,
    status: 101,
    meaning: 'Sec-WebSocket-Accept in the 101 is missing, or does not match the key that the client sent.',
    signs: ['acceptIsWrong'],
  },
  {
    ...tungstenite,
    id: 'tungstenite/subprotocol-none-chosen',
    pattern: /SubProtocol error: Server sent no subprotocol/i,
    status: 101,
    meaning: noneChosen,
    signs: ['subprotocolIsNotChosen', 'subprotocolIsSent'],
  },
  {
    ...tungstenite,
    id: 'tungstenite/subprotocol',
    pattern:
      /SubProtocol error: Server sent (?:an invalid subprotocol|a subprotocol but none was requested)/i,
    status: 101,
    meaning: unoffered,
    signs: ['subprotocolIsUnoffered'],
  },
  {
    ...ws,
    id: 'ws/subprotocol-none-chosen',
    pattern: /Server sent no subprotocol/i,
    status: 101,
    meaning: noneChosen,
    signs: ['subprotocolIsNotChosen', 'subprotocolIsSent'],
  },
  {
    ...ws,
    id: 'ws/subprotocol-unasked',
    pattern: /Server sent a subprotocol but none was requested/i,
    status: 101,
    meaning: 'The client offered no subprotocol, but the 101 has one.',
    signs: ['subprotocolIsUnoffered'],
  },
  {
    ...ws,
    id: 'ws/subprotocol-unoffered',
    pattern: /Server sent an invalid subprotocol/i,
    status: 101,
    meaning: unoffered,
    signs: ['subprotocolIsUnoffered', 'subprotocolIsSent'],
  },
  {
    ...ws,
    id: 'ws/extension-unasked',
    pattern: /Server sent a Sec-WebSocket-Extensions header but no extension was requested/i,
    status: 101,
    meaning: 'The client offered no extension, but the 101 has one.',
    signs: ['extensionIsUnoffered'],
  },
  {
    ...ws,
    id: 'ws/extension-unoffered',
    pattern: /Server indicated an extension that was not requested/i,
    status: 101,
    meaning: 'The 101 has an extension that the client did not offer.',
    signs: ['extensionIsUnoffered'],
  },
  {
    ...ws,
    id: 'ws/extensions',
    pattern: /Invalid Sec-WebSocket-Extensions header/i,
    meaning:
      'Sec-WebSocket-Extensions in the 101 is malformed, or has permessage-deflate parameters that are not allowed.',
    signs: ['extensionsAreMalformed'],
  },
  {
    ...ws,
    id: 'ws/timeout',
    pattern: /Opening handshake has timed out/i,
    meaning:
      'No reply arrived within handshakeTimeout. The message does not show whether the connection was accepted.',
    signs: ['textSaysTimeout'],
  },
  {
    ...ws,
    id: 'ws/redirects',
    pattern: /Maximum redirects exceeded/i,
    meaning:
      'The client followed redirects until it reached its limit. Browsers do not follow redirects of a handshake.',
    signs: ['redirects'],
  },
  {
    ...ws,
    id: 'ws/url',
    pattern: /The URL's protocol must be one of "ws:"|SyntaxError: Invalid URL: /i,
    meaning: 'The text given to the constructor is not a WebSocket URL. The client sent nothing.',
    signs: ['urlIsUnusable'],
  },
  {
    ...ws,
    id: 'ws/fragment',
    pattern: /The URL contains a fragment identifier/i,
    meaning:
      'A WebSocket URL may not have a fragment, which is # and the text after it. The client sent nothing.',
    signs: ['fragmentIsGiven'],
  },
  {
    ...ws,
    id: 'ws/subprotocol-unusable',
    pattern: /An invalid or duplicated subprotocol was specified/i,
    meaning:
      'A subprotocol given to the constructor is repeated, or is not a token. The client sent nothing.',
    signs: ['subprotocolIsUnusable'],
  },
  {
    ...ws,
    id: 'ws/frames',
    pattern: /Invalid WebSocket frame: (?<value>\S+)/i,
    meaning:
      'The handshake succeeded, but the data after it is not a valid frame. Common causes are an HTTP message, a second reply, or compression that a proxy broke.',
    signs: ['textSaysFrames'],
  },
  // undici and Bun
  {
    ...undici,
    id: 'undici/failed',
    pattern: /Received network error or non-(?:101|200) status code/i,
    meaning:
      'There was no connection, or the status of the reply is not 101; undici uses the same text for both. If the error has a cause, the cause shows more.',
    signs: ['textSaysNothingMore'],
  },
  {
    ...undici,
    id: 'undici/subprotocol-none-chosen',
    pattern: /Server did not respond with sent protocols/i,
    status: 101,
    meaning: noneChosen,
    signs: ['subprotocolIsNotChosen', 'subprotocolIsSent'],
  },
  {
    ...undici,
    id: 'undici/upgrade',
    pattern: /Server did not set Upgrade header to "websocket"/i,
    status: 101,
    meaning: noUpgrade,
    signs: ['upgradeIsAbsent'],
  },
  {
    ...undici,
    id: 'undici/connection',
    pattern: /Server did not set Connection header to "upgrade"/i,
    status: 101,
    meaning: wholeConnection,
    signs: ['connectionLacksUpgrade'],
  },
  {
    ...undici,
    id: 'undici/accept',
    pattern: /Incorrect hash received in Sec-WebSocket-Accept header/i,
    status: 101,
    meaning: accept,
    signs: ['acceptIsWrong'],
  },
  {
    ...undici,
    id: 'undici/extension',
    pattern: /Sec-WebSocket-Extensions header does not match/i,
    status: 101,
    meaning: 'The 101 has an extension that the client did not offer.',
    signs: ['extensionIsUnoffered'],
  },
  {
    ...undici,
    id: 'undici/subprotocol',
    pattern: /Protocol was not set in the opening handshake/i,
    status: 101,
    meaning: unoffered,
    signs: ['subprotocolIsUnoffered'],
  },
  {
    ...bun,
    id: 'bun/status',
    pattern: /failed: Expected 101 status code/i,
    meaning: 'The status of the reply is not 101. Bun does not show the status.',
    signs: ['statusIsNot101'],
  },
  // faye-websocket and websocket, for Node
  {
    ...faye,
    id: 'faye/upgrade',
    pattern: /'Upgrade' header value is not 'WebSocket'/i,
    status: 101,
    meaning: 'Upgrade in the 101 is not websocket.',
    signs: ['upgradeIsNotWebsocket'],
  },
  {
    ...faye,
    id: 'faye/connection',
    pattern: /'Connection' header value is not 'Upgrade'/i,
    status: 101,
    meaning: wholeConnection,
    signs: ['connectionLacksUpgrade'],
  },
  {
    ...faye,
    id: 'faye/accept',
    pattern: /Sec-WebSocket-Accept mismatch/i,
    status: 101,
    meaning: accept,
    signs: ['acceptIsWrong'],
  },
  {
    ...faye,
    id: 'faye/subprotocol',
    pattern: /Sec-WebSocket-Protocol mismatch/i,
    status: 101,
    meaning: unoffered,
    signs: ['subprotocolIsUnoffered'],
  },
  {
    ...websocketNode,
    id: 'websocket-node/status',
    pattern: /Server responded with a non-101 status: (?<status>\d{3})/i,
    meaning: status,
    signs: [],
  },
  {
    ...websocketNode,
    id: 'websocket-node/connection',
    pattern: /Expected a Connection: Upgrade header from the server/i,
    status: 101,
    meaning: wholeConnection,
    signs: ['connectionLacksUpgrade'],
  },
  {
    ...websocketNode,
    id: 'websocket-node/upgrade',
    pattern: /Expected an Upgrade: websocket header from the server/i,
    status: 101,
    meaning: noUpgrade,
    signs: ['upgradeIsAbsent'],
  },
  {
    ...websocketNode,
    id: 'websocket-node/accept-missing',
    pattern: /Expected Sec-WebSocket-Accept header from server/i,
    status: 101,
    meaning: 'The 101 has no Sec-WebSocket-Accept.',
    signs: ['acceptIsAbsent'],
  },
  {
    ...websocketNode,
    id: 'websocket-node/accept',
    pattern: /Sec-WebSocket-Accept header from server didn't match expected value/i,
    status: 101,
    meaning: accept,
    signs: ['acceptIsWrong'],
  },
  {
    ...websocketNode,
    id: 'websocket-node/subprotocol-none-chosen',
    pattern: /Expected a Sec-WebSocket-Protocol header\./i,
    status: 101,
    meaning: noneChosen,
    signs: ['subprotocolIsNotChosen', 'subprotocolIsSent'],
  },
  {
    ...websocketNode,
    id: 'websocket-node/subprotocol',
    pattern: /Server did not respond with a requested protocol/i,
    status: 101,
    meaning: unoffered,
    signs: ['subprotocolIsUnoffered', 'subprotocolIsSent'],
  },
  // Python
  {
    ...websockets,
    id: 'websockets/status',
    pattern: /server rejected WebSocket connection: HTTP (?<status>\d{3})/i,
    meaning: status,
    signs: [],
  },
  {
    ...websockets,
    id: 'websockets/closed',
    pattern: /connection closed while reading HTTP status line/i,
    meaning: 'The connection was accepted, and then closed without a reply.',
    signs: ['endsWithoutReply'],
  },
  {
    ...websockets,
    id: 'websockets/http10',
    pattern: /unsupported HTTP version.{0,30}: HTTP\/1\.0/i,
    meaning:
      'The reply uses HTTP/1.0, which has no upgrade. A proxy may use HTTP/1.0 to the server behind it.',
    signs: ['httpVersionIs10'],
  },
  {
    ...websockets,
    id: 'websockets/status-line',
    pattern: /invalid HTTP status line: (?<value>\S+)/i,
    meaning:
      'The received data does not start like an HTTP/1.1 reply. A server of another protocol may listen on this port.',
    signs: ['replyIsNoHttp'],
  },
  {
    ...websockets,
    id: 'websockets/message',
    pattern: /did not receive a valid HTTP response/i,
    meaning:
      'The client got no valid reply: the connection was closed, or the server uses TLS, HTTP/1.0 or another protocol. The exception that caused this one shows which; a system proxy can also be the cause.',
    signs: ['textSaysNothingMore'],
  },
  {
    ...websockets,
    id: 'websockets/subprotocol',
    pattern: /no subprotocols supported/i,
    status: 101,
    meaning: 'The client offered no subprotocol, but the 101 has one.',
    signs: ['subprotocolIsUnoffered'],
  },
  {
    ...websockets,
    id: 'websockets/subprotocol-unoffered',
    pattern: /unsupported subprotocol: (?<value>[^\s"',;)]+)/i,
    status: 101,
    meaning: unoffered,
    signs: ['subprotocolIsUnoffered', 'subprotocolIsSent'],
  },
  {
    ...websockets,
    id: 'websockets/subprotocol-list',
    pattern:
      /multiple subprotocols: (?<value>[^\s"',;)]+)|invalid Sec-WebSocket-Protocol header: multiple values/i,
    status: 101,
    meaning: 'The 101 has more than one subprotocol.',
    signs: ['subprotocolIsMalformed'],
  },
  {
    ...websockets,
    id: 'websockets/extension',
    pattern: /no extensions supported|Unsupported extension: name = (?<value>[^\s,]+)/i,
    status: 101,
    meaning:
      'The 101 has an extension that the client did not offer, or parameters that do not match the offer.',
    signs: ['extensionIsUnoffered'],
  },
  {
    ...websockets,
    id: 'websockets/accept-missing',
    pattern: /missing Sec-WebSocket-Accept header/i,
    status: 101,
    meaning: 'The 101 has no Sec-WebSocket-Accept.',
    signs: ['acceptIsAbsent'],
  },
  {
    ...websockets,
    id: 'websockets/accept',
    pattern: /invalid Sec-WebSocket-Accept header: (?<value>[^\s"']+)/i,
    status: 101,
    meaning: accept,
    signs: ['acceptIsWrong'],
  },
  {
    ...websocketClient,
    id: 'websocket-client/status',
    pattern: /Handshake status (?<status>\d{3})\b/i,
    meaning:
      'The status of the reply is not 101. The message does not show who replied; the header fields and the content after -+-+- show more.',
    signs: [],
  },
  {
    ...websocketClient,
    id: 'websocket-client/header',
    pattern: /Invalid WebSocket Header/i,
    meaning:
      'This client does not accept Upgrade, Connection, Sec-WebSocket-Accept or the subprotocol of the 101. It compares the whole value of the first two.',
    signs: ['textSaysNothingMore'],
  },
  {
    ...websocketClient,
    id: 'websocket-client/lost',
    pattern: /Connection to remote host was lost/i,
    meaning:
      'The connection ended without a Close frame. The message does not show whether the handshake succeeded before that.',
    signs: ['textSaysClosed'],
  },
  {
    ...aiohttp,
    id: 'aiohttp/status',
    pattern: /(?:\b(?<status>\d{3}), message=.)?Invalid response status/i,
    meaning: status,
    signs: ['statusIsNot101'],
  },
  {
    ...aiohttp,
    id: 'aiohttp/upgrade',
    pattern: /message=.Invalid upgrade header/i,
    status: 101,
    meaning: noUpgrade,
    signs: ['upgradeIsAbsent'],
  },
  {
    ...aiohttp,
    id: 'aiohttp/connection',
    pattern: /message=.Invalid connection header/i,
    status: 101,
    meaning: wholeConnection,
    signs: ['connectionLacksUpgrade'],
  },
  {
    ...aiohttp,
    id: 'aiohttp/accept',
    pattern: /Invalid challenge response/i,
    status: 101,
    meaning: 'Sec-WebSocket-Accept in the 101 is missing, or does not match the key that the client sent.',
    signs: ['acceptIsWrong'],
  },
  // Go
  {
    ...gorilla,
    id: 'gorilla/bad-handshake',
    pattern: /websocket: bad handshake/i,
    meaning:
      'The status of the reply is not 101, or Upgrade, Connection or Sec-WebSocket-Accept is wrong. The message does not show which; the response that Dial returns with the error does.',
    signs: ['textSaysNothingMore'],
  },
  {
    ...gorilla,
    id: 'gorilla/url',
    pattern: /malformed ws or wss URL/i,
    meaning: 'The URL given to Dial has a scheme other than ws or wss. The client sent nothing.',
    signs: ['urlIsUnusable'],
  },
  {
    ...coder,
    id: 'coder/status',
    pattern: /expected handshake response status code 101 but got (?<status>\d{3})/i,
    meaning: status,
    signs: [],
  },
  // .NET
  {
    ...dotnet,
    id: 'dotnet/status',
    pattern: /The server returned status code '(?<status>\d{3})' when status code '\d{3}' was expected/i,
    meaning: status,
    signs: [],
  },
  {
    ...dotnet,
    id: 'dotnet/upgrade-missing',
    pattern: /response was missing the required header 'Upgrade'/i,
    status: 101,
    meaning: noUpgrade,
    signs: ['upgradeIsAbsent'],
  },
  {
    ...dotnet,
    id: 'dotnet/connection-missing',
    pattern: /response was missing the required header 'Connection'/i,
    status: 101,
    meaning: 'The 101 has no Connection.',
    signs: ['connectionIsAbsent'],
  },
  {
    ...dotnet,
    id: 'dotnet/accept-missing',
    pattern: /response was missing the required header 'Sec-WebSocket-Accept'/i,
    status: 101,
    meaning: 'The 101 has no Sec-WebSocket-Accept.',
    signs: ['acceptIsAbsent'],
  },
  {
    ...dotnet,
    id: 'dotnet/upgrade',
    pattern: /The 'Upgrade' header value '(?<value>[^']*)' is invalid/i,
    status: 101,
    meaning: 'Upgrade in the 101 is not websocket.',
    signs: ['upgradeIsNotWebsocket'],
  },
  {
    ...dotnet,
    id: 'dotnet/connection',
    pattern: /The 'Connection' header value '(?<value>[^']*)' is invalid/i,
    status: 101,
    meaning: noConnection,
    signs: ['connectionLacksUpgrade'],
  },
  {
    ...dotnet,
    id: 'dotnet/accept',
    pattern: /The 'Sec-WebSocket-Accept' header value '(?<value>[^']*)' is invalid/i,
    status: 101,
    meaning: accept,
    signs: ['acceptIsWrong'],
  },
  {
    ...dotnet,
    id: 'dotnet/subprotocol',
    pattern:
      /The WebSocket client request requested '(?<offered>[^']*)' protocol\(s\), but server is only accepting '(?<value>[^']*)' protocol\(s\)/i,
    status: 101,
    meaning: unoffered,
    signs: ['subprotocolIsUnoffered', 'subprotocolIsSent'],
  },
  {
    ...dotnet,
    id: 'dotnet/connect',
    pattern: /Unable to connect to the remote server/i,
    meaning:
      'The connection did not open. .NET uses this text for every cause; the inner exception shows more.',
    signs: ['textSaysNothingMore'],
  },
  // Java and Kotlin
  {
    ...jdk,
    id: 'jdk/status',
    pattern: /Unexpected HTTP response status code (?<status>\d{3})/i,
    meaning: status,
    signs: [],
  },
  {
    ...jdk,
    id: 'jdk/upgrade',
    pattern: /Response field missing: Upgrade|Bad response field: Upgrade/i,
    status: 101,
    meaning: noUpgrade,
    signs: ['upgradeIsAbsent'],
  },
  {
    ...jdk,
    id: 'jdk/connection',
    pattern: /Response field missing: Connection|Bad response field: Connection/i,
    status: 101,
    meaning: wholeConnection,
    signs: ['connectionLacksUpgrade'],
  },
  {
    ...jdk,
    id: 'jdk/accept-missing',
    pattern: /Response field missing: Sec-WebSocket-Accept/i,
    status: 101,
    meaning: 'The 101 has no Sec-WebSocket-Accept.',
    signs: ['acceptIsAbsent'],
  },
  {
    ...jdk,
    id: 'jdk/accept',
    pattern:
      /WebSocketHandshakeException: Bad Sec-WebSocket-Accept|CheckFailedException: Bad Sec-WebSocket-Accept/i,
    status: 101,
    meaning: accept,
    signs: ['acceptIsWrong'],
  },
  {
    ...jdk,
    id: 'jdk/extension',
    pattern: /Response field 'Sec-WebSocket-Extensions' present/i,
    status: 101,
    meaning: 'The JDK client offers no extension, but the 101 has one.',
    signs: ['extensionIsUnoffered'],
  },
  {
    ...jdk,
    id: 'jdk/subprotocol',
    pattern: /Unexpected subprotocol: ?(?<value>[^\s"',;)]*)/i,
    status: 101,
    meaning: unoffered,
    signs: ['subprotocolIsUnoffered'],
  },
  {
    ...tomcat,
    id: 'tomcat/status',
    pattern:
      /The HTTP response from the server \[(?<status>\d{3})\] did not permit the HTTP upgrade to WebSocket/i,
    meaning: status,
    signs: [],
  },
  {
    ...netty,
    id: 'netty/status',
    pattern: /Invalid handshake response (?:getStatus|status): (?<status>\d{3})/i,
    meaning: status,
    signs: [],
  },
  {
    ...javaWebSocket,
    id: 'java-websocket/status',
    pattern: /Invalid status code received: (?<status>\d{3}) Status line/i,
    meaning: status,
    signs: [],
  },
  {
    ...okhttp,
    id: 'okhttp/status',
    pattern: /Expected HTTP 101 response but was '(?<status>\d{3})/i,
    meaning: status,
    signs: [],
  },
  {
    ...okhttp,
    id: 'okhttp/connection',
    pattern: /Expected 'Connection' header value 'Upgrade' but was '(?<value>[^']*)'/i,
    status: 101,
    meaning: wholeConnection,
    signs: ['connectionLacksUpgrade'],
  },
  {
    ...okhttp,
    id: 'okhttp/upgrade',
    pattern: /Expected 'Upgrade' header value 'websocket' but was '(?<value>[^']*)'/i,
    status: 101,
    meaning: 'Upgrade in the 101 is not websocket; null means that it is missing.',
    signs: ['upgradeIsNotWebsocket'],
  },
  {
    ...okhttp,
    id: 'okhttp/accept',
    pattern: /Expected 'Sec-WebSocket-Accept' header value '[^']*' but was '(?<value>[^']*)'/i,
    status: 101,
    meaning: 'Sec-WebSocket-Accept in the 101 does not match the key; null means that it is missing.',
    signs: ['acceptIsWrong'],
  },
  {
    ...ktor,
    id: 'ktor/status',
    pattern: /Handshake exception, expected status code 101 but was (?<status>\d{3})/i,
    meaning: status,
    signs: [],
  },
  // Apple's systems, Dart, Rust
  {
    ...socketRocket,
    id: 'socketrocket/status',
    pattern: /received bad response code from server:? (?<status>\d{3})/i,
    meaning: status,
    signs: [],
  },
  {
    ...dart,
    id: 'dart/status',
    pattern: /was not upgraded to websocket(?:, HTTP status code: (?<status>\d{3}))?/i,
    meaning:
      'The status of the reply is not 101, or the 101 does not have both Upgrade: websocket and Connection: Upgrade. Older versions do not show which.',
    signs: ['textSaysNothingMore'],
  },
  {
    ...tungstenite,
    id: 'tungstenite/status',
    pattern: /\bHTTP error: (?<status>\d{3})\b/i,
    meaning: status,
    signs: [],
  },
  {
    ...tungstenite,
    id: 'tungstenite/connection',
    pattern: /No "Connection: upgrade" header/i,
    meaning:
      'The received message has no Connection: Upgrade. For a client it is the 101, for a server the request.',
    signs: ['connectionLacksUpgrade'],
  },
  {
    ...tungstenite,
    id: 'tungstenite/upgrade',
    pattern: /No "Upgrade: websocket" header/i,
    meaning:
      'The received message has no Upgrade: websocket. For a client it is the 101, for a server the request.',
    signs: ['upgradeIsAbsent'],
  },
  {
    ...tungstenite,
    id: 'tungstenite/accept',
    pattern: /Key mismatch in "Sec-WebSocket-Accept" header/i,
    status: 101,
    meaning: 'Sec-WebSocket-Accept in the 101 is missing, or does not match the key that the client sent.',
    signs: ['acceptIsWrong'],
  },
  {
    ...tungstenite,
    id: 'tungstenite/closed',
    pattern: /WebSocket protocol error: Handshake not finished/i,
    meaning: 'The connection ended during the handshake.',
    signs: ['textSaysClosed'],
  },
  {
    ...tungstenite,
    id: 'tungstenite/parse',
    pattern: /WebSocket protocol error: httparse error/i,
    meaning: 'The received data is not valid HTTP/1.1. A server of another protocol may listen on this port.',
    signs: ['statusLineIsMalformed'],
  },
  {
    ...websocat,
    id: 'websocat/status',
    pattern: /WebSocketError: Received unexpected status code \((?<status>\d{3})/i,
    meaning: status,
    signs: [],
  },
] as const satisfies readonly ErrorTextRow[];
