import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { cdnIdleTimeout, keepOpen, pingInterval, proxyIdleTimeout } from '../../src/frames/keep-open.ts';
import { type FrameOptions, toWebSocket } from '../../src/frames/to-web-socket.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { fakeTimers } from './fake-timers.ts';
import { readFrames, writeFrame } from './frame.ts';
import { openEnds, openRaw } from './opened.ts';

/** A server's end on a clock that stands still, and a raw peer. */
async function open(times: { pingInterval?: number; idleLimit?: number } = {}) {
  const { connection, peer } = await openRaw('server');
  const clock = new HandClock();
  const webSocket = toWebSocket(connection, { keepOpen: { clock, ...times } });
  const closes: number[] = [];
  webSocket.on('close', (code) => closes.push(code));
  const heard = new Promise((resolve) => connection.socket.once('data', resolve));
  return { webSocket, socket: connection.socket, peer, clock, closes, heard };
}

const ping = '\x89\x00';

test('pings are sent more often than proxies and CDNs time out', () => {
  expect([pingInterval, proxyIdleTimeout, cdnIdleTimeout]).toEqual([30_000, 60_000, 100_000]);
});

describe('pings', () => {
  test('one is sent every 30 seconds, the first after 30', async () => {
    const { clock, peer, socket } = await open();
    clock.advance(29_999);
    expect(socket.bytesWritten).toBe(0);
    clock.advance(1);
    await peer.until(ping);
    expect(socket.bytesWritten).toBe(2);
    clock.advance(60_000);
    await peer.until(ping + ping + ping);
    expect(socket.bytesWritten).toBe(6);
  });

  test('the interval can be set', async () => {
    const { clock, peer, socket } = await open({ pingInterval: 10 });
    clock.advance(9);
    expect(socket.bytesWritten).toBe(0);
    clock.advance(11);
    expect(await peer.until(ping + ping)).toBe(ping + ping);
  });

  test.each(['TCP', 'TLS'] as const)('a peer of ws answers them, over %s', async (transport) => {
    const ends = await openEnds({ transport });
    const clock = new HandClock();
    const [client, server] = [toWebSocket(ends.client, { keepOpen: { clock } }), toWebSocket(ends.server)];
    const [pinged, ponged] = [once(server, 'ping'), once(client, 'pong')];
    clock.advance(30_000);
    expect(await pinged).toEqual([Buffer.alloc(0)]);
    expect(await ponged).toEqual([Buffer.alloc(0)]);
  });

  test.each<FrameOptions>([{}, { keepOpen: false }, { keepOpen: undefined }])(
    'none is sent unasked: %o',
    async (options) => {
      fakeTimers();
      toWebSocket((await openRaw('server')).connection, options);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test('`true` has them sent by the clock of the system', async () => {
    fakeTimers();
    const { connection, peer } = await openRaw('server');
    toWebSocket(connection, { keepOpen: true });
    vi.advanceTimersByTime(30_000);
    expect(await peer.until(ping)).toBe(ping);
    connection.socket.destroy();
    await once(connection.socket, 'close');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('while a close is answered none is sent', async () => {
    const { webSocket, clock, peer } = await open();
    webSocket.close(1000);
    clock.advance(60_000);
    await peer.send(writeFrame('client', 0x88, '\x03\xe8'));
    expect(readFrames(await peer.ended)).toMatchObject([{ opcode: 8, code: 1000 }]);
  });

  test('they stop when the returned function is called, once or twice', async () => {
    const { connection } = await openRaw('server');
    const clock = new HandClock();
    const webSocket = toWebSocket(connection);
    const stop = keepOpen(webSocket, { clock, idleLimit: 60_000 });
    clock.advance(30_000);
    stop();
    stop();
    expect(clock.waiting).toBe(0);
    expect(webSocket.listenerCount('close')).toBe(0);
    expect(connection.socket.listenerCount('data')).toBe(1);
    expect(webSocket.readyState).toBe(WebSocket.OPEN);
  });

  test('a WebSocket that is closed already is not pinged', async () => {
    const { connection } = await openRaw('server');
    const clock = new HandClock();
    const webSocket = toWebSocket(connection);
    webSocket.terminate();
    await once(webSocket, 'close');
    keepOpen(webSocket, { clock, idleLimit: 60_000 });
    expect(clock.waiting).toBe(0);
  });
});

describe('an idle limit', () => {
  test('a peer that sends nothing so long is ended as 1006', async () => {
    const { clock, closes, webSocket } = await open({ idleLimit: 60_000 });
    clock.advance(59_999);
    expect(webSocket.readyState).toBe(WebSocket.OPEN);
    const closed = once(webSocket, 'close');
    clock.advance(1);
    await closed;
    expect(closes).toEqual([1006]);
    expect(clock.waiting).toBe(0);
  });

  test.each([
    ['a message', writeFrame('client', 0x81, 'hi')],
    ['a ping', writeFrame('client', 0x89, '')],
    ['a pong', writeFrame('client', 0x8a, '')],
    ['a part of a message', writeFrame('client', 0x81, 'hi').slice(0, 1)],
  ])('it counts from the last octet: %s', async (_, octets) => {
    const { clock, webSocket, peer, heard } = await open({ idleLimit: 60_000 });
    clock.advance(50_000);
    await peer.send(octets);
    await heard;
    clock.advance(59_999);
    expect(webSocket.readyState).toBe(WebSocket.OPEN);
    clock.advance(1);
    expect(webSocket.readyState).toBe(WebSocket.CLOSING);
  });

  test('a peer that answers pings outlives it', async () => {
    const ends = await openEnds();
    const clock = new HandClock();
    const client = toWebSocket(ends.client, { keepOpen: { clock, idleLimit: 45_000 } });
    toWebSocket(ends.server);
    const first = once(client, 'pong');
    clock.advance(30_000);
    await first;
    const second = once(client, 'pong');
    clock.advance(30_000);
    await second;
    clock.advance(29_999);
    expect(client.readyState).toBe(WebSocket.OPEN);
  });

  test('while the WebSocket is paused nobody is blamed', async () => {
    const { clock, webSocket, peer } = await open({ idleLimit: 60_000 });
    webSocket.pause();
    await peer.send(writeFrame('client', 0x81, 'hi'));
    clock.advance(600_000);
    expect(webSocket.readyState).toBe(WebSocket.OPEN);
    const message = once(webSocket, 'message');
    webSocket.resume();
    expect(String((await message)[0])).toBe('hi');
    clock.advance(60_000);
    expect(webSocket.readyState).toBe(WebSocket.CLOSING);
  });

  test('without one a silent peer is kept', async () => {
    const { clock, webSocket } = await open();
    clock.advance(86_400_000);
    expect(webSocket.readyState).toBe(WebSocket.OPEN);
    expect(clock.waiting).toBe(1);
  });
});

describe('no timer is left', () => {
  test('after a clean close', async () => {
    const { clock, webSocket, peer } = await open({ idleLimit: 60_000 });
    const closed = once(webSocket, 'close');
    await peer.send(writeFrame('client', 0x88, '\x03\xe8'));
    await peer.ended;
    peer.end();
    expect((await closed)[0]).toBe(1000);
    expect(clock.waiting).toBe(0);
  });

  test('after a reset', async () => {
    const { clock, webSocket, peer } = await open({ idleLimit: 60_000 });
    const closed = once(webSocket, 'close');
    peer.reset();
    expect((await closed)[0]).toBe(1006);
    expect(clock.waiting).toBe(0);
  });

  test('where the socket was over before', async () => {
    const { connection } = await openRaw('server');
    connection.socket.destroy();
    await once(connection.socket, 'close');
    const clock = new HandClock();
    const webSocket = toWebSocket(connection, { keepOpen: { clock, idleLimit: 60_000 } });
    expect((await once(webSocket, 'close'))[0]).toBe(1006);
    expect(clock.waiting).toBe(0);
  });
});

test.each([
  [{ pingInterval: 0 }, 'pingInterval is 0: a whole number from 1 to 2147483647 was expected'],
  [{ pingInterval: 2 ** 31 }, 'pingInterval is 2147483648: a whole number from 1 to 2147483647 was expected'],
  [{ idleLimit: 0.5 }, 'idleLimit is 0.5: a whole number from 1 to 2147483647 was expected'],
])('%o makes no sense', async (options, message) => {
  const { connection } = await openRaw('server');
  const webSocket = toWebSocket(connection);
  expect(() => keepOpen(webSocket, options)).toThrow(new RangeError(message));
});
