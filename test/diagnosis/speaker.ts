import type { ErrorText } from '../../src/diagnosis/error-text.ts';
import { readTextCases } from '../text-case.ts';
import { splitTexts } from './split-texts.ts';

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

/** Texts that come near to the words of somebody, and who says them; null for nobody. */
export const nearTexts: readonly (readonly [text: string, name: string | null])[] = readTextCases(
  new URL('data/near-text.txt', import.meta.url),
  ['why'],
).flatMap(({ title, text: texts }) => {
  const name = title === 'nobody' ? null : title;
  return splitTexts(texts).map((text) => [text, name] as const);
});
