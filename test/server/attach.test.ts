import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type Authorization,
  accept,
  attach,
  bearer,
  queryToken,
  refuse,
  toWebSocket,
} from '../../src/server/index.ts';
import { writeFrame } from '../frames/frame.ts';
import { Mailbox } from '../mailbox.ts';
import { exchangeElsewhere, type RawPeer } from '../raw-peer.ts';
import { answersIn, readsContentApart, startAttached } from './attach.ts';
import { acceptance, badRequest, opening, refusal } from './serve.ts';

const at = (path: string) => opening.replace('/chat', path);
const withFields = (...lines: readonly string[]) =>
  opening.replace('\r\n\r\n', `\r\n${lines.join('\r\n')}\r\n\r\n`);
const plainGet = 'GET /page HTTP/1.1\r\nHost: a\r\n\r\n';
const h2c = 'GET /page HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n';

const notFound = refusal('404 Not Found');

describe.each(['node:http', 'node:https'] as const)('endpoints on a server of %s', (framework) => {
  test('each takes the openings at its path', async () => {
    const chat = vi.fn();
    const news = vi.fn();
    const { open } = await startAttached(
      { '/chat': { onConnection: chat }, '/news/a%20b': { onConnection: news } },
      { framework },
    );
    for (const path of ['/chat', '/news/a%20b?c=d', '/chat?']) {
      expect(await open(at(path))).toBe(acceptance);
    }
    expect(chat.mock.calls.map(([{ path }]) => path)).toEqual(['/chat', '/chat']);
    expect(news.mock.calls.map(([{ path }]) => path)).toEqual(['/news/a%20b']);
  });

  test('a path without an endpoint gets a 404, once', async () => {
    const { ask, outcomes, attachMore } = await startAttached({ '/chat': {} }, { framework });
    attachMore({ '/news': {} });
    expect(await ask(at('/other'))).toBe(notFound);
    expect(outcomes.all).toMatchObject([
      { type: 'refused', clause: 'rfc6455/4.2.2/resource-unavailable', status: 404, target: '/other' },
    ]);
  });

  test("an endpoint's name of a query token is a secret at every path", async () => {
    const routes = { '/chat': { authentication: queryToken('x', { name: 'k' }) } };
    const { ask, outcomes } = await startAttached(routes, { framework });
    await ask(at('/other?k=hidden&l=shown'));
    expect((await outcomes.take()).target).toBe('/other?k=***&l=***');
  });

  test('so it is in what another table tells', async () => {
    const { ask, outcomes, attachMore } = await startAttached({ '/chat': {} }, { framework });
    attachMore({ '/news': { authentication: queryToken('x', { name: 'knock' }) } });
    await ask(at('/news/?knock=hidden'));
    expect((await outcomes.take()).target).toBe('/news/?knock=***');
  });

  test('a head of which Node’s parser leaves fields out is refused, whatever it asks for', async () => {
    const { ask, server } = await startAttached(
      { '/chat': { origins: ['https://good.example'] } },
      { framework },
    );
    server.maxHeadersCount = 16;
    const junk = Array<string>(64).fill('A:');
    const foreign = withFields(...junk, 'Origin: https://evil.example');
    expect(await ask(foreign)).toMatch(/^HTTP\/1\.1 431 /);
    const smuggling = `POST /x HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n${'a:\r\n'.repeat(2_000)}Content-Length: 38\r\n\r\n`;
    server.maxHeadersCount = null;
    const reply = await ask(`${smuggling}DELETE /smuggled HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 431 /);
    expect(reply).not.toContain('smuggled');
  });

  test('frames are echoed, those right behind the head first', async () => {
    const { begin, connections } = await startAttached(
      {
        '/chat': {
          onConnection(connection) {
            connections.put(connection);
            const webSocket = toWebSocket(connection);
            webSocket.on('message', (data) => webSocket.send(String(data)));
          },
        },
      },
      { framework },
    );
    const peer = await begin(opening + writeFrame('client', 0x81, 'first'));
    await peer.until(writeFrame('server', 0x81, 'first'));
    await peer.send(writeFrame('client', 0x81, 'second'));
    expect(await peer.until(writeFrame('server', 0x81, 'second'))).toBe(
      acceptance + writeFrame('server', 0x81, 'first') + writeFrame('server', 0x81, 'second'),
    );
  });

  test('plain requests go on beside open connections', async () => {
    const { begin, open } = await startAttached({ '/chat': {} }, { framework });
    await open(opening);
    const peer = await begin(plainGet);
    expect(answersIn(await peer.until('>'))).toEqual(['<GET /page undefined >']);
  });
});

describe('tables of routes on one server', () => {
  test('share one listener', async () => {
    const { server, attachMore, open } = await startAttached({ '/chat': {} });
    const news = vi.fn();
    attachMore({ '/news': { onConnection: news } });
    expect(server.listenerCount('upgrade')).toBe(1);
    expect(await open(at('/news'))).toBe(acceptance);
    expect(news).toHaveBeenCalledTimes(1);
  });

  test('each tells its own observer, and counts its own', async () => {
    const { attachment, attachMore, begin, outcomes, connections } = await startAttached({ '/chat': {} });
    const told = vi.fn();
    const waits = { authorize: () => new Promise<never>(() => {}) };
    const second = attachMore({ '/news': {}, '/waits': waits }, { onOutcome: told });
    await begin(at('/news'));
    await connections.take();
    const waiting = await begin(at('/waits'));
    await exchangeElsewhere();
    expect([attachment.pending, second.pending]).toEqual([0, 1]);
    expect(told.mock.calls).toMatchObject([[{ type: 'accepted', target: '/news' }]]);
    expect(outcomes.all).toEqual([]);
    waiting.reset();
    await second.detach();
  });

  test.each([
    ['twice by one call after another', { '/news': {}, '/chat': {} }],
    ['again', { '/chat': {} }],
  ])('a path that is attached already throws, and nothing is attached: %s', async (_, paths) => {
    const { attachMore, ask } = await startAttached({ '/chat': {} });
    expect(() => attachMore(paths)).toThrow(new TypeError('an endpoint is attached at /chat already'));
    expect(await ask(at('/news'))).toBe(notFound);
  });

  test('a path can be attached to two servers', async () => {
    await startAttached({ '/chat': {} });
    const { open } = await startAttached({ '/chat': {} });
    expect(await open(opening)).toBe(acceptance);
  });

  test.each([
    ['no path', {}],
    ['one that does not begin with /', { chat: {} }],
    ['one with a query', { '/chat?a': {} }],
    ['one that no request can have', { '/a b': {} }],
    ['a URI', { 'http://a/chat': {} }],
  ])('a table with %s throws', async (_, paths) => {
    const { attachMore, server } = await startAttached({ '/chat': {} });
    expect(() => attachMore(paths)).toThrow(TypeError);
    expect(server.listenerCount('upgrade')).toBe(1);
  });

  test('bad options throw before anything is attached', () => {
    const server = createServer();
    const onConnection = () => {};
    expect(() => attach(server, { '/chat': { onConnection } }, { limits: { fields: 0 } })).toThrow(
      RangeError,
    );
    expect(() => attach(server, { '/chat': { onConnection, origins: ['a'] } })).toThrow(TypeError);
    expect(server.listenerCount('upgrade')).toBe(0);
  });
});

describe('detach()', () => {
  test('leaves the other tables', async () => {
    const { attachment, attachMore, ask, open } = await startAttached({ '/chat': {} });
    attachMore({ '/news': {} });
    await attachment.detach();
    expect(await ask(at('/chat'))).toBe(notFound);
    expect(await open(at('/news'))).toBe(acceptance);
  });

  test('of the last table removes the listener: an opening is a plain request again', async () => {
    const { attachment, server, begin, outcomes } = await startAttached({ '/chat': {} });
    await attachment.detach();
    expect(server.listenerCount('upgrade')).toBe(0);
    const peer = await begin(opening);
    expect(answersIn(await peer.until('>'))).toEqual(['<GET /chat websocket >']);
    expect(outcomes.all).toEqual([]);
  });

  test('waits for handshakes that are under way, and may be called twice', async () => {
    const asked = new Mailbox<(answer: Authorization) => void>();
    const authorize = () => new Promise<Authorization>(asked.put);
    const { attachment, begin } = await startAttached({ '/chat': { authorize } });
    const peer = await begin(opening);
    const say = await asked.take();
    const detached = vi.fn();
    const detaching = Promise.all([attachment.detach(), attachment.detach()]).then(detached);
    await exchangeElsewhere();
    expect(detached).not.toHaveBeenCalled();
    say(accept());
    await detaching;
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
    expect(attachment.pending).toBe(0);
  });

  test('waits for one that waits for the answer to an earlier request', async () => {
    const { attachment, begin, held } = await startAttached({ '/chat': {} });
    const peer = await begin(`GET /held HTTP/1.1\r\nHost: a\r\n\r\n${opening}`);
    const tell = await held.take();
    expect(attachment.pending).toBe(1);
    const detaching = attachment.detach();
    tell();
    await detaching;
    expect(await peer.until('101 Switching Protocols')).toContain('<GET /held ');
  });

  test('a path can be attached again afterwards', async () => {
    const { attachment, attachMore, open } = await startAttached({ '/chat': {} });
    await attachment.detach();
    attachMore({ '/chat': {} });
    expect(await open(opening)).toBe(acceptance);
  });

  test('leaves open connections to their owner', async () => {
    const { attachment, begin, connections } = await startAttached({ '/chat': {} });
    const peer = await begin(opening);
    const { socket } = await connections.take();
    await attachment.detach();
    socket.end('frames');
    expect(await peer.ended).toBe(`${acceptance}frames`);
  });
});

describe('an endpoint decides as it does on sockets of its own', () => {
  test('authorize is asked with what came, and its answer is sent', async () => {
    const authorize = vi.fn(() => accept({ subprotocol: 'b', headers: [['X-A', 'b']], context: 'known' }));
    const { connections, open } = await startAttached({ '/chat': { authorize } });
    expect(
      await open(at('/chat?a=b').replace('\r\n\r\n', '\r\nSec-WebSocket-Protocol: a, b\r\n\r\nframes')),
    ).toBe(acceptance.replace('\r\n\r\n', '\r\nSec-WebSocket-Protocol: b\r\nX-A: b\r\n\r\n'));
    const { context, subprotocol, head } = await connections.take();
    expect([context, subprotocol, head.toString()]).toEqual(['known', 'b', 'frames']);
    expect(authorize.mock.calls).toMatchObject([[{ path: '/chat', query: 'a=b', subprotocols: ['a', 'b'] }]]);
  });

  test.each([
    ['refuses', { authorize: () => refuse(403) }, opening, 'HTTP/1.1 403', 'authorizationIsRefused'],
    ['throws', { authorize: () => Promise.reject('a') }, opening, 'HTTP/1.1 500', 'authorizationThrew'],
    ['lacks a credential', { authentication: bearer('a') }, opening, 'HTTP/1.1 401', 'credentialIsAbsent'],
    [
      'has a wrong credential',
      { authentication: bearer('a') },
      withFields('Authorization: Bearer b'),
      'HTTP/1.1 401',
      'credentialIsInvalid',
    ],
    [
      'is of a foreign origin',
      { origins: ['https://a.example'] },
      withFields('Origin: https://b.example'),
      'HTTP/1.1 403',
      'originIsForeign',
    ],
    ['has version 8', {}, opening.replace('Version: 13', 'Version: 8'), 'HTTP/1.1 426', 'versionIsNot13'],
    ['has no Host', {}, opening.replace('Host: server.example.com\r\n', ''), 'HTTP/1.1 400', 'hostIsAbsent'],
    ['has two Hosts', {}, withFields('Host: b'), 'HTTP/1.1 400', 'hostIsRepeated'],
    ['announces content', {}, withFields('Content-Length: 3'), 'HTTP/1.1 400', 'contentIsAnnounced'],
    ['has two keys', {}, withFields('Sec-WebSocket-Key: a'), 'HTTP/1.1 400', 'keyIsRepeated'],
  ])('refused: an opening that %s', async (_, endpoint, request, status, guard) => {
    const { ask, outcomes } = await startAttached({ '/chat': endpoint });
    expect((await ask(request)).slice(0, 12)).toBe(status);
    expect(outcomes.all).toMatchObject([{ type: 'refused', guard }]);
  });

  test.each([
    ['origin-form', '/chat'],
    ['absolute-form', 'http://a/chat'],
  ])('accepted: a target in %s', async (_, target) => {
    const { connections, open } = await startAttached();
    expect(await open(at(target))).toBe(acceptance);
    expect((await connections.take()).path).toBe('/chat');
  });

  test.each([
    ['absolute-form of https', 'https://a/chat', 'HTTP/1.1 421', 'targetIsUnsecured'],
    ['asterisk-form', '*', 'HTTP/1.1 400', 'targetNamesNoResource'],
  ])('refused: a target in %s', async (_, target, status, guard) => {
    const { ask, outcomes } = await startAttached();
    expect((await ask(at(target))).slice(0, 12)).toBe(status);
    expect(outcomes.all).toMatchObject([{ type: 'refused', guard }]);
  });

  test('a target with https is taken where the server speaks TLS', async () => {
    const { open } = await startAttached({ '/chat': {} }, { framework: 'node:https' });
    expect(await open(at('https://a/chat'))).toBe(acceptance);
  });

  test.each([
    ['fields', { fields: 4 }, 'HTTP/1.1 431', 'fieldsAreTooMany'],
    ['octets of the target', { targetOctets: 4 }, 'HTTP/1.1 414', 'targetIsTooLong'],
  ])('more %s than the limit are refused', async (_, limits, status, guard) => {
    const { ask, outcomes } = await startAttached({ '/chat': {} }, { limits });
    expect((await ask(opening)).slice(0, 12)).toBe(status);
    expect(outcomes.all).toMatchObject([{ type: 'refused', guard }]);
  });

  test('the limits are for openings: the application gets what is larger', async () => {
    const { begin } = await startAttached(
      { '/chat': {} },
      { limits: { fields: 1, targetOctets: 1, pending: 1 } },
    );
    const peer = await begin(h2c);
    expect(answersIn(await peer.until('>'))).toEqual(['<GET /page h2c >']);
  });

  test('more handshakes than the limit are refused with 503', async () => {
    const authorize = () => new Promise<never>(() => {});
    const { attachment, begin, ask, clock } = await startAttached(
      { '/chat': { authorize } },
      { limits: { pending: 1 } },
    );
    const first = await begin(opening);
    await clock.runs(1);
    expect((await ask(opening)).slice(0, 12)).toBe('HTTP/1.1 503');
    expect(attachment.pending).toBe(1);
    first.reset();
    await clock.runs(0);
    expect(attachment.pending).toBe(0);
  });

  test('an answer that is late is none', async () => {
    const aborted = vi.fn();
    const authorize = ({ signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', aborted);
      return new Promise<never>(() => {});
    };
    const { begin, clock } = await startAttached({ '/chat': { authorize, answerDeadline: 1_000 } });
    const peer = await begin(opening);
    await clock.runs(1);
    clock.advance(1_000);
    expect((await peer.ended).slice(0, 12)).toBe('HTTP/1.1 503');
    expect(aborted).toHaveBeenCalledTimes(1);
  });

  test('the session runs as an actor, too', async () => {
    const inspect = vi.fn();
    const { open } = await startAttached({ '/chat': {} }, { interpreter: 'actor', inspect });
    expect(await open(opening)).toBe(acceptance);
    expect(inspect).toHaveBeenCalled();
  });
});

describe('the head is told as it came', () => {
  test('names as written, order, repetitions, and octets that are no ASCII', async () => {
    const { begin, connections } = await startAttached();
    await begin(withFields('x-B: \xe9\x80\xff', 'X-a: 1', 'x-b: 2', 'X-A:', 'Cookie: a', 'cookie: b'));
    const { request } = await connections.take();
    expect(request.fields.map(({ name, value }) => `${name}=${value}`)).toEqual([
      'Host=server.example.com',
      'Upgrade=websocket',
      'Connection=Upgrade',
      'Sec-WebSocket-Key=dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version=13',
      'x-B=\xe9\x80\xff',
      'X-a=1',
      'x-b=2',
      'X-A=',
      'Cookie=a',
      'cookie=b',
    ]);
  });

  test('to the application, too', async () => {
    const { server, begin } = await startAttached();
    const heard = new Promise<readonly string[]>((resolve) => {
      server.on('request', ({ rawHeaders }) => resolve(rawHeaders));
    });
    await begin(h2c.replace('Connection: Upgrade', 'connection: a ,uPgrade,b\r\nx-B: \xe9\xff\r\nX-b: 2'));
    expect(await heard).toEqual([
      'Host',
      'a',
      'Upgrade',
      'h2c',
      'connection',
      'a, b',
      'x-B',
      '\xe9\xff',
      'X-b',
      '2',
    ]);
  });
});

describe('what Node refuses stays Node’s', () => {
  test.each([
    ['no HTTP', 'garbage\r\n\r\n', 'HTTP/1.1 400'],
    ['a folded line', withFields('X: a', ' b'), 'HTTP/1.1 400'],
    ['NUL in a field', withFields('X: a\0'), 'HTTP/1.1 400'],
    ['two lengths', withFields('Content-Length: 1', 'Content-Length: 2'), 'HTTP/1.1 400'],
    ['a head beyond maxHeaderSize', withFields(`X: ${'a'.repeat(20_000)}`), 'HTTP/1.1 431'],
  ])('%s', async (_, request, status) => {
    const { ask, outcomes } = await startAttached();
    expect((await ask(request)).slice(0, 12)).toBe(status);
    expect(outcomes.all).toEqual([]);
  });

  test('and whoever listens to clientError answers it', async () => {
    const { server, ask } = await startAttached();
    server.on('clientError', (_, socket) => socket.end('refused by the application'));
    expect(await ask('garbage\r\n\r\n')).toBe('refused by the application');
  });
});

describe('HTTP/1.0', () => {
  test('an opening is a plain request, which the application answers', async () => {
    const { ask, outcomes, connections } = await startAttached();
    expect(answersIn(await ask(opening.replace('HTTP/1.1', 'HTTP/1.0')))).toEqual(['<GET /chat websocket >']);
    expect(outcomes.all).toMatchObject([{ type: 'passed', guard: 'httpVersionIs10', status: null }]);
    expect(connections.all).toEqual([]);
  });

  test('nothing is read behind the reply that closes its connection', async () => {
    const { ask, connections } = await startAttached();
    const request = opening.replace('HTTP/1.1', 'HTTP/1.0').replace(': Upgrade', ': keep-alive, Upgrade');
    expect(answersIn(await ask(request + opening))).toEqual(['<GET /chat websocket >']);
    expect(connections.all).toEqual([]);
  });
});

// An error that nobody listens to is an uncaught exception, which fails the run.
describe('a socket that fails', () => {
  test('while the application is asked: nobody waits any more', async () => {
    const signals: AbortSignal[] = [];
    const authorize = ({ signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise<never>(() => {});
    };
    const { attachment, begin, clock, outcomes } = await startAttached({ '/chat': { authorize } });
    const peer = await begin(opening);
    await clock.runs(1);
    peer.reset();
    expect(await outcomes.take()).toMatchObject({ type: 'closed', guard: null, status: null });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect([attachment.pending, clock.waiting]).toEqual([0, 0]);
  });

  test('right behind its opening', async () => {
    const { attachment, begin, outcomes } = await startAttached();
    const peer = await begin(opening);
    peer.reset();
    await outcomes.take();
    expect(attachment.pending).toBe(0);
  });

  test('once it is handed over', async () => {
    const { begin, connections } = await startAttached();
    const peer = await begin(opening);
    const { socket } = await connections.take();
    await peer.until('\r\n\r\n');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('frames');
    peer.reset();
    socket.emit('error', new Error('of the test'));
    await closed;
    expect(socket.destroyed).toBe(true);
  });

  test.each([
    ['resets', opening, (peer: RawPeer) => peer.reset()],
    ['ends', `${opening}frames`, (peer: RawPeer) => peer.end()],
    ['ends', h2c, (peer: RawPeer) => peer.end()],
  ])('before its turn has come: %s behind %j', async (_, upgrade, leave) => {
    const { attachment, begin, held, server, connections } = await startAttached();
    const closed = new Promise((resolve) => {
      server.on('connection', (socket: Socket) => socket.once('close', resolve));
    });
    const peer = await begin(`GET /held HTTP/1.1\r\nHost: a\r\n\r\n${upgrade}`);
    const tell = await held.take();
    await exchangeElsewhere();
    leave(peer);
    await closed;
    expect(attachment.pending).toBe(0);
    tell();
    await exchangeElsewhere();
    expect(connections.all).toEqual([]);
  });

  test('while its refusal is read', async () => {
    const { attachment, begin, clock } = await startAttached();
    const peer = await begin(at('/other'), { allowHalfOpen: true });
    await peer.ended;
    peer.reset();
    await clock.runs(0);
    await attachment.detach();
  });
});

describe('the server’s own close', () => {
  test('close() waits for connections that were handed over, which nothing else ends', async () => {
    const { server, begin, connections } = await startAttached();
    const peer = await begin(opening);
    const { socket } = await connections.take();
    const closed = vi.fn();
    server.close(closed);
    server.closeAllConnections();
    await exchangeElsewhere();
    expect(closed).not.toHaveBeenCalled();
    expect(socket.destroyed).toBe(false);
    const gone = once(server, 'close');
    socket.end('frames');
    expect(await peer.ended).toBe(`${acceptance}frames`);
    await gone;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  test('closeAllConnections() ends connections that were given back to the application', async () => {
    const { server, begin, held } = await startAttached();
    const peer = await begin(h2c.replace('/page', '/held'));
    await held.take();
    server.closeAllConnections();
    expect(await peer.ended).toBe('');
  });

  test('idle connections that were given back are closed with the server', async () => {
    const { server, begin } = await startAttached();
    const peer = await begin(h2c);
    await peer.until('>');
    const gone = once(server, 'close');
    server.close();
    await gone;
    expect(answersIn(await peer.ended)).toEqual(['<GET /page h2c >']);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
});

test('however many requests of a connection are given back, no listener is left on its socket', async () => {
  const warned = vi.fn();
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  const { dial, server } = await startAttached();
  const sockets: Socket[] = [];
  server.once('connection', (socket: Socket) => sockets.push(socket));
  const peer = await dial();
  const post = `${opening.replace('GET', 'POST').replace('\r\n\r\n', '\r\nContent-Length: 4\r\n\r\n')}body`;
  await peer.send(plainGet);
  await peer.until('>');
  const names = ['error', 'close', 'data', 'end', 'drain', 'timeout', 'readable', 'pause', 'resume'];
  const count = () => names.map((name) => sockets[0]?.listenerCount(name));
  await peer.send(h2c);
  await peer.until('h2c >');
  const before = count();
  const most = readsContentApart ? h2c.replace('/page', '/most') : post; // which is not given back there
  await peer.send((most + h2c.replace('/page', '/more')).repeat(20) + plainGet.replace('/page', '/last'));
  await peer.until('/last ');
  expect(answersIn(peer.received)).toHaveLength(43);
  await exchangeElsewhere();
  expect(count()).toEqual(before);
  expect(warned).not.toHaveBeenCalled();
});

test('a refused opening ends its connection, and nothing behind it is read', async () => {
  const { ask, outcomes } = await startAttached();
  const bad = opening.replace('Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n', '');
  expect(await ask(bad + opening + plainGet)).toBe(badRequest);
  expect(outcomes.all).toMatchObject([{ type: 'refused', guard: 'keyIsAbsent' }]);
});

test('the timeouts of the server end where an opening was accepted', async () => {
  const { server, begin, connections } = await startAttached();
  server.setTimeout(1_000);
  await begin(opening);
  const { socket } = await connections.take();
  expect(socket.timeout).toBe(0);
});
