import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { attach } from '../../src/server/index.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { answersIn, readsContentApart, startAttached } from './attach.ts';
import { acceptance, opening } from './serve.ts';

type Callback = (request: IncomingMessage) => boolean;
type AskingServer = Server & { shouldUpgradeCallback?: Callback };

const other = [
  'GET /page HTTP/1.1',
  'Host: a',
  'Upgrade: h2c',
  'Connection: Upgrade, HTTP2-Settings',
  '',
  '',
].join('\r\n');
const withContent = (request: string) => request.replace('\r\n\r\n', '\r\nContent-Length: 4\r\n\r\n');
const post = withContent(opening.replace('GET', 'POST'));
const plainGet = 'GET /last HTTP/1.1\r\nHost: a\r\n\r\n';

const onConnection = () => {};
const callbackOf = (server: AskingServer) => server.shouldUpgradeCallback;

/** Attaches to a server, and keeps a record of what comes to its application and to its connections. */
async function startObserved() {
  const attached = await startAttached();
  const connection = vi.fn();
  const seen: (string | undefined)[] = [];
  attached.server.on('connection', connection).on('request', ({ headers }) => seen.push(headers.connection));
  return { ...attached, connection, seen };
}

describe('what is no opening', () => {
  test('is given back without content, and so is what came behind it', async () => {
    const { begin, connection, seen } = await startObserved();
    const peer = await begin(other + plainGet);
    expect(answersIn(await peer.until('/last undefined >'))).toEqual([
      '<GET /page h2c >',
      '<GET /last undefined >',
    ]);
    expect(seen).toEqual(['HTTP2-Settings', undefined]);
    expect(connection).toHaveBeenCalledTimes(2);
  });

  test('stays with HTTP where Node reads its content apart, and is given back elsewhere', async () => {
    const { begin, connection, seen } = await startObserved();
    const peer = await begin(`${withContent(other)}body`);
    expect(answersIn(await peer.until('>'))).toEqual(['<GET /page h2c body>']);
    expect(seen).toEqual([readsContentApart ? 'Upgrade, HTTP2-Settings' : 'HTTP2-Settings']);
    expect(connection).toHaveBeenCalledTimes(readsContentApart ? 1 : 2);
  });

  test('so does a POST that asks for a WebSocket, and the observer hears of it', async () => {
    const { begin, connection, seen, outcomes } = await startObserved();
    const peer = await begin(post);
    await outcomes.take();
    await peer.send('body');
    expect(answersIn(await peer.until('>'))).toEqual(['<POST /chat websocket body>']);
    expect(seen).toEqual([readsContentApart ? 'Upgrade' : '']);
    expect(connection).toHaveBeenCalledTimes(readsContentApart ? 1 : 2);
    expect(outcomes.all).toMatchObject([{ type: 'passed', guard: 'methodIsNotGet', target: '/chat' }]);
  });

  test('and stays there has cost what came in one read behind it: Node’s parser drops that', async () => {
    const { begin } = await startAttached();
    const peer = await begin(`${post}body${plainGet}`);
    await peer.until('<POST /chat websocket body>');
    await peer.send(plainGet.replace('/last', '/next'));
    expect(answersIn(await peer.until('/next undefined >'))).toEqual([
      '<POST /chat websocket body>',
      ...(readsContentApart ? [] : ['<GET /last undefined >']),
      '<GET /next undefined >',
    ]);
  });

  test('is refused where no more handshakes are let in, before its content is there', async () => {
    const authorize = () => new Promise<never>(() => {});
    const { begin, ask, clock } = await startAttached({ '/chat': { authorize } }, { limits: { pending: 1 } });
    await begin(opening);
    await clock.runs(1);
    expect((await ask(post)).slice(0, 12)).toBe('HTTP/1.1 503');
  });
});

