import { describe, expect, test } from 'vitest';
import type { HandshakeOptions } from '../../src/client/index.ts';
import { ask } from './start.ts';

const lookup = async () => ['127.0.0.1'];
const someKey = /(?<=\r\nSec-WebSocket-Key: )[A-Za-z0-9+/]{21}[AQgw]==(?=\r\n)/;

describe('the octets of the request', () => {
  test.each<[string, string, HandshakeOptions, string, string, string[]]>([
    [
      'the fields in their order, Host with a port that is not the default',
      'ws://server.example.com:{port}/chat',
      {},
      '/chat',
      'server.example.com:{port}',
      [],
    ],
    [
      'the target "/" for a URI without path, Host in lower case',
      'WS://Server.EXAMPLE.com:{port}',
      {},
      '/',
      'server.example.com:{port}',
      [],
    ],
    [
      'an IPv6 host in brackets, the query with the path',
      'ws://[::1]:{port}/chat/room?a=b&c=%20d?e',
      {},
      '/chat/room?a=b&c=%20d?e',
      '[::1]:{port}',
      [],
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
      '/chat',
      'server.example.com:{port}',
      [
        'Origin: http://example.com',
        'Sec-WebSocket-Protocol: chat, superchat',
        'Cookie: a=b; c=d',
        'X-Twice: 1',
        'X-Twice: 2',
        'constructor: x',
        '__proto__: y',
      ],
    ],
  ])('%s', async (_, url, options, target, host, more) => {
    const { server, peer } = await ask({ lookup, ...options }, url);
    const request = await peer.request();
    expect(request).toMatch(someKey);
    const lines = [
      `GET ${target} HTTP/1.1`,
      `Host: ${host.replace('{port}', String(server.port))}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Key: {key}',
      'Sec-WebSocket-Version: 13',
      ...more,
      '\r\n',
    ];
    expect(request.replace(someKey, '{key}')).toBe(lines.join('\r\n'));
  });
});
