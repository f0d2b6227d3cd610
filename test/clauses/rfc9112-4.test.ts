import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { failed, hear, opened, pingEarly, reply, request, shareServer } from './peer.ts';

const server = shareServer();

describe(clause('rfc9112/4/status-line-sent'), () => {
  test.each([
    ['an opening', request(), 101],
    ['one that is refused', request({ Host: null }), 400],
    ['what is no HTTP', 'EHLO client.example\r\n\r\n', 400],
    ['a request in HTTP/0.9', 'GET /chat\r\n\r\n', 400],
  ])('the answer begins with one: %s', async (_, octets, status) => {
    const answer = await server.ask(octets);
    expect(answer.octets.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
    expect(answer.octets).toContain('\r\n\r\n');
  });

  test('a frame that came too early has its answer behind it', async () => {
    expect(await pingEarly(server)).toMatch(/^HTTP\/1\.1 101 /);
  });
});

describe(clause('rfc9112/4/status-line'), () => {
  test.each(['HTTP/1.1 101 Switching Protocols', 'HTTP/1.1 101 ', 'HTTP/1.1 101'])(
    'opened: %j',
    async (line) => {
      expect(await hear(reply({}, line))).toMatchObject(opened);
    },
  );

  test.each([
    ...[
      '',
      'HTTP/1.1',
      'HTTP/1.1 10 x',
      'HTTP/1.1 1011 x',
      'HTTP/1.1 1O1 x',
      'HTTP/1.1 101x',
      'HTTP/1.1  101 x',
    ],
    ...['HTTP/1.1\t101 x', ' HTTP/1.1 101 x', 'http/1.1 101 x', '101 Switching Protocols', 'GET / HTTP/1.1'],
    ...['HTTP/1.1 101 \0', 'HTTP/1.1 101 a\rb', 'HTTP/1.1 101 a\x7f', '220 smtp.example.com ready'],
  ])('failed: %j', async (line) => {
    expect(await hear(reply({}, line))).toMatchObject(
      failed('rfc9112/4/status-line', 'statusLineIsMalformed', null),
    );
  });

  test('failed: a line that ends in a lone LF', async () => {
    expect(await hear(reply().replace('\r\n', '\n'))).toMatchObject(
      failed('rfc9112/4/status-line', 'statusLineIsMalformed', null),
    );
  });
});

describe(clause('rfc9112/4/reason-ignored'), () => {
  test.each([
    'Web Socket Protocol Handshake',
    'OK',
    '200 OK',
    'Forbidden',
    '\xe4\xff',
    ' \t ',
    'HTTP/1.1 404',
    '"\\',
  ])('opened: %j', async (reason) => {
    expect(await hear(reply({}, `HTTP/1.1 101 ${reason}`))).toMatchObject(opened);
  });

  test('failed: the reason of a 101 behind another status', async () => {
    const answer = reply({ 'Content-Length': '0' }, 'HTTP/1.1 200 Switching Protocols');
    expect(await hear(answer)).toMatchObject(failed('rfc6455/4.1/status-101', 'statusIsNot101', 200));
  });
});

describe(clause('rfc9112/4/reason-space'), () => {
  test.each([
    ['100 and 101', request({ Expect: '100-continue' }), ['HTTP/1.1 100 ', 'HTTP/1.1 101 ']],
    ['400', request({ Host: null }), ['HTTP/1.1 400 ']],
    ['404', request({}, 'GET / HTTP/1.1'), ['HTTP/1.1 404 ']],
    ['405', request({}, 'PUT / HTTP/1.1'), ['HTTP/1.1 405 ']],
    ['414', request({}, `GET /${'a'.repeat(9_000)} HTTP/1.1`), ['HTTP/1.1 414 ']],
    ['426', request({ Upgrade: null }), ['HTTP/1.1 426 ']],
    ['431', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`, ['HTTP/1.1 431 ']],
    ['505', request({}, 'GET / HTTP/3.0'), ['HTTP/1.1 505 ']],
  ])('sent with %s', async (_, octets, starts) => {
    expect((await server.ask(octets)).octets.match(/^HTTP\/1\.1 \d{3} ?/gm)).toEqual(starts);
  });
});
