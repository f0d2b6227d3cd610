import { describe, expect, test } from 'vitest';
import { connect, type HandshakeOptions, startHandshake } from '../../src/client/index.ts';
import { prepare } from '../../src/client/prepare.ts';
import { certificates } from '../certificate.ts';
import { acceptance, script } from './scripted-server.ts';

const url = 'ws://server.example.com/chat';

/** The lines of the opening behind those of the handshake itself. */
function linesOf(options: HandshakeOptions): readonly string[] {
  const { text } = prepare(url, options, 'key');
  return text.trimEnd().split('\r\n').slice(6);
}

describe('headers in any shape are sent', () => {
  test.each<[string, HandshakeOptions['headers'], string]>([
    ['a record', { 'X-A': 'b', 'X-C': 'd' }, 'X-A: b\nX-C: d'],
    ['a record with several values', { 'X-A': ['b', 'c'] }, 'X-A: b\nX-A: c'],
    ['a list of pairs', [['X-A', 'b']], 'X-A: b'],
    ['a Headers', new Headers({ 'X-A': 'b' }), 'x-a: b'],
    ['a Map', new Map([['X-A', 'b']]), 'X-A: b'],
  ])('%s', (_, headers, lines) => {
    expect(linesOf({ headers: headers ?? [] })).toEqual(lines.split('\n'));
  });

  test('and judged alike', () => {
    expect(() => prepare(url, { headers: { Upgrade: 'a' } }, 'key')).toThrow(
      'the field Upgrade belongs to the handshake and cannot be added',
    );
    const rules = 'whatwg';
    expect(() => prepare(url, { rules, headers: { 'X-A': 'b' } }, 'key')).toThrow('header fields are set');
    expect(linesOf({ rules, headers: {} })[0]).toBe('Origin: null');
  });
});

test.each(['chat', ['chat']])('the subprotocol %j is offered', (subprotocols) => {
  expect(linesOf({ subprotocols })).toEqual(['Sec-WebSocket-Protocol: chat']);
});

test('a text of several subprotocols is one that is no token', () => {
  expect(() => prepare(url, { subprotocols: 'chat, mqtt' }, 'key')).toThrow('is not a token');
});

test.each(['http://proxy.test:3128', new URL('http://proxy.test:3128')])('the proxy %s is asked', (proxy) => {
  expect(prepare(url, { proxy }, 'key').proxy).toMatchObject({ host: 'proxy.test', port: 3128 });
});

const { authority, trusted } = certificates;
test.each<HandshakeOptions['tls'] & object>([
  { ca: authority },
  { ca: Buffer.from(authority) },
  { ca: [authority, Buffer.from(authority)] },
  { cert: trusted.cert, key: trusted.key },
  { cert: Buffer.from(trusted.cert), key: Buffer.from(trusted.key) },
])('certificates are taken as strings and as Buffers, %#', (tls) => {
  expect(prepare('wss://server.example.com', { tls }, 'key').tls?.options).toBe(tls);
});

describe('a URL is taken as text and as URL', () => {
  test.each([
    ['connect', connect],
    ['startHandshake', startHandshake],
  ])('%s', async (_, open) => {
    const { url: address, peers } = await script();
    for (const target of [address, new URL(address)]) {
      const opened = open(target, { subprotocols: 'chat', headers: { 'X-A': 'b' } });
      const peer = await peers.take();
      expect(await peer.request()).toContain('\r\nSec-WebSocket-Protocol: chat\r\nX-A: b\r\n');
      await peer.reply(acceptance.replace('\r\n\r\n', '\r\nSec-WebSocket-Protocol: chat\r\n\r\n'));
      const { subprotocol, socket } = await ('once' in opened
        ? new Promise<Awaited<ReturnType<typeof connect>>>((resolve) => opened.once('open', resolve))
        : opened);
      expect(subprotocol).toBe('chat');
      socket.destroy();
    }
  });

  test('one of another scheme is told as a text would be', async () => {
    await expect(connect(new URL('http://a/'))).rejects.toMatchObject({ clause: 'rfc6455/3/scheme' });
    await expect(connect(1 as unknown as URL)).rejects.toThrow(
      new TypeError('connect: a URL was expected, as a string or a URL, and not a number'),
    );
  });
});
