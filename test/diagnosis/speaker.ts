import type { ErrorText } from '../../src/diagnosis/error-text.ts';

/** Who says a text: a word of the name, the side of the handshake, and whose fields the next opening is to have. */
export type Speaker = readonly [name: string, side: ErrorText['side'], as?: ErrorText['options']['as']];

/**
 * By what stands before the slash of the expectations in test/models. Whoever can be played is: then the opening of
 * `ws101 doctor` fails as the one that was pasted. Node plays for all that is built on it and keeps its fields.
 */
export const speakers: Readonly<Record<string, Speaker>> = {
  // Browsers, and what the network stack of Chromium says by its own codes.
  chromium: ['Chromium', 'client', 'chromium'],
  'net-error': ['Chromium', 'client', 'chromium'],
  firefox: ['Firefox', 'client', 'firefox'],
  safari: ['Safari', 'client', 'safari'],

  // Node and the two clients that send what Node sends. Others for it write fields of their own.
  node: ['Node.js', 'client', 'node'],
  ws: ['ws (Node.js)', 'client', 'node'],
  undici: ['undici', 'client', 'node'],
  faye: ['faye', 'client'],
  'websocket-node': ['websocket (Node.js)', 'client'],
  bun: ['Bun', 'client'],

  // Python.
  websockets: ['websockets (Python)', 'client'],
  'websocket-client': ['websocket-client', 'client'],
  aiohttp: ['aiohttp', 'client'],

  // Go, .NET, Java and Kotlin.
  gorilla: ['gorilla', 'client'],
  coder: ['coder', 'client'],
  go: ['Go', 'client'],
  dotnet: ['ClientWebSocket', 'client'],
  jdk: ['JDK', 'client'],
  java: ['Java', 'client'],
  tomcat: ['Tomcat', 'client'],
  netty: ['Netty', 'client'],
  'java-websocket': ['Java-WebSocket', 'client'],
  okhttp: ['OkHttp', 'client'],
  ktor: ['Ktor', 'client'],

  // Apple, Dart, Rust, and what is below all of them.
  socketrocket: ['SocketRocket', 'client'],
  dart: ['Dart', 'client'],
  tungstenite: ['tungstenite', 'client'],
  websocat: ['websocat', 'client'],
  rustls: ['rustls', 'client'],
  openssl: ['OpenSSL', 'client'],
  curl: ['curl', 'client'],
  system: ['operating system', 'client'],

  // Servers: nobody is to be played, since the opening was that of another.
  'ws-server': ['ws (Node.js), the server', 'server'],
  engine: ['Engine.IO', 'server'],
  rails: ['Rails', 'server'],
  spring: ['Spring', 'server'],
  tornado: ['Tornado', 'server'],
  'aiohttp-server': ['aiohttp, the server', 'server'],
  uvicorn: ['uvicorn', 'server'],
  channels: ['Channels', 'server'],
  'websockets-server': ['websockets (Python), the server', 'server'],
  autobahn: ['Autobahn', 'server'],

  // Hops, and servers of TLS.
  nginx: ['nginx', 'server'],
  vite: ['Vite', 'server'],
  hpm: ['http-proxy-middleware', 'server'],
  'tls-server': ['TLS server', 'server'],

  // Nobody's own words: only what is the first line of a reply, or its status, is of a server.
  general: ['a browser', 'client'],
  'general/status-line': ['a server', 'server'],
  'general/status': ['a server', 'server'],

  // Both sides have one name here: what is of the server is about the request.
  'gorilla/no-connection': ['gorilla/websocket (Go), the server', 'server'],
  'gorilla/no-upgrade': ['gorilla/websocket (Go), the server', 'server'],
  'gorilla/version': ['gorilla/websocket (Go), the server', 'server'],
  'gorilla/origin': ['gorilla/websocket (Go), the server', 'server'],
  'gorilla/key': ['gorilla/websocket (Go), the server', 'server'],
  'gorilla/hijacker': ['gorilla/websocket (Go), the server', 'server'],
  'coder/origin': ['coder/websocket (Go), the server', 'server'],
};

/** The speaker of a text by the row that it is to reach. */
export function speakerOf(row: string): Speaker | undefined {
  return speakers[row] ?? speakers[row.split('/')[0] ?? ''];
}

/**
 * Texts that come near to the words of somebody, and what is to be read in them: the words of another, as a row of the
 * expectations in test/models would have it, or nothing.
 */
export const nearTexts: readonly (readonly [text: string, name: string | null])[] = [
  // Servers in other languages have the words of ws, with what they have seen behind a colon.
  ['Handshake failed due to invalid Upgrade header: null', 'Spring'],
  ['websockets.exceptions.InvalidUpgrade: invalid Upgrade header: h2c', 'websockets (Python), the server'],
  ['websockets.exceptions.InvalidHeaderValue: invalid Sec-WebSocket-Accept header: x', 'websockets (Python)'],
  ['Invalid or unacceptable Sec-WebSocket-Extensions header', 'ws (Node.js), the server'],
  // What one of them says beside a whole sentence, another says alone.
  ["SyntaxError: Failed to construct 'WebSocket': The URL contains a fragment identifier ('a').", 'Chromium'],
  ['WebSocket protocol error: SubProtocol error: Server sent no subprotocol', 'tungstenite'],
  ['Error: Server sent no subprotocol', 'ws (Node.js)'],
  ["Error during WebSocket handshake: 'Upgrade' header value is not 'WebSocket': h2c", 'Chromium'],
  ["Error during WebSocket handshake: 'Upgrade' header value is not 'WebSocket'", 'faye'],
  ['Error during WebSocket handshake: Unexpected response code: 404', 'Chromium'],
  ["WebSocket connection to 'wss://example.com/' failed: Unexpected response code: 404", 'Safari'],
  ['Unexpected response code: 404', 'a browser'],
  ['x509: certificate has expired or is not yet valid: current time is after', 'Go'],
  ['certificate has expired', 'OpenSSL'],
  ['No WebSocket UPGRADE hdr: None\n Can "Upgrade" only to "WebSocket".', 'aiohttp, the server'],
  ['[HPM] Error occurred while proxying request a to b [ECONNREFUSED]', 'http-proxy-middleware'],
  ['connect ECONNREFUSED 127.0.0.1:5000', 'Node.js'],
  ['connect: connection refused', 'operating system'],
  // Words that are near, and of nobody.
  ['Invalid Upgrade', null],
  ['The server upgrade failed: Handshake not finished', null],
  ['Mixed Content: The page was loaded over HTTPS, but requested an insecure image', null],
  ['net::ERR', null],
  ['Unexpected server response', null],
  ['The certificate of the course has not expired', null],
  ["Refused to connect to 'https://example.com' because it violates the document", null],
  ['The scheme must be either http or https', null],
  ['Error during WebSocket handshake', null],
  ['The session is unknown', null],
  ['upstream timed out', null],
  ['Expected HTTP 200 response', null],
  ['code 1005', null],
  ['port 1006', null],
  ['HTTP/1.1', null],
  ['HTTP/2 426', null],
  ['999', null],
];
