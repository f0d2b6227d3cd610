import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { bind } from '../../src/bind.ts';
import { connect, type HandshakeOptions, toWebSocket } from '../../src/client/index.ts';
import { listen } from '../../src/server/index.ts';
import { certificatesOnce } from '../../src/verify/peer/certificates-once.ts';
import { findFreePort } from '../process-group.ts';
import { describeWith } from '../system.ts';
import { startProxy } from './proxy-program.ts';

const endings: (() => unknown)[] = [];

afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

/** Starts the proxy and gives its port, once it listens. */
async function startTinyproxy(...settings: readonly string[]): Promise<number> {
  const proxy = await startProxy('tinyproxy', ({ port }) => [`Port ${port}`, ...settings].join('\n'));
  endings.push(() => proxy.end());
  return proxy.port;
}

async function listenToEcho(tls: { readonly tls?: { readonly cert: string; readonly key: string } } = {}) {
  const server = await listen({
    ...tls,
    paths: ['/'],
    onConnection(connection) {
      const webSocket = toWebSocket(connection);
      webSocket.on('message', (data, isBinary) => webSocket.send(data, { binary: isBinary }));
    },
  });
  endings.push(() => server.close());
  return server;
}

/** Opens a connection, sends a text over it, and gives what comes back and how it was closed. */
async function exchange(url: string, options: HandshakeOptions): Promise<readonly [string, number]> {
  const webSocket = toWebSocket(await connect(url, options));
  webSocket.send('grüße');
  const [data] = await once(webSocket, 'message');
  webSocket.close(1000);
  const [code] = await once(webSocket, 'close');
  return [String(data), code];
}

describeWith('tinyproxy', 'through tinyproxy', () => {
  let reference = '';
  let secured = '';
  let authority = '';
  let foreign = '';
  let failing = '';
  let silent = '';
  let shut = '';
  let open = '';
  let guarded = '';

  beforeAll(async () => {
    const certificates = await certificatesOnce();
    authority = certificates.authority;
    reference = (await listenToEcho()).url;
    secured = (await listenToEcho({ tls: certificates.trusted })).url;

    const peer = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(peer, 'listening');
    peer.on('connection', (webSocket) => webSocket.on('message', (data) => webSocket.send(String(data))));
    endings.push(() => peer.close());
    const address = peer.address();
    foreign = `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

    const http = createHttpServer().on('upgrade', (_request, socket) => {
      socket.end('HTTP/1.1 500 Oh dear\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
    failing = `ws://127.0.0.1:${(await bind(http)).port}`;
    endings.push(() => http.close());
    silent = `ws://127.0.0.1:${await findFreePort()}`;
    shut = `ws://127.0.0.1:${await findFreePort()}`;

    const allowed = [reference, secured, foreign, failing, silent].map(
      (url) => `ConnectPort ${new URL(url).port}`,
    );
    open = `127.0.0.1:${await startTinyproxy(...allowed)}`;
    guarded = `127.0.0.1:${await startTinyproxy(...allowed, 'BasicAuth user secret')}`;
  });

  test('the reference server is reached', async () => {
    expect(await exchange(reference, { proxy: `http://${open}` })).toEqual(['grüße', 1000]);
  });

  test('the reference server is reached with the right password', async () => {
    expect(await exchange(reference, { proxy: `http://user:secret@${guarded}` })).toEqual(['grüße', 1000]);
  });

  test("ws's server is reached", async () => {
    expect(await exchange(foreign, { proxy: `http://${open}` })).toEqual(['grüße', 1000]);
  });

  test('the tunnel is secured from end to end', async () => {
    const options = { proxy: `http://user:secret@${guarded}`, tls: { ca: authority } };
    expect(await exchange(secured, options)).toEqual(['grüße', 1000]);
  });

  test('without credentials the proxy asks for them', async () => {
    await expect(connect(reference, { proxy: `http://${guarded}` })).rejects.toMatchObject({
      clause: 'rfc9110/15.5.8/proxy-authentication',
      phase: 'proxy',
      state: 'failed',
      status: 407,
    });
  });

  test('a wrong password is refused by the proxy, which answers 401 to it', async () => {
    await expect(connect(reference, { proxy: `http://user:wrong@${guarded}` })).rejects.toMatchObject({
      clause: 'rfc9110/9.3.6/tunnel-refused',
      phase: 'proxy',
      state: 'failed',
      status: 401,
    });
  });

  test('a server that cannot be reached is told of by the proxy', async () => {
    await expect(connect(silent, { proxy: `http://${open}` })).rejects.toMatchObject({
      clause: 'rfc9110/9.3.6/tunnel-refused',
      phase: 'proxy',
      state: 'failed',
      status: 500,
      reason: 'Unable to connect',
    });
  });

  test('a port that the proxy does not allow is refused by it', async () => {
    await expect(connect(shut, { proxy: `http://${open}` })).rejects.toMatchObject({
      clause: 'rfc9110/9.3.6/tunnel-refused',
      phase: 'proxy',
      status: 403,
    });
  });

  test("the server's own 500 is the server's", async () => {
    await expect(connect(failing, { proxy: `http://${open}` })).rejects.toMatchObject({
      clause: 'rfc6455/4.1/status-101',
      phase: 'upgrade',
      state: 'failed',
      status: 500,
      reason: 'Oh dear',
    });
  });

  test("the server's own 404 is the server's", async () => {
    await expect(connect(`${reference}/other`, { proxy: `http://${open}` })).rejects.toMatchObject({
      phase: 'upgrade',
      status: 404,
    });
  });
});
