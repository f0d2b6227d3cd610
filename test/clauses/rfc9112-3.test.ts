import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { accepted, hear, refused, reply, request, shareServer } from './peer.ts';

const server = shareServer();
const anywhere = shareServer({ paths: () => true });
const asked: (string | undefined)[] = [];
const beside = shareServer({
  application: createServer(({ url }, response) => {
    asked.push(url);
    response.end('plain');
  }),
});
const malformed = refused(400, 'rfc9112/3/request-line', 'requestLineIsMalformed');

describe(clause('rfc9112/3/request-line'), () => {
  test.each(['GET /chat HTTP/1.1', 'GET /chat HTTP/1.2', 'GET http://a/chat HTTP/1.1'])(
    'accepted: %s',
    async (line) => {
      expect(await server.ask(request({}, line))).toMatchObject(accepted);
    },
  );

  test.each([
    ...['GET /chat', 'GET', '/chat HTTP/1.1', 'GET /chat HTTP/1', 'GET /chat HTTP/1.10', 'GET /chat HTTP1.1'],
    ...['GET /chat HTTPS/1.1', 'GET /chat HTTP/1.1 ', 'G(ET /chat HTTP/1.1', 'G\xc4T /chat HTTP/1.1'],
    ...['GET /chat x HTTP/1.1', 'GET /chat\0 HTTP/1.1', 'GET /ch\tat HTTP/1.1', 'HTTP/1.1 101 x'],
  ])('refused: %j', async (line) => {
    expect(await server.ask(request({}, line))).toMatchObject(malformed);
  });
});

describe(clause('rfc9112/3/split-on-space'), () => {
  test.each([
    'GET  /chat HTTP/1.1',
    'GET /chat  HTTP/1.1',
    'GET\t/chat HTTP/1.1',
    'GET /chat\tHTTP/1.1',
    'GET\x0b/chat\x0cHTTP/1.1',
  ])('refused by this server: %j', async (line) => {
    expect(await server.ask(request({}, line))).toMatchObject(malformed);
  });
});

describe(clause('rfc9112/3/target-too-long'), () => {
  test('accepted: 8,000 octets', async () => {
    expect(await server.ask(request({}, `GET /chat?${'a'.repeat(7_994)} HTTP/1.1`))).toMatchObject(accepted);
  });

  test.each([8_001, 10_000, 16_000])('refused: %i octets', async (length) => {
    expect(await server.ask(request({}, `GET /chat?${'a'.repeat(length - 6)} HTTP/1.1`))).toMatchObject(
      refused(414, 'rfc9112/3/target-too-long', 'targetIsTooLong'),
    );
  });

  test('refused as a head that is too large: a request line without end', async () => {
    expect(await server.ask(`GET /${'a'.repeat(100_000)}`)).toMatchObject(
      refused(431, 'rfc9110/5.4/fields-too-large', 'headIsTooLarge'),
    );
  });
});

describe(clause('rfc9112/3/line-length'), () => {
  test('accepted: a request line of 8,000 octets', async () => {
    const line = `GET /chat?${'a'.repeat(8_000 - 'GET /chat? HTTP/1.1'.length)} HTTP/1.1`;
    expect(line).toHaveLength(8_000);
    expect(await server.ask(request({}, line))).toMatchObject(accepted);
  });
});

describe(clause('rfc9112/3.2/host-present'), () => {
  test('accepted: one', async () => {
    expect(await server.ask(request({ Host: 'a' }))).toMatchObject(accepted);
  });

  test('refused: none', async () => {
    expect(await server.ask(request({ Host: null }))).toMatchObject(
      refused(400, 'rfc9112/3.2/host-present', 'hostIsAbsent'),
    );
  });

  test('refused: none, although the target names a host', async () => {
    expect(await server.ask(request({ Host: null }, 'GET http://a/chat HTTP/1.1'))).toMatchObject(
      refused(400, 'rfc9112/3.2/host-present', 'hostIsAbsent'),
    );
  });
});

/** The refusals of a Host that not even plain HTTP may go without, by the lines that break the rule. */
const unaddressed = [
  ['', 'rfc9112/3.2/host-present', 'hostIsAbsent'],
  ['Host: a\r\nHost: a\r\n', 'rfc9112/3.2/host-once', 'hostIsRepeated'],
  ['Host: a b\r\n', 'rfc9112/3.2/host-valid', 'hostIsMalformed'],
] as const;

