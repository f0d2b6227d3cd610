import { describe, expect, test } from 'vitest';
import { startHandshake } from '../../src/client/index.ts';
import { prepare } from '../../src/client/prepare.ts';
import { parseWebSocketUri } from '../../src/wire/index.ts';
import { clause } from './clause.ts';
import { badInput, hear, inputError, opened, reply } from './peer.ts';

const lookup = async () => ['127.0.0.1'];

describe(clause('rfc6455/3/scheme'), () => {
  test.each(['ws', 'WS', 'Ws'])('opened: %s', async (scheme) => {
    expect(await hear(reply(), { url: `${scheme}://127.0.0.1:{port}/chat` })).toMatchObject(opened);
  });

  test.each(['http://a/', 'https://a/', 'ftp://a/', 'wsx://a/', 'w://a/', 'file:///a', 'about:blank'])(
    'refused: %s',
    (url) => {
      expect(inputError(url)).toMatchObject(badInput('rfc6455/3/scheme'));
    },
  );
});

describe(clause('rfc6455/3/valid-components'), () => {
  test.each([
    ['ws://127.0.0.1:{port}/a;b=c,d/e?f=/g?h', 'GET /a;b=c,d/e?f=/g?h HTTP/1.1'],
    ['ws://server.example.com:{port}/', 'GET / HTTP/1.1'],
    ['ws://127.0.0.1:0{port}/', 'GET / HTTP/1.1'],
    ['ws://127.0.0.1:{port}/%E4%BD%A0', 'GET /%E4%BD%A0 HTTP/1.1'],
  ])('opened: %s', async (url, line) => {
    const told = await hear(reply(), { url, lookup });
    expect(told).toMatchObject(opened);
    expect(told.sent.split('\r\n')[0]).toBe(line);
  });

  test.each([
    ...[
      '',
      '/chat',
      '//a/',
      'a.example.com',
      'ws:',
      'ws:/a',
      'ws:///a',
      'ws://:80/',
      'ws://a b/',
      ' ws://a/',
    ],
    ...[
      'ws://a\\b',
      'ws://[::1',
      'ws://[g::1]/',
      'ws://a:b/',
      'ws://a:65536/',
      'ws://a:0/',
      'ws://a/%',
      'ws://a/<>',
    ],
  ])('refused: %j', (url) => {
    expect(inputError(url)).toMatchObject(badInput('rfc6455/3/valid-components'));
  });
});

describe(clause('rfc6455/3/no-user-information'), () => {
  test.each(['ws://user@a/', 'ws://user:password@a/', 'ws://@a/', 'ws://:@a/'])('refused: %s', (url) => {
    expect(inputError(url)).toMatchObject(badInput('rfc6455/3/no-user-information'));
  });

  test('opened: an @ in the path', async () => {
    expect(await hear(reply(), { url: 'ws://127.0.0.1:{port}/user@a' })).toMatchObject(opened);
  });
});

describe(clause('rfc6455/3/default-port'), () => {
  test.each([
    ['ws://server.example.com/', 80],
    ['ws://server.example.com:/', 80],
    ['wss://server.example.com/', 443],
    ['ws://server.example.com:443/', 443],
    ['wss://server.example.com:80/', 80],
    ['ws://server.example.com:8080/', 8080],
  ])('%s is on port %i', (url, port) => {
    expect(parseWebSocketUri(url)).toMatchObject({ ok: true, value: { port } });
  });

  test.each([
    ['ws://server.example.com/', /server\.example\.com:80\b/],
    ['ws://server.example.com:81/', /server\.example\.com:81\b/],
  ])('%s is what the client connects to', async (url, authority) => {
    const handshake = startHandshake(url, { lookup: async () => [] });
    const error = await new Promise((resolve) => handshake.on('error', resolve));
    expect(String(error)).toMatch(authority);
  });
});

describe(clause('rfc6455/3/secure-scheme'), () => {
  test.each([
    ['wss://a/', true],
    ['WSS://a/', true],
    ['wSs://a:80/', true],
    ['ws://a/', false],
    ['WS://a:443/', false],
  ])('%s: secure is %s', (url, secure) => {
    expect(parseWebSocketUri(url)).toMatchObject({ ok: true, value: { secure } });
  });

  test.each([
    ['wss://a/', true],
    ['WSS://a:80/chat', true],
    ['ws://a:443/', false],
  ])('%s is prepared for TLS: %s', (url, secure) => {
    expect(prepare(url, {}, 'key').tls !== null).toBe(secure);
  });
});

describe(clause('rfc6455/3/resource-name'), () => {
  test.each([
    ['ws://127.0.0.1:{port}', '/'],
    ['ws://127.0.0.1:{port}/', '/'],
    ['ws://127.0.0.1:{port}?a=b', '/?a=b'],
    ['ws://127.0.0.1:{port}/chat?', '/chat'],
    ['ws://127.0.0.1:{port}/chat?a=b&c', '/chat?a=b&c'],
    ['ws://127.0.0.1:{port}/chat?a?b', '/chat?a?b'],
    ['ws://127.0.0.1:{port}//a//b/', '//a//b/'],
  ])('%s is asked for %s', async (url, target) => {
    const { sent } = await hear(reply(), { url });
    expect(sent.split('\r\n')[0]).toBe(`GET ${target} HTTP/1.1`);
  });
});

describe(clause('rfc6455/3/no-fragment'), () => {
  test.each(['ws://a/#b', 'ws://a/#', 'ws://a#b', 'ws://a/?b#c', 'ws://a/b##'])('refused: %s', (url) => {
    expect(inputError(url)).toMatchObject(badInput('rfc6455/3/no-fragment'));
  });
});

describe(clause('rfc6455/3/hash-escaped'), () => {
  test('sent as it is: %23', async () => {
    const { sent } = await hear(reply(), { url: 'ws://127.0.0.1:{port}/a%23b?c=%23' });
    expect(sent.split('\r\n')[0]).toBe('GET /a%23b?c=%23 HTTP/1.1');
  });

  test('never sent: #', () => {
    expect(inputError('ws://a/a#b?c=#')).toMatchObject(badInput('rfc6455/3/no-fragment'));
  });
});
