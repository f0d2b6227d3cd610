import { describe, expect, onTestFinished, test } from 'vitest';
import { type Destination, openConnection } from '../../../../src/verify/peer/connection/open-connection.ts';
import type { RawConnection } from '../../../../src/verify/peer/connection/raw-connection.ts';
import type { ServedConnection } from '../../../../src/verify/peer/connection/served-connection.ts';
import { HandClock } from '../../../../src/verify/peer/hand-clock.ts';
import type { ScriptedRoute } from '../../../../src/verify/peer/scripted/scripted-route.ts';
import {
  type ScriptedServer,
  type ScriptedServerOptions,
  startScripted,
  startScriptedServer,
} from '../../../../src/verify/peer/scripted/scripted-server.ts';
import { certificates } from '../../../certificate.ts';

const accept = 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=';
const fields = 'Host: a\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const asking = (path: string) => `GET ${path} HTTP/1.1\r\n${fields}`;

async function start(options: ScriptedServerOptions = {}): Promise<ScriptedServer> {
  const server = await startScriptedServer(options);
  onTestFinished(() => server.close().catch(() => {})); // a test says itself what it makes of a fault
  return server;
}

/** A client that sends a text. */
async function send({ port }: ScriptedServer, text: string, options: Partial<Destination> = {}) {
  const client = await openConnection({ port, ...options });
  onTestFinished(() => client.destroy());
  await client.send(text);
  return client;
}

/** What a script answers, to the end of it. */
async function answerOf(client: RawConnection): Promise<string> {
  await client.ended();
  return client.text;
}

const greet = (connection: ServedConnection) => connection.end(`hello ${connection.nonce}`);

describe('a route', () => {
  test('answers whoever names it, with the request that was read', async () => {
    const server = await start();
    const route = server.route((connection, { method, target }) =>
      connection.end(`${method} ${target} ${connection.accept}`),
    );
    expect(route.path).toMatch(/^\/[\da-f]{12}-\d+$/);
    expect(route.url).toBe(`ws://127.0.0.1:${server.port}${route.path}`);
    const target = `${route.path}/chat?a=b`;
    const client = await send(server, asking(target));
    expect(await answerOf(client)).toBe(`GET ${target} ${accept}`);
    expect(server.strays).toEqual([]);
  });

  test('is one of several at once, each with connections of its own, in whatever order they come', async () => {
    const server = await start();
    const [one, two] = [server.route(greet, { nonce: 'one' }), server.route(greet, { nonce: 'two' })];
    const halves = await Promise.all([send(server, 'GET /two HTTP'), send(server, 'GET /one HTTP')]);
    for (const half of halves.toReversed()) await half.send(`/1.1\r\n${fields}`);
    expect(await Promise.all(halves.map(answerOf))).toEqual(['hello two', 'hello one']);
    const heads = (route: ScriptedRoute) => route.connections.map(({ request }) => request?.target);
    expect([heads(one), heads(two)]).toEqual([['/one'], ['/two']]);
  });

  test.each([
    ['in the form of a proxy’s', 'http://a/one?b HTTP/1.1'],
    ['as a part of a longer path', '/a/one/b HTTP/1.1'],
  ])('is found %s', async (_, rest) => {
    const server = await start();
    const route = server.route(greet, { nonce: 'one' });
    await answerOf(await send(server, `GET ${rest}\r\n${fields}`));
    expect(route.connections).toHaveLength(1);
  });

  test('takes what no other is named by, where it takes all', async () => {
    const server = await start();
    const [one, all] = [server.route(greet, { nonce: 'one' }), server.route(greet, { nonce: null })];
    expect([all.path, all.url]).toEqual(['', server.url]);
    for (const path of ['/one', '/', '/ones']) await answerOf(await send(server, asking(path)));
    expect([one.connections.length, all.connections.length]).toEqual([1, 2]);
  });

  test('gives its first connection to whoever waits for it', async () => {
    const server = await start();
    const route = server.route(greet);
    const first = route.first();
    await send(server, asking('/other'));
    await send(server, asking(route.path));
    expect(await first).toBe(route.connections[0]);
    expect((await route.first()).nonce).toBe(route.nonce);
  });

  test('is quiet as soon as all of its connections are closed', async () => {
    const server = await start();
    const route = server.route(greet);
    const client = await send(server, asking(route.path));
    await client.ended();
    const quiet = route.quiet();
    client.end();
    await quiet;
    expect(route.connections.map(({ isClosed }) => isClosed)).toEqual([true]);
    await server.quiet();
  });

  test('that is closed ends its connections, and whoever names it is a stray', async () => {
    const server = await start();
    const route = server.route(() => {});
    const client = await send(server, asking(route.path));
    await route.first();
    await route.close();
    expect(await client.ended()).toBe('ended');
    expect(await answerOf(await send(server, asking(route.path)))).toBe('');
    expect([route.connections.length, server.strays.length]).toEqual([1, 1]);
  });

  test('that is closed keeps nobody waiting', async () => {
    const server = await start();
    const route = server.route(greet);
    const first = route.first();
    await route.close();
    await expect(first).rejects.toThrow(
      `the route was closed while it was waited for a connection to ${route.url}`,
    );
  });

  test('needs a nonce that stands in a path, and is nobody else’s', async () => {
    const server = await start();
    server.route(greet, { nonce: 'one' });
    expect(() => server.route(greet, { nonce: 'one' })).toThrow('another route is open under one');
    expect(() => server.route(greet, { nonce: 'a/b' })).toThrow('"a/b" is no nonce');
  });
});