describe(`${clause('rfc9112/3.2/host-present')}, and of plain HTTP too`, () => {
  test.each(unaddressed)('refused, and the application is not asked: %j', async (lines, broken, guard) => {
    const before = asked.length;
    for (const start of ['GET /page HTTP/1.1', 'POST /page HTTP/1.1', 'GET /page HTTP/1.1\r\nUpgrade: h2c']) {
      expect(await beside.ask(`${start}\r\n${lines}\r\n`)).toMatchObject(refused(400, broken, guard));
      expect(await server.ask(`${start}\r\n${lines}\r\n`)).toMatchObject(refused(400, broken, guard));
    }
    expect(asked).toHaveLength(before);
  });

  test.each(unaddressed.slice(1))('refused in HTTP/1.0 too: %j', async (lines, broken, guard) => {
    expect(await beside.ask(`GET /page HTTP/1.0\r\n${lines}\r\n`)).toMatchObject(refused(400, broken, guard));
  });

  test('served by the application: HTTP/1.1 with one, HTTP/1.0 without', async () => {
    expect(await beside.ask('GET /one HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatchObject({
      ...{ type: 'passed', status: 200, body: 'plain' },
    });
    expect(await beside.ask('GET /none HTTP/1.0\r\n\r\n')).toMatchObject({
      ...{ type: 'passed', status: 200, body: 'plain', guard: 'httpVersionIs10' },
    });
    expect(asked.slice(-2)).toEqual(['/one', '/none']);
  });

  test('refused for its version and not for that, where no application is: HTTP/1.0 without', async () => {
    expect(await server.ask('GET /none HTTP/1.0\r\n\r\n')).toMatchObject(
      refused(426, 'rfc9110/7.8/upgrade-ignored-in-http10', 'httpVersionIs10'),
    );
  });
});

describe(clause('rfc9112/3.2/host-once'), () => {
  test.each([
    ['the same twice', ['server.example.com', 'server.example.com']],
    ['two', ['server.example.com', 'other.example.com']],
    ['one and an empty one', ['server.example.com', '']],
  ])('refused: %s', async (_, hosts) => {
    expect(await server.ask(request({ Host: hosts }))).toMatchObject(
      refused(400, 'rfc9112/3.2/host-once', 'hostIsRepeated'),
    );
  });

  test('refused: a second one under a name in other letter case', async () => {
    expect(await server.ask(request({ HOST: 'server.example.com' }))).toMatchObject(
      refused(400, 'rfc9112/3.2/host-once', 'hostIsRepeated'),
    );
  });
});

describe(clause('rfc9112/3.2/host-valid'), () => {
  test.each([
    ...['a', 'a:80', 'a:', 'a:70000', '127.0.0.1:8080', '[::1]', '[2001:db8::1]:443', 'a%20b', '[v1.fe80]'],
    ...['A.EXAMPLE', "!$&'()*+,;="],
  ])('accepted: %s', async (host) => {
    expect(await server.ask(request({ Host: host }))).toMatchObject(accepted);
  });

  test.each([
    ...['', ':80', 'user@host', 'host/path', 'host?a', 'host#a', 'host:abc', 'a:80:80', 'a b', '[::1', '::1'],
    ...['[1]', '[]', 'http://host', 'h"', 'b\xfccher.example', '%zz', 'a, b'],
  ])('refused: %j', async (host) => {
    expect(await server.ask(request({ Host: host }))).toMatchObject(
      refused(400, 'rfc9112/3.2/host-valid', 'hostIsMalformed'),
    );
  });
});

describe(clause('rfc9112/3.2/target-valid'), () => {
  test.each(["/a-._~!$&'()*+,;=:@/b?c/?d", '/%20%C3%A4', '/?', '//a'])('accepted: %s', async (target) => {
    expect(await anywhere.ask(request({}, `GET ${target} HTTP/1.1`))).toMatchObject(accepted);
  });

  test.each([
    ...['/#', '/chat?#', '/%', '/%zz', '/"', '/<>', '/\\', '/{', '/|', '/[', '/\xe4', 'chat', '?a'],
    ...['http://', 'http:///chat', 'http://user@a/chat', 'http:chat', 'http://a/chat#a', 'a:b'],
  ])('refused: %j', async (target) => {
    expect(await anywhere.ask(request({}, `GET ${target} HTTP/1.1`))).toMatchObject(
      refused(400, 'rfc9112/3.2/target-valid', 'targetIsMalformed'),
    );
  });
});

