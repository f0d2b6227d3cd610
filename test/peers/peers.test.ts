import { once } from 'node:events';
import { WebSocket as UndiciWebSocket } from 'undici';
import { describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { connect, toWebSocket } from '../../src/client/index.ts';
import { listen } from '../../src/server/index.ts';

/** A reference server that echoes messages. */
async function listenToEcho(interpreter: 'compiled' | 'actor' = 'compiled') {
  return listen({
    subprotocols: ['chat'],
    interpreter,
    onConnection(connection) {
      const webSocket = toWebSocket(connection);
      webSocket.on('message', (data, isBinary) => webSocket.send(data, { binary: isBinary }));
    },
  });
}

describe('real peers open the reference server', () => {
  test('ws opens it, text crosses in both directions, and a clean close is one', async () => {
    const server = await listenToEcho();
    const peer = new WebSocket(server.url, ['superchat', 'chat'], { perMessageDeflate: false });
    await once(peer, 'open');
    expect(peer.protocol).toBe('chat');
    peer.send('grüße');
    expect(String((await once(peer, 'message'))[0])).toBe('grüße');
    peer.close(1000, 'done');
    expect(await once(peer, 'close')).toEqual([1000, Buffer.from('done')]);
    await server.close();
  });

  test('the WebSocket of undici opens it', async () => {
    const server = await listenToEcho();
    const peer = new UndiciWebSocket(server.url, ['chat']);
    await once(peer, 'open');
    expect(peer.protocol).toBe('chat');
    peer.send('hello');
    const [message] = await once(peer, 'message');
    expect(message.data).toBe('hello');
    peer.close(1000);
    const [closed] = await once(peer, 'close');
    expect([closed.code, closed.wasClean]).toEqual([1000, true]);
    await server.close();
  });
});

describe('the reference client opens real peers', () => {
  test("ws's server: text crosses in both directions, and a clean close is one", async () => {
    const peer = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(peer, 'listening');
    peer.on('connection', (webSocket) => webSocket.on('message', (data) => webSocket.send(`echo ${data}`)));
    const address = peer.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const connection = await connect(`ws://127.0.0.1:${port}/`, { subprotocols: ['chat'] });
    expect(connection.subprotocol).toBe('chat');
    const webSocket = toWebSocket(connection);
    webSocket.send('hello');
    expect(String((await once(webSocket, 'message'))[0])).toBe('echo hello');
    webSocket.close(1000);
    expect((await once(webSocket, 'close'))[0]).toBe(1000);
    peer.close();
  });

  test.each(['compiled', 'actor'] as const)('the reference server, %s', async (interpreter) => {
    const server = await listenToEcho(interpreter);
    const connection = await connect(`${server.url}/a?b`, { subprotocols: ['chat'], interpreter });
    const webSocket = toWebSocket(connection);
    webSocket.send('hello');
    expect(String((await once(webSocket, 'message'))[0])).toBe('hello');
    webSocket.close(1000);
    expect((await once(webSocket, 'close'))[0]).toBe(1000);
    await server.close();
  });

  test('a refusal says why', async () => {
    const server = await listen({ paths: ['/chat'], onConnection: () => {} });
    await expect(connect(`${server.url}/other`)).rejects.toMatchObject({
      clause: 'rfc6455/4.1/status-101',
      phase: 'upgrade',
      state: 'failed',
      status: 404,
      message: 'the server answered 404 Not Found, where 101 was expected (RFC 6455 §4.1)',
      body: new TextEncoder().encode('404 Not Found\n'),
      bodyTruncated: false,
    });
    await server.close();
  });
});