describe('strays', () => {
  test('are kept and ended', async () => {
    const server = await start();
    server.route(greet);
    expect(await answerOf(await send(server, asking('/chat')))).toBe('');
    expect(server.strays.map(({ nonce, request }) => [nonce, request?.target])).toEqual([[null, '/chat']]);
  });

  test('may be answered', async () => {
    const server = await start({ onStray: (connection) => connection.end('HTTP/1.1 404 N\r\n\r\n') });
    expect(await answerOf(await send(server, asking('/chat')))).toBe('HTTP/1.1 404 N\r\n\r\n');
  });

  test('that do not end in turn are given up', async () => {
    const clock = new HandClock();
    const server = await start({ clock, deadline: 50 });
    const client = await send(server, asking('/chat'));
    await client.ended();
    clock.advance(50);
    await server.quiet();
    expect(clock.waiting).toBe(0);
  });

  test('whose answer throws disturb nobody', async () => {
    const server = await start({
      onStray() {
        throw new Error('no');
      },
    });
    const route = server.route(greet, { nonce: 'one' });
    await answerOf(await send(server, asking('/chat')));
    expect(server.strays.map(({ fault }) => fault)).toEqual(['its script threw Error: no']);
    expect(await answerOf(await send(server, asking(route.path)))).toBe('hello one');
  });
});