describe(clause('rfc9112/3.2/target-not-corrected'), () => {
  test.each(['/chat#fragment', '/chat?a=<b>', '/chat?a="b"', '/chat?\xe4', '/chat?%'])(
    'refused, where leaving something out or escaping it would lead to /chat: %j',
    async (target) => {
      expect(await server.ask(request({}, `GET ${target} HTTP/1.1`))).toMatchObject(
        refused(400, 'rfc9112/3.2/target-valid', 'targetIsMalformed'),
      );
    },
  );

  test.each(['/a/../chat', '/./chat', '//chat', '/%63hat'])(
    'valid, but not made into /chat either: %s',
    async (target) => {
      expect(await server.ask(request({}, `GET ${target} HTTP/1.1`))).toMatchObject(
        refused(404, 'rfc6455/4.2.2/resource-unavailable', 'pathIsUnknown'),
      );
    },
  );
});

describe(clause('rfc9112/3.2.1/origin-form-sent'), () => {
  test.each([
    ['ws://127.0.0.1:{port}', 'GET / HTTP/1.1'],
    ['ws://127.0.0.1:{port}/chat?a=b', 'GET /chat?a=b HTTP/1.1'],
  ])('sent for %s: %s', async (url, line) => {
    expect((await hear(reply(), { url })).sent.split('\r\n')[0]).toBe(line);
  });
});

describe(clause('rfc9112/3.2.2/absolute-form'), () => {
  test.each([
    ...[
      'http://server.example.com/chat',
      'HTTP://server.example.com/chat',
      'http://server.example.com:443/chat?a',
    ],
    ...['http://[::1]:80/chat', 'http://127.0.0.1/chat'],
  ])('accepted: %s', async (target) => {
    expect(await server.ask(request({}, `GET ${target} HTTP/1.1`))).toMatchObject({
      ...accepted,
      connection: { path: '/chat', request: { target } },
    });
  });

  test('refused for its scheme alone: https, as this server is plain', async () => {
    const target = 'https://server.example.com:443/chat?a';
    expect(await server.ask(request({}, `GET ${target} HTTP/1.1`))).toMatchObject(
      refused(421, 'rfc9110/7.4/https-on-plain', 'targetIsUnsecured'),
    );
  });

  test('accepted: one without path, which is /', async () => {
    expect(await anywhere.ask(request({}, 'GET http://server.example.com HTTP/1.1'))).toMatchObject({
      ...accepted,
      connection: { path: '/' },
    });
  });
});

describe(clause('rfc9112/3.2.2/host-from-target'), () => {
  test.each(['http://other.example.com/chat', 'http://other.example.com:8080/chat'])(
    'accepted: %s, whatever Host says; the application is told the target',
    async (target) => {
      expect(await server.ask(request({}, `GET ${target} HTTP/1.1`))).toMatchObject({
        ...accepted,
        connection: { request: { target } },
      });
    },
  );

  test('refused: a Host that is none, even there', async () => {
    expect(await server.ask(request({ Host: 'a b' }, 'GET http://a/chat HTTP/1.1'))).toMatchObject(
      refused(400, 'rfc9112/3.2/host-valid', 'hostIsMalformed'),
    );
  });
});

describe(clause('rfc9112/3.2.4/asterisk-form'), () => {
  test('refused: GET *', async () => {
    expect(await server.ask(request({}, 'GET * HTTP/1.1'))).toMatchObject(
      refused(400, 'rfc6455/4.2.1/resource-name', 'targetNamesNoResource'),
    );
  });

  test('refused: OPTIONS *', async () => {
    expect(await server.ask(request({}, 'OPTIONS * HTTP/1.1'))).toMatchObject({
      type: 'refused',
      connection: null,
    });
  });

  test('accepted: a path with an asterisk', async () => {
    expect(await anywhere.ask(request({}, 'GET /* HTTP/1.1'))).toMatchObject(accepted);
  });
});
