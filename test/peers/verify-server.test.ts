import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { type TargetOptions, type VerifyServerOptions, verifyServer } from '../../src/verify/index.ts';
import { describeFinding } from '../campaign/finding.ts';
import { publish } from '../campaign/run/gather.ts';
import { withheld } from '../campaign/withheld.ts';

const require = createRequire(import.meta.url);

/** What is used of packages that have no types. */
interface Faye {
  new (request: IncomingMessage, socket: Duplex, head: Uint8Array): unknown;
  isWebSocket(request: IncomingMessage): boolean;
}
interface Driver {
  server(): { readonly io: Duplex; start(): boolean; on(event: string, listener: () => void): void };
  isWebSocket(driver: ReturnType<Driver['server']>): boolean;
}
interface WebSocketNode {
  readonly server: new (options: {
    httpServer: Server;
  }) => { on(event: 'request', listener: (request: { accept(): unknown }) => void): void };
}
interface NodejsWebSocket {
  createServer(onConnection: (connection: { on(event: 'error', listener: () => void): void }) => void): {
    listen(port: number, host: string): { readonly socket: TcpServer };
  };
}

const refusal = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

async function urlOf(server: Server | TcpServer): Promise<string> {
  if (!server.listening) await once(server, 'listening');
  onTestFinished(() => void server.close());
  // Not every peer listens for the error of a connection that it has refused.
  server.on('connection', (socket) => socket.on('error', () => {}));
  const { port } = server.address() as AddressInfo; // an object, since it listens on a port
  return `ws://127.0.0.1:${port}/`;
}

function listenPlain(): Server {
  return createServer((_request, reply) => reply.writeHead(404).end()).listen(0, '127.0.0.1');
}

/**
 * What is published of all that is found by what is written down, and by no drawn variants unless asked for: level,
 * clause, `also`.
 */
async function verify(url: string, options: Partial<VerifyServerOptions> & TargetOptions = {}) {
  const report = await verifyServer(url, { seed: 20261121, runs: 0, ...options });
  const told = publish(report, { ports: [], describe: (finding) => describeFinding(finding, url) });
  return new Set(
    told.map(({ published: { level, clause }, finding: { also = [] } }) =>
      [level, clause, ...also.filter((id) => !withheld.has(id))].join(' '),
    ),
  );
}

/** The same but for a tab behind a value, which the parser of Node 20 takes for a part of it, and later ones do not. */
async function verifyOnHttp(url: string, options: TargetOptions = {}) {
  const found = await verify(url, options);
  found.delete('MUST rfc9112/5.1/surrounding-space');
  return found;
}

const anyVersionOfHttp =
  'MUST rfc9110/7.8/upgrade-ignored-in-http10 rfc9110/15.6.6/http-version-not-supported';
const anyTarget = [
  'SHOULD rfc9110/7.4/https-on-plain',
  'SHOULD rfc9112/3.2/target-valid',
  'SHOULD rfc9112/3.2.4/asterisk-form',
];
/** What the parser of node:http leaves to those who listen for upgrades. */
const httpLayer = [...anyTarget, `${anyVersionOfHttp} rfc9112/3/request-line`];
const anyHost = 'MUST rfc9112/3.2/host-present rfc9112/3.2/host-once rfc9112/3.2/host-valid';
const anyHostOfSome = ['MUST rfc9112/3.2/host-once', 'MUST rfc9112/3.2/host-valid'];
const anyExtensions = 'MUST rfc6455/9.1/extension-grammar rfc6455/9.1/extension-quoted-token';
/** What everybody but ws takes, and does not tell. */
const anyKey = [
  'MUST rfc6455/4.3/key-grammar rfc6455/4.2.1/key-16-octets rfc4648/3.3/alphabet',
  'MUST rfc6455/4.2.2/version-advertised service/9/version-426',
  'MUST rfc6455/4.3/subprotocol-offer-grammar',
  'MUST rfc6455/11.3.1/key-once',
];
const upgradeAsOneWord = 'SHOULD rfc9110/7.8/upgrade-list rfc9110/5.6.1/empty-elements';

async function serveWs(options: { perMessageDeflate?: boolean } = {}): Promise<string> {
  const httpServer = listenPlain();
  const server = new WebSocketServer({ ...options, server: httpServer });
  server.on('connection', (webSocket) => webSocket.on('error', () => {}));
  return urlOf(httpServer);
}

async function serveWebSocketNode(): Promise<string> {
  const httpServer = listenPlain();
  const { server: WebSocketNodeServer }: WebSocketNode = require('websocket');
  new WebSocketNodeServer({ httpServer }).on('request', (request) => request.accept());
  return urlOf(httpServer);
}