describe('what cannot be read is seen', () => {
  test.each([
    ['control octets', '\x01\x02\x03 /one\r\n\r\n', 'a request line that does not begin with a method'],
    ['a method alone', 'GET\r\n\r\n', 'no single space after the method'],
    ['control octets in the target', 'GET /one\x00 HTTP/1.1\r\n\r\n', 'no single space after the target'],
    ['a bare LF', 'GET /one HTTP/1.1\n\n', 'a bare LF'],
    ['a field without a name', 'GET /one HTTP/1.1\r\n: x\r\n\r\n', 'an empty field name'],
    ['nothing but NUL', `${'\0'.repeat(100)}\n`, 'a request line that does not begin with a method'],
    ['the greeting of TLS', '\x16\x03\x01\n', 'a request line that does not begin with a method'],
  ])('%s: no request, the octets and the fault', async (_, text, fault) => {
    const server = await start();
    const client = await send(server, text);
    expect(await answerOf(client)).toBe('');
    const [seen] = server.connections;
    expect(seen).toMatchObject({ request: null, fault: expect.stringContaining(fault), accept: '' });
    expect(Buffer.from(seen?.head ?? []).toString('latin1')).toBe(text);
    expect(seen?.behind()).toHaveLength(0);
  });

  test('a head that is too large', async () => {
    const server = await start();
    const client = await send(server, `GET / HTTP/1.1\r\nA: ${'a'.repeat(70_000)}`);
    expect(await answerOf(client)).toBe('');
    expect(server.strays[0]?.fault).toBe('a head of more than 65536 octets');
  });

  test.each([1, 3, 1_000])('on its route, however it was cut: by %i octets', async (size) => {
    const server = await start();
    const scripts: unknown[] = [];
    const route = server.route((...told) => scripts.push(told), { nonce: 'one' });
    const octets = Buffer.from('\x01GET /one HTTP/1.1\r\n\r\n');
    const pieces = Array.from({ length: Math.ceil(octets.length / size) }, (_, at) =>
      octets.subarray(at * size, (at + 1) * size),
    );
    const client = await openConnection({ port: server.port });
    onTestFinished(() => client.destroy());
    await client.sendApart(pieces, 0);
    const seen = await route.first();
    expect(seen).toMatchObject({ request: null, nonce: 'one', fault: expect.stringContaining('method') });
    expect(scripts).toEqual([]);
    expect(await answerOf(client)).toBe('');
  });

  test.each([
    ['half a request, and its end', 'GET /one HT', 'the client ended within its request', 'end', 'ended'],
    ['nothing, and its end', '', 'the client ended before it sent anything', 'end', 'ended'],
    ['half a request, and a reset', 'GET /one HT', 'the client reset the connection', 'reset', 'reset'],
  ] as const)('%s', async (_, text, fault, way, ending) => {
    const server = await start();
    const client = await send(server, text);
    await server.connections[0]?.until((each) => each.text === text, 'the text');
    client[way]();
    await server.quiet();
    expect(server.strays).toEqual([
      expect.objectContaining({ request: null, fault: expect.stringContaining(fault), ending }),
    ]);
  });

  test('half a request that goes no further is ended at the deadline', async () => {
    const clock = new HandClock();
    const server = await start({ clock, deadline: 200 });
    const client = await send(server, 'GET /');
    await clock.runs(1);
    const [seen] = server.connections;
    await seen?.until(({ text }) => text === 'GET /', 'five octets');
    clock.advance(199);
    expect(seen?.fault).toBeNull();
    clock.advance(1);
    expect(await client.ended()).toBe('ended');
    expect(server.strays).toEqual([seen]);
    expect(seen).toMatchObject({ ending: 'late', request: null });
    expect(seen?.fault).toBe('waited 200 ms for a whole request in vain; 5 octets had come');
    expect(clock.waiting).toBe(0);
  });
});

describe('a script that throws', () => {
  const now = () => {
    throw new Error('wrong script');
  };
  test.each([
    ['at once', now],
    ['later', async () => now()],
  ])('%s fails its own route, and nothing else', async (_, script) => {
    const server = await start();
    const [bad, good] = [server.route(script), server.route(greet, { nonce: 'good' })];
    expect(await answerOf(await send(server, asking(bad.path)))).toBe('');
    await expect(bad.first()).rejects.toThrow('wrong script');
    await expect(bad.quiet()).rejects.toThrow('wrong script');
    expect(bad.connections[0]?.fault).toBe('its script threw Error: wrong script');
    expect(await answerOf(await send(server, asking(good.path)))).toBe('hello good');
    await expect(bad.close()).rejects.toThrow('wrong script');
    await good.close();
    await server.close();
  });

  test('is told when the server is closed, if nobody was told before', async () => {
    const server = await startScripted(now);
    await answerOf(await send(server, asking('/')));
    await expect(server.close()).rejects.toThrow('wrong script');
  });

  test('as soon as a connection is there', async () => {
    const server = await start({ onConnection: now });
    expect(await answerOf(await openConnection({ port: server.port }))).toBe('');
    expect(server.connections[0]?.fault).toBe('its script threw Error: wrong script');
  });
});

describe('waits', () => {
  test('for a first connection and for quiet have a deadline', async () => {
    const clock = new HandClock();
    const server = await start({ clock, deadline: 40 });
    const route = server.route(() => {}, { nonce: 'one' });
    const first = route.first();
    await send(server, asking('/other'));
    clock.advance(40);
    await expect(first).rejects.toThrow(
      /^waited 40 ms for a connection to ws:\/\/127\.0\.0\.1:\d+\/one in vain; [01] connections had come/,
    );
    await send(server, asking(route.path));
    await route.first();
    const [quiet, all] = [route.quiet(10), server.quiet(10)];
    clock.advance(10);
    await expect(quiet).rejects.toThrow(/^waited 10 ms for the connections to \S+\/one to be closed in vain/);
    await expect(all).rejects.toThrow(/^waited 10 ms for the connections to \S+ to be closed in vain/);
  });
});

