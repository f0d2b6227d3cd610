import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, type Mock, onTestFinished, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { exchangeElsewhere } from '../raw-peer.ts';
import { type Attached, readsContentApart, startAttached } from './attach.ts';
import { acceptance, opening } from './serve.ts';

const at = (path: string) => opening.replace('/chat', path);
const h2c = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n`;

/** Where Node does not read content apart, it begins what a listener gets behind the head. */
const contentInHead = readsContentApart ? '' : 'body';

/** A server whose other listener answers what it hears, but for openings at `/chat`. */
async function startBeside(
  order: 'before' | 'behind',
): Promise<Attached & { readonly heard: string[]; readonly request: Mock }> {
  const heard: string[] = [];
  const request = vi.fn();
  const attached = await startAttached();
  const { server, attachment, attachMore } = attached;
  if (order === 'behind') await attachment.detach();
  server.on('upgrade', ({ method, url, headers }: IncomingMessage, socket: Socket, head: Buffer) => {
    if (url === '/chat' && headers.upgrade === 'websocket') return;
    heard.push(`${method} ${url} ${headers.upgrade} ${head}`);
    socket.end(`answered by the other listener`);
  });
  server.on('request', request);
  if (order === 'behind') attachMore({ '/chat': {} });
  return { ...attached, heard, request };
}

describe.each(['before', 'behind'] as const)('attached %s a listener of somebody else', (order) => {
  test('an opening at a path of its own is taken, and the other leaves it alone', async () => {
    const { begin, heard, outcomes } = await startBeside(order);
    const peer = await begin(opening);
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
    await exchangeElsewhere();
    expect(peer.received).toBe(acceptance);
    expect(heard).toEqual([]);
    expect(outcomes.all).toHaveLength(1);
  });

  test.each([
    ['an opening at another path', `${at('/other')}body`, 'GET /other websocket body'],
    ['another upgrade', h2c('/page'), 'GET /page h2c '],
    ['another upgrade at a path of its own', h2c('/chat'), 'GET /chat h2c '],
    [
      'a POST that asks for a WebSocket elsewhere',
      `${at('/other').replace('GET', 'POST').replace('\r\n\r\n', '\r\nContent-Length: 4\r\n\r\n')}body`,
      `POST /other websocket ${contentInHead}`,
    ],
  ])('%s is left to it', async (_, octets, seen) => {
    const { ask, heard, request, connections } = await startBeside(order);
    expect(await ask(octets)).toBe('answered by the other listener');
    await exchangeElsewhere();
    expect(heard).toEqual([seen]);
    expect(request).not.toHaveBeenCalled();
    expect(connections.all).toEqual([]);
  });

  test('a POST at a path of its own is the application’s: the other leaves it alone', async () => {
    const { ask, heard } = await startBeside(order);
    const framed = opening.replace('GET', 'POST').replace('\r\n\r\n', '\r\nContent-Length: 4\r\n');
    const reply = await ask(`${framed}Connection: close\r\n\r\nbody`);
    expect(reply).toContain('<POST /chat websocket body>');
    expect(heard).toEqual([]);
  });

  test('what it refuses at a path of its own is answered once', async () => {
    const { ask, heard } = await startBeside(order);
    const reply = await ask(opening.replace('Version: 13', 'Version: 8'));
    expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 426']);
    expect(heard).toEqual([]);
  });
});

test('a request of the other that comes behind one of its own is the other’s', async () => {
  const { begin, heard } = await startBeside('before');
  const peer = await begin(`GET /page HTTP/1.1\r\nHost: a\r\n\r\n${h2c('/page')}`);
  await peer.ended;
  expect(heard).toEqual(['GET /page h2c ']);
});

test('a listener that has gone leaves all to the application, and a 404 to other paths', async () => {
  const { server, begin, ask } = await startAttached();
  const other = vi.fn();
  server.on('upgrade', other).off('upgrade', other);
  const peer = await begin(h2c('/page'));
  expect((await peer.until('>')).endsWith('<GET /page h2c >')).toBe(true);
  expect((await ask(at('/other'))).slice(0, 12)).toBe('HTTP/1.1 404');
  expect(other).not.toHaveBeenCalled();
});

describe('beside a WebSocketServer of ws', () => {
  async function startWithWs() {
    const attached = await startAttached();
    const theirs = new WebSocketServer({ noServer: true, path: '/theirs' });
    onTestFinished(() => theirs.close());
    attached.server.on('upgrade', (request, socket, head) => {
      if (!theirs.shouldHandle(request)) return;
      theirs.handleUpgrade(request, socket, head, (webSocket) => {
        webSocket.on('message', (data) => webSocket.send(`theirs: ${data}`));
        theirs.emit('connection', webSocket, request);
      });
    });
    return { ...attached, theirs };
  }

  test('each takes its own path', async () => {
    const { dial, outcomes, connections } = await startWithWs();
    const [ours, peer] = [await dial(), await dial()];
    await ours.send(opening);
    await peer.send(`${at('/theirs')}\x81\x84\0\0\0\0text`);
    expect(await ours.until('\r\n\r\n')).toBe(acceptance);
    expect((await peer.until('theirs: text')).startsWith(acceptance.slice(0, 32))).toBe(true);
    expect(connections.all.map(({ path }) => path)).toEqual(['/chat']);
    expect(outcomes.all).toHaveLength(1);
  });

  test('detached, it goes on', async () => {
    const { attachment, server, open } = await startWithWs();
    await attachment.detach();
    expect(server.listenerCount('upgrade')).toBe(1);
    expect((await open(at('/theirs'))).slice(0, 12)).toBe('HTTP/1.1 101');
  });
});
