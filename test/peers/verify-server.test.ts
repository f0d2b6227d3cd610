import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { verifyServer } from '../../src/verify/index.ts';

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
  const { port } = server.address() as AddressInfo; // an object, since it listens on a port
  return `ws://127.0.0.1:${port}/`;
}

function listenPlain(): Server {
  return createServer((_request, reply) => reply.writeHead(404).end()).listen(0, '127.0.0.1');
}

/** The clauses of the findings at level MUST. */
async function verify(url: string): Promise<readonly string[]> {
  const { findings } = await verifyServer(url, { seed: 20261121, versions: [13, 8] });
  return findings.filter(({ level }) => level === 'MUST').map(({ clause }) => clause);
}

/** What the parser of node:http leaves to those who listen for upgrades. */
const httpLayer = [
  'rfc9110/7.8/upgrade-ignored-in-http10',
  'rfc9112/3.2/host-once',
  'rfc9112/3.2/host-valid',
  'rfc9112/5.1/surrounding-space',
  'rfc9112/6.3/transfer-encoding-chunked',
];

test('findings on ws', async () => {
  const httpServer = listenPlain();
  new WebSocketServer({ server: httpServer });
  const found = await verify(await urlOf(httpServer));
  expect(found).toEqual(
    expect.arrayContaining([
      ...['rfc6455/4.3/version-grammar', 'rfc6455/9.1/extension-grammar', 'rfc9110/15.5.6/allow'],
      ...['rfc9112/3.2/host-present', ...httpLayer],
    ]),
  );
  expect(found).not.toContain('rfc6455/4.2.1/key-16-octets');
  expect(found).not.toContain('rfc6455/4.2.1/upgrade-websocket');
});

test('findings on websocket', async () => {
  const httpServer = listenPlain();
  const { server: WebSocketNodeServer }: WebSocketNode = require('websocket');
  new WebSocketNodeServer({ httpServer }).on('request', (request) => request.accept());
  const found = await verify(await urlOf(httpServer));
  expect(found).toEqual(
    expect.arrayContaining([
      ...['rfc6455/4.2.1/method-get', 'rfc6455/4.2.1/upgrade-websocket', 'rfc6455/4.2.1/key-16-octets'],
      ...['rfc6455/11.3.1/key-once', 'rfc6455/11.3.5/version-once', ...httpLayer],
    ]),
  );
  expect(found).not.toContain('rfc9112/3.2/host-present');
});

test('findings on faye-websocket', async () => {
  const httpServer = listenPlain();
  const FayeWebSocket: Faye = require('faye-websocket');
  httpServer.on('upgrade', (request, socket, head) => {
    if (FayeWebSocket.isWebSocket(request)) new FayeWebSocket(request, socket, head);
    else socket.end(refusal);
  });
  const found = await verify(await urlOf(httpServer));
  expect(found).toEqual(
    expect.arrayContaining([
      ...['rfc6455/4.2.1/key-16-octets', 'rfc6455/4.2.2/version-unsupported', 'rfc6455/11.3.1/key-once'],
      ...['rfc9112/3.2/host-present', ...httpLayer],
    ]),
  );
  expect(found).not.toContain('rfc6455/4.2.1/method-get');
  expect(found).not.toContain('rfc6455/11.3.5/version-once');
});

test('findings on websocket-driver, whose parser is its own', async () => {
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
  const found = await verify(await urlOf(server));
  expect(found).toEqual(
    expect.arrayContaining([
      ...['rfc6455/4.2.1/key-16-octets', 'rfc6455/4.2.2/version-unsupported', 'rfc9112/3.2/host-present'],
      ...['rfc9112/3.2/host-once', 'rfc9112/6.3/content-length-valid'],
    ]),
  );
  expect(found).not.toContain('rfc9112/5.1/surrounding-space');
  expect(found).not.toContain('rfc9112/3/request-line');
});

test('findings on nodejs-websocket', async () => {
  const { createServer: createWebSocketServer }: NodejsWebSocket = require('nodejs-websocket');
  const { socket } = createWebSocketServer((connection) => connection.on('error', () => {})).listen(
    0,
    '127.0.0.1',
  );
  const found = await verify(await urlOf(socket));
  expect(found).toEqual(
    expect.arrayContaining([
      ...['rfc6455/4.2.1/method-get', 'rfc6455/4.2.1/key-16-octets', 'rfc6455/4.2.2/version-unsupported'],
      ...['rfc9110/5.3/split-lines', 'rfc9112/3/request-line', 'rfc9112/5.1/surrounding-space'],
    ]),
  );
  expect(found).not.toContain('rfc9112/3.2/host-present');
});