describe('an exchange is read off its connection afterwards', () => {
  test('what came and what was sent, with times, what stood behind the request, and the end', async () => {
    const clock = new HandClock();
    const server = await start({ clock });
    const route = server.route(async (connection) => {
      clock.advance(5);
      await connection.send('one', 'two');
    });
    const text = `\r\n${asking(route.path)}`;
    const client = await send(server, `${text}more`);
    await client.until((each) => each.text === 'onetwo', 'the reply');
    client.end();
    await server.quiet();
    const seen = await route.first();
    expect(seen.received).toEqual([{ octets: Buffer.from(`${text}more`), at: 0 }]);
    expect(Buffer.from(seen.head).toString()).toBe(asking(route.path));
    expect(seen.behind().toString()).toBe('more');
    expect(seen.sent.map(({ octets, at }) => [String(octets), at])).toEqual([
      ['one', 5],
      ['two', 5],
    ]);
    expect([seen.ending, seen.fault]).toEqual(['ended', null]);
  });

  test('a client that resets behind the reply', async () => {
    const server = await start();
    const route = server.route((connection) => connection.send('one'));
    const client = await send(server, asking(route.path));
    await client.until(({ text }) => text === 'one', 'the reply');
    client.reset();
    await route.quiet();
    expect((await route.first()).ending).toBe('reset');
  });

  test('a script that resets', async () => {
    const server = await start();
    const route = server.route((connection) => connection.reset());
    const client = await send(server, asking(route.path));
    expect(await client.ended()).toBe('reset');
    expect((await route.first()).ending).toBe('open');
  });

  test('its own side stays open behind the client’s end only where that is asked for', async () => {
    const [closing, staying] = [await start(), await start({ allowHalfOpen: true, onStray: () => {} })];
    for (const server of [closing, staying]) {
      const client = await send(server, asking('/'));
      await server.connections[0]?.requested;
      client.end();
      await server.connections[0]?.ended();
    }
    await closing.quiet();
    expect(staying.connections[0]?.socket.writable).toBe(true);
  });
});

describe('over TLS', () => {
  const { authority, trusted } = certificates;

  test('the name, the protocol and the request are seen', async () => {
    const server = await start({ tls: { ...trusted, ALPNProtocols: ['http/1.1'] } });
    const route = server.route(greet, { nonce: 'one' });
    expect(route.url).toBe(`wss://127.0.0.1:${server.port}/one`);
    const tls = { ca: authority, servername: 'localhost', protocols: ['h2', 'http/1.1'] };
    expect(await answerOf(await send(server, asking('/one'), { tls }))).toBe('hello one');
    expect(await route.first()).toMatchObject({ servername: 'localhost', protocol: 'http/1.1' });
  });

  test('a client without a name or protocols has none, and neither has one without TLS', async () => {
    const [server, plain] = [await start({ tls: trusted }), await start()];
    await answerOf(await send(server, asking('/'), { tls: { ca: authority } }));
    await answerOf(await send(plain, asking('/')));
    const seen = [...server.strays, ...plain.strays];
    expect(seen.map(({ servername, protocol }) => [servername, protocol])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test('a script resets TCP', async () => {
    const server = await start({ tls: trusted });
    const route = server.route((connection) => connection.reset());
    const client = await send(server, asking(route.path), { tls: { ca: authority } });
    expect(await client.ended()).toBe('reset');
  });

  test('a handshake that leads nowhere is kept as a fault', async () => {
    const told: Error[] = [];
    const server = await start({ tls: trusted, onFault: (error) => told.push(error) });
    await (await send(server, asking('/'))).ended();
    expect(server.faults).toEqual([expect.objectContaining({ code: 'ERR_SSL_HTTP_REQUEST' })]);
    expect([told, server.connections]).toEqual([server.faults, []]);
  });
});

test('close() ends everything, also connections on which nothing has come', async () => {
  const server = await startScriptedServer();
  const silent = await openConnection({ port: server.port });
  onTestFinished(() => silent.destroy());
  await server.close();
  expect(await silent.ended()).not.toBe('open');
  await expect(openConnection({ port: server.port })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('an IPv6 address stands in brackets', async () => {
  const server = await start({ host: '::1' });
  expect(server.url).toBe(`ws://[::1]:${server.port}`);
});
