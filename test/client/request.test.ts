import { describe, expect, test } from 'vitest';
import type { HandshakeOptions } from '../../src/client/index.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance, script } from './scripted-server.ts';
import { start } from './start.ts';

const lookup = async () => ['127.0.0.1'];
const someKey = /(?<=\r\nSec-WebSocket-Key: )[A-Za-z0-9+/]{21}[AQgw]==(?=\r\n)/;

describe('the octets of the request', () => {
  test.each<[string, string, HandshakeOptions, string[]]>([
    [
      'the fields in their order, Host with a port that is not the default',
      'ws://server.example.com:{port}/chat',
      {},
      [
        'GET /chat HTTP/1.1',
        'Host: server.example.com:{port}',
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Key: {key}',
        'Sec-WebSocket-Version: 13',
      ],
    ],
    [
      'the target "/" for a URI without path, Host in lower case',
      'WS://Server.EXAMPLE.com:{port}',
      {},
      [
        'GET / HTTP/1.1',
        'Host: server.example.com:{port}',
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Key: {key}',
        'Sec-WebSocket-Version: 13',
      ],
    ],
    [
      'an IPv6 host in brackets, the query with the path',
      'ws://[::1]:{port}/chat/room?a=b&c=%20d?e',
      {},
      [
        'GET /chat/room?a=b&c=%20d?e HTTP/1.1',
        'Host: [::1]:{port}',
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Key: {key}',
        'Sec-WebSocket-Version: 13',
      ],
    ],
    [
      'the subprotocols in one list, the origin, further fields at the end',
      'ws://server.example.com:{port}/chat',
      {
        subprotocols: ['chat', 'superchat'],
        origin: 'http://example.com',
        headers: [
          ['Cookie', 'a=b; c=d'],
          ['X-Twice', '1'],
          ['X-Twice', '2'],
          ['constructor', 'x'],
          ['__proto__', 'y'],
        ],
      },
      [
        'GET /chat HTTP/1.1',
        'Host: server.example.com:{port}',
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Key: {key}',
        'Sec-WebSocket-Version: 13',
        'Origin: http://example.com',
        'Sec-WebSocket-Protocol: chat, superchat',
        'Cookie: a=b; c=d',
        'X-Twice: 1',
        'X-Twice: 2',
        'constructor: x',
        '__proto__: y',
      ],
    ],
  ])('%s', async (_, url, options, lines) => {
    const server = await script();
    const port = String(server.port);
    start(url.replace('{port}', port), { lookup, ...options });
    const peer = await server.peers.take();
    const request = await peer.request();
    expect(request).toMatch(someKey);
    expect(request.replace(someKey, '{key}')).toBe([...lines, '\r\n'].join('\r\n').replace('{port}', port));
  });

  test('nothing else is sent before the reply', async () => {
    const server = await script();
    start(server.url);
    const peer = await server.peers.take();
    const request = await peer.request();
    await exchangeElsewhere();
    expect(peer.received).toBe(request);
  });

  test('nothing else is sent after the reply by itself', async () => {
    const server = await script();
    const { connection } = start(server.url);
    const peer = await server.peers.take();
    const request = await peer.request();
    await peer.reply(acceptance);
    await connection;
    await exchangeElsewhere();
    expect(peer.received).toBe(request);
  });
});

describe('the key', () => {
  test('is 16 octets in canonical base64, and another one for each connection', async () => {
    const server = await script();
    const keys = new Set<string>();
    for (let count = 0; count < 20; count += 1) {
      const { connection } = start(server.url);
      const peer = await server.peers.take();
      const key = someKey.exec(await peer.request())?.[0] ?? '';
      keys.add(key);
      expect(Buffer.from(key, 'base64')).toHaveLength(16);
      expect(Buffer.from(key, 'base64').toString('base64')).toBe(key);
      await peer.reply(acceptance);
      await connection;
    }
    expect(keys.size).toBe(20);
  });

  test('has no octet that is the same in each of 50 keys', async () => {
    const server = await script();
    const seen = Array.from({ length: 16 }, () => new Set<number>());
    for (let count = 0; count < 50; count += 1) {
      const { failure } = start(server.url);
      const peer = await server.peers.take();
      const octets = Buffer.from(someKey.exec(await peer.request())?.[0] ?? '', 'base64');
      for (const [index, values] of seen.entries()) values.add(octets.readUInt8(index));
      peer.end();
      await failure;
    }
    expect(seen.every((values) => values.size > 1)).toBe(true);
  });
});