describe('an opening that announces content which does not come', () => {
  const sized = opening.replace('\r\n\r\n', '\r\nContent-Length: 100\r\n\r\nab');

  test('is refused', async () => {
    const { ask, outcomes } = await startAttached();
    expect((await ask(sized)).slice(0, 12)).toBe('HTTP/1.1 400');
    expect(outcomes.all).toMatchObject([{ type: 'refused', guard: 'contentIsAnnounced' }]);
  });

  test('is refused in its turn', async () => {
    const { begin, held } = await startAttached();
    const peer = await begin(`GET /held HTTP/1.1\r\nHost: a\r\n\r\n${sized}`);
    const tell = await held.take();
    expect(peer.received).toBe('');
    tell();
    expect(await peer.ended).toMatch(/^HTTP\/1\.1 200 .*<GET \/held undefined >HTTP\/1\.1 400 /s);
  });

  test('harms nobody when its connection is reset', async () => {
    const { begin, server, outcomes, held } = await startAttached();
    const sockets: Socket[] = [];
    server.once('connection', (socket: Socket) => sockets.push(socket));
    const peer = await begin(`GET /held HTTP/1.1\r\nHost: a\r\n\r\n${sized}`);
    await held.take();
    const closed = new Promise((resolve) => sockets[0]?.once('close', resolve));
    peer.reset();
    await closed;
    await exchangeElsewhere();
    expect(outcomes.all).toEqual([]);
  });
});

describe.runIf('shouldUpgradeCallback' in createServer())('the callback of the server', () => {
  /** Attaches to a server that has a callback of somebody else. */
  async function startWith(own: Callback) {
    const attached = await startAttached();
    await attached.attachment.detach();
    Object.assign(attached.server, { shouldUpgradeCallback: own });
    attached.attachMore({ '/chat': {} });
    return attached;
  }

  test('is asked first, with the request: what it keeps with HTTP stays there', async () => {
    const own = vi.fn(() => false);
    const { begin, outcomes } = await startWith(own);
    const peer = await begin(opening);
    expect(answersIn(await peer.until('>'))).toEqual(['<GET /chat websocket >']);
    expect(own.mock.calls).toMatchObject([[{ url: '/chat' }]]);
    expect(outcomes.all).toEqual([]);
  });

  test('is called as a method of the server', async () => {
    const self: unknown[] = [];
    const { open, server } = await startWith(function (this: unknown) {
      self.push(this);
      return true;
    });
    expect(await open(opening)).toBe(acceptance);
    expect(self).toEqual([server]);
  });

  test('may take any upgrade: another one is the application’s nevertheless', async () => {
    const { begin } = await startWith(() => true);
    const peer = await begin(withContent(other));
    await peer.send(`body`);
    expect(answersIn(await peer.until('>'))).toEqual(['<GET /page h2c body>']);
  });

  test('that is set later is the only one', async () => {
    const { begin, server, connections } = await startAttached();
    Object.assign(server, { shouldUpgradeCallback: () => true });
    const peer = await begin(other);
    await peer.until('<GET /page h2c >');
    await peer.send(opening);
    expect((await peer.until(acceptance)).endsWith(acceptance)).toBe(true);
    expect(connections.all).toHaveLength(1);
  });

  test.runIf(readsContentApart)(
    'that is set later, and takes what has content for an upgrade, ends the connection',
    async () => {
      const { ask, server } = await startAttached();
      Object.assign(server, { shouldUpgradeCallback: () => true });
      expect(await ask(`${withContent(other)}body`)).toBe('');
      expect(await ask(`${post}body`)).toBe('');
      expect(await ask(post)).toBe('');
    },
  );

  test('is put back by the last detach()', async () => {
    const server: AskingServer = createServer();
    const own = callbackOf(server);
    const first = attach(server, { '/chat': { onConnection } });
    const ours = callbackOf(server);
    const second = attach(server, { '/news': { onConnection } });
    expect(callbackOf(server)).toBe(ours);
    expect(ours === own).toBe(!readsContentApart);
    await first.detach();
    expect(callbackOf(server)).toBe(ours);
    await second.detach();
    expect(callbackOf(server)).toBe(own);
  });

  test('that is set later stays after detach(), and may ask the one before it', async () => {
    const { attachment, server, begin, ask } = await startAttached();
    const before = callbackOf(server);
    const later: Callback = (request) => before?.call(server, request) ?? false;
    Object.assign(server, { shouldUpgradeCallback: later });
    const peer = await begin(`${withContent(other)}body`);
    await peer.until('<GET /page h2c body>');
    await attachment.detach();
    expect(callbackOf(server)).toBe(later);
    server.on('upgrade', (_, socket) => socket.end('another upgrades'));
    expect(await ask(withContent(other))).toBe('another upgrades');
  });

  test('throws nothing at a server that has none', () => {
    const server = createServer();
    Object.assign(server, { shouldUpgradeCallback: undefined });
    const attachment = attach(server, { '/chat': { onConnection } });
    expect(callbackOf(server)).toBeUndefined();
    return attachment.detach();
  });
});