async function serveFaye(): Promise<string> {
  const httpServer = listenPlain();
  const FayeWebSocket: Faye = require('faye-websocket');
  httpServer.on('upgrade', (request, socket, head) => {
    if (FayeWebSocket.isWebSocket(request)) new FayeWebSocket(request, socket, head);
    else socket.end(refusal);
  });
  return urlOf(httpServer);
}

async function serveDriver(): Promise<string> {
  const driver: Driver = require('websocket-driver');
  const server = createTcpServer((socket) => {
    const connection = driver.server();
    connection.on('connect', () => {
      if (driver.isWebSocket(connection)) connection.start();
      else socket.end(refusal);
    });
    connection.on('error', () => {});
    connection.on('close', () => socket.end());
    socket.on('error', () => {});
    socket.pipe(connection.io).pipe(socket);
  }).listen(0, '127.0.0.1');
  return urlOf(server);
}

async function serveNodejsWebSocket(): Promise<string> {
  const { createServer: createWebSocketServer }: NodejsWebSocket = require('nodejs-websocket');
  const { socket } = createWebSocketServer((connection) => connection.on('error', () => {})).listen(
    0,
    '127.0.0.1',
  );
  return urlOf(socket);
}

test.each([
  [
    'ws',
    serveWs,
    [
      ...httpLayer,
      anyHost,
      anyExtensions,
      upgradeAsOneWord,
      'SHOULD service/9/version-426',
      'MUST rfc6455/4.3/version-grammar',
      'MUST rfc9110/15.5.6/allow',
    ],
  ],
  [
    'websocket',
    serveWebSocketNode,
    [
      ...httpLayer,
      ...anyHostOfSome,
      ...anyKey,
      anyExtensions,
      'SHOULD rfc6455/4.1/early-frames-kept',
      'MUST rfc6455/4.2.1/method-get',
      'MUST rfc6455/4.2.1/upgrade-websocket rfc9110/7.8/switch-only-as-asked',
      'MUST rfc6455/4.3/version-grammar rfc6455/11.3.5/version-once',
      'MUST rfc6455/4.4/all-versions-listed',
      'MUST rfc9110/15.5.22/upgrade-in-426',
    ],
  ],
])('findings on %s, which was declared to speak an older version, too', async (_name, serve, findings) => {
  expect(await verifyOnHttp(await serve(), { versions: [13, 8] })).toEqual(new Set(findings));
});

test('findings on ws with permessage-deflate, which reads the offers', async () => {
  const found = await verifyOnHttp(await serveWs({ perMessageDeflate: true }), { versions: [13, 8] });
  expect(found).toContain('MUST rfc7692/7/parameter-invalid');
  expect(found).not.toContain(anyExtensions);
});

test('findings on ws that was declared to speak version 13 alone', async () => {
  const found = await verifyOnHttp(await serveWs());
  expect(found).toContain('SHOULD service/9/drafts-refused service/9/version-13-only');
});

test('findings on faye-websocket', async () => {
  expect(await verifyOnHttp(await serveFaye())).toEqual(
    new Set([
      ...httpLayer,
      anyHost,
      ...anyKey,
      upgradeAsOneWord,
      'MUST rfc6455/9.1/extension-quoted-token',
      'SHOULD rfc2616/2.1/null-elements',
    ]),
  );
});

test.each([
  ['websocket-driver', serveDriver, [anyHost, anyVersionOfHttp, 'SHOULD rfc2616/2.1/null-elements']],
  [
    'nodejs-websocket',
    serveNodejsWebSocket,
    [
      ...anyHostOfSome,
      `${anyVersionOfHttp} rfc9112/2.3/version-case`,
      'MUST rfc6455/4.2.2/accept-value',
      'MUST rfc6455/11.3.5/version-once',
      'SHOULD rfc9110/5.3/split-lines',
      'MUST rfc9110/9.1/method-case',
      'SHOULD rfc9112/3/request-line',
      'MUST rfc9112/5.1/surrounding-space',
    ],
  ],
])('findings on %s, whose parser is its own', async (_name, serve, findings) => {
  const all = [...anyTarget, ...anyKey, anyExtensions, upgradeAsOneWord, ...findings];
  expect(await verify(await serve())).toEqual(new Set(all));
});

test.each([
  ['ws', serveWs],
  ['websocket', serveWebSocketNode],
  ['faye-websocket', serveFaye],
  ['websocket-driver', serveDriver],
  ['nodejs-websocket', serveNodejsWebSocket],
])('what is drawn finds no more on %s than what is written down', async (_name, serve) => {
  const url = await serve();
  expect(await verify(url, { runs: 40 })).toEqual(await verify(url));
});
