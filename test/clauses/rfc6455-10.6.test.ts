import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { connect, toWebSocket } from '../../src/client/index.ts';
import { established } from '../client/proxy.ts';
import { tls } from '../client/secured.ts';
import { recordedText, recordUntilFinished } from '../recording-hop.ts';
import { startAttached } from '../server/attach.ts';
import { acceptance, opening, serve } from '../server/serve.ts';
import { serveTls } from '../server/tls.ts';
import { clause } from './clause.ts';

describe(clause('rfc6455/10.6/tls-supported'), () => {
  test.each(['TLSv1.2', 'TLSv1.3'] as const)('opened: %s', async (version) => {
    const { dialTls } = await serveTls();
    const peer = await dialTls({ minVersion: version, maxVersion: version });
    expect(peer.socket.getProtocol()).toBe(version);
    await peer.send(opening);
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
  });

  test('opened on a server of node:https', async () => {
    const { open } = await startAttached({ '/chat': {} }, { framework: 'node:https' });
    expect(await open(opening)).toBe(acceptance);
  });

  test('opened by a client, through a tunnel: a message comes back, and nothing passes in the clear', async () => {
    const { server } = await serveTls({
      onConnection(connection) {
        const webSocket = toWebSocket(connection);
        webSocket.on('message', (data) => webSocket.send(String(data)));
      },
    });
    const hop = await recordUntilFinished({ to: server.port, answer: () => established });
    const proxy = `http://127.0.0.1:${hop.port}`;
    const webSocket = toWebSocket(await connect('wss://localhost/chat?token=secret', { tls, proxy }));
    const echoed = once(webSocket, 'message');
    webSocket.send('secret');
    expect(String((await echoed)[0])).toBe('secret');
    webSocket.terminate();
    expect(hop.connections.map(({ asked }) => asked?.split('\r\n')[0])).toEqual([
      'CONNECT localhost:443 HTTP/1.1',
    ]);
    const wire = recordedText(hop, 'sent') + recordedText(hop, 'received');
    expect(wire.slice(0, 2)).toBe('\x16\x03');
    expect(wire).not.toMatch(/HTTP|Sec-WebSocket|secret/);
  });
});

describe(clause('rfc6455/10.6/tls-employed'), () => {
  test('with a key and a certificate it serves wss', async () => {
    const { server } = await serveTls();
    expect(server.url).toMatch(/^wss:/);
  });

  test('without them it serves ws', async () => {
    const { server } = await serve();
    expect(server.url).toMatch(/^ws:/);
  });
});
