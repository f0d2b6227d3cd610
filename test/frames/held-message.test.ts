import { once } from 'node:events';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type HoldOptions, holdMessages } from '../../src/frames/held-message.ts';
import { type FrameOptions, toWebSocket } from '../../src/frames/to-web-socket.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { Mailbox } from '../mailbox.ts';
import { plainDeflate } from '../negotiation/element.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { fakeTimers } from './fake-timers.ts';
import { readFrames, writeFrame } from './frame.ts';
import { openRaw } from './opened.ts';
import { openWithWs } from './ws-peer.ts';

type Connection = Awaited<ReturnType<typeof openRaw>>['connection'];

/** Holds a connection, and takes down what is told. */
function hold(connection: Connection, options: Partial<HoldOptions> = {}) {
  const firsts = new Mailbox<string | null>();
  const overflows = new Mailbox<string>();
  const gone = new Mailbox<void>();
  const held = holdMessages(connection, {
    maxPayload: 100,
    maxHeld: 4,
    onMessage: firsts.put,
    onOverflow: overflows.put,
    onGone: () => gone.put(),
    ...options,
  });
  return { held, firsts, overflows, gone };
}

/** A server's end that is held, and a raw peer. */
async function openHeld(options: Partial<HoldOptions> = {}, octetsOfHead = '') {
  const { connection: bare, peer } = await openRaw('server');
  const connection = { ...bare, head: Buffer.from(octetsOfHead, 'latin1') };
  return { connection, peer, ...hold(connection, options) };
}

/** The WebSocket of a connection that was released, and its messages. */
function take(connection: Connection, options?: FrameOptions) {
  const webSocket = toWebSocket(connection, options);
  const messages = new Mailbox<unknown>();
  const closes = new Mailbox<number>();
  webSocket.on('message', (data, isBinary) => messages.put(isBinary ? data : String(data)));
  webSocket.on('close', closes.put);
  return { webSocket, messages, closes };
}

const message = (text: string) => writeFrame('client', 0x81, text);
const close = (code: string) => writeFrame('client', 0x88, code);
const ping = writeFrame('client', 0x89, '');
const pong = '\x8a\x00';

/** A server's end whose WebSocket is released and taken as soon as its first message is read. */
async function openHeldAtOnce() {
  const { connection, peer } = await openRaw('server');
  const messages = new Mailbox<string>();
  const { held } = hold(connection, {
    onMessage() {
      held.release();
      toWebSocket(connection).on('message', (data) => messages.put(String(data)));
    },
  });
  return { peer, messages };
}

/** A server's end that is held, whose owner answers a message that is too large with 1008. */
async function openHeldAndRefused(options: Partial<HoldOptions>) {
  const { connection, peer } = await openRaw('server');
  const overflows = new Mailbox<string>();
  const told = hold(connection, {
    ...options,
    onOverflow(what) {
      overflows.put(what);
      told.held.close(1008, '');
    },
  });
  return { peer, told: { ...told, overflows } };
}

/** Lets the event loop turn. */
async function turn(times: number): Promise<void> {
  for (let left = times; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('the first message', () => {
  test('is given as text, and what follows is not', async () => {
    const { peer, firsts, held } = await openHeld();
    await peer.send(writeFrame('client', 0x81, Buffer.from('grüße')) + message('more') + ping);
    await peer.until(pong);
    expect(firsts.all).toEqual(['grüße']);
    expect(held.count).toBe(1);
  });

  test('is null where it is binary', async () => {
    const { peer, firsts } = await openHeld();
    await peer.send(writeFrame('client', 0x82, 'hi'));
    expect(await firsts.take()).toBe(null);
  });

  test('may have come with the handshake', async () => {
    const { firsts, held, connection } = await openHeld({}, message('first') + message('second'));
    expect(await firsts.take()).toBe('first');
    held.release();
    expect(await take(connection).messages.take()).toBe('second');
  });

  test('may come in fragments', async () => {
    const { peer, firsts } = await openHeld();
    await peer.send(writeFrame('client', 0x01, 'fi') + writeFrame('client', 0x80, 'rst'));
    expect(await firsts.take()).toBe('first');
  });

  test('may be compressed', async () => {
    const { connection, peer } = await openWithWs('server', {
      transport: 'TLS',
      deflate: plainDeflate,
      extension: 'permessage-deflate',
    });
    const { firsts } = hold(connection);
    peer.send('first', { compress: true });
    expect(await firsts.take()).toBe('first');
  });
});

describe('what follows the first message', () => {
  test('waits until the connection is released, and comes in order before all later', async () => {
    const { connection, peer, held } = await openHeld();
    await peer.send(message('first') + message('a') + message('b') + message('c') + ping);
    await peer.until(pong);
    expect(held.count).toBe(3);
    held.release();
    const { messages } = take(connection);
    await peer.send(message('d'));
    expect([await messages.take(), await messages.take()]).toEqual(['a', 'b']);
    expect([await messages.take(), await messages.take()]).toEqual(['c', 'd']);
    await exchangeElsewhere();
    expect(messages.all).toEqual(['a', 'b', 'c', 'd']);
    expect(held.count).toBe(0);
  });

  test('is emitted in the next tick, not before', async () => {
    const { connection, peer, held } = await openHeld();
    await peer.send(message('first') + message('a') + ping);
    await peer.until(pong);
    held.release();
    const { messages } = take(connection);
    expect(messages.all).toEqual([]);
    await new Promise((resolve) => process.nextTick(resolve));
    expect(messages.all).toEqual(['a']);
  });

  test('comes before what is read until then', async () => {
    const { connection, peer, held } = await openHeld();
    await peer.send(message('first') + message('a') + ping);
    await peer.until(pong);
    held.release();
    const { messages } = take(connection);
    connection.socket.emit('data', Buffer.from(message('b'), 'latin1'));
    expect([await messages.take(), await messages.take()]).toEqual(['a', 'b']);
  });

  test('may be binary', async () => {
    const { connection, peer, held } = await openHeld();
    await peer.send(message('first') + writeFrame('client', 0x82, '\xff') + ping);
    await peer.until(pong);
    held.release();
    expect(await take(connection).messages.take()).toEqual(Buffer.from([255]));
  });

  test('is not lost where the first message is judged at once', async () => {
    const { peer, messages } = await openHeldAtOnce();
    await peer.send(message('first') + message('a') + message('b'));
    expect([await messages.take(), await messages.take()]).toEqual(['a', 'b']);
  });

  test('is not lost where nobody takes the WebSocket for a while', async () => {
    const { connection, peer, held } = await openHeld();
    await peer.send(message('first') + message('a') + ping);
    await peer.until(pong);
    held.release();
    await peer.send(message('b') + message('c') + message('d') + message('e') + message('f'));
    await exchangeElsewhere();
    expect([held.count, connection.socket.isPaused()]).toEqual([1, true]);
    const { messages } = take(connection);
    await messages.take();
    await peer.send(message('g'));
    await exchangeElsewhere();
    expect(messages.all).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });

  test('is all that comes, where the connection is released before the first', async () => {
    const { connection, peer, held, firsts } = await openHeld();
    held.release();
    const { messages } = take(connection);
    await peer.send(message('a') + message('b'));
    expect([await messages.take(), await messages.take()]).toEqual(['a', 'b']);
    expect(firsts.all).toEqual([]);
  });

  // Compressed messages are inflated one after the other, in other turns of the event loop.
  test.each(Array.from({ length: 30 }, (_, turns) => turns))(
    'comes in order, compressed too, when it is released after %d turns',
    async (turns) => {
      const { connection, peer } = await openWithWs('server', {
        transport: 'TCP',
        deflate: plainDeflate,
        extension: 'permessage-deflate',
      });
      const { held, firsts } = hold(connection, { maxPayload: 10_000, maxHeld: 100 });
      const sent = Array.from({ length: 60 }, (_, index) => `${index}`.repeat(700));
      sent.map((text) => peer.send(text));
      await firsts.take();
      await turn(turns);
      held.release();
      await turn(turns % 3);
      const { messages } = take(connection);
      peer.ping();
      await once(peer, 'pong');
      expect(messages.all).toEqual(sent.slice(1));
    },
  );
});

describe('while a connection is held', () => {
  test.each([
    ['before the first message', ''],
    ['after it', message('first')],
  ])('a ping is answered %s', async (_, before) => {
    const { peer } = await openHeld();
    await peer.send(before + writeFrame('client', 0x89, 'data'));
    expect(await peer.until('\x8a\x04data')).toBe('\x8a\x04data');
  });

  test.each([
    ['before the first message', ''],
    ['after it', message('first') + message('more')],
  ])('a peer that closes is gone, %s', async (_, before) => {
    const { connection, peer, gone, held } = await openHeld();
    await peer.send(before + close('\x03\xe9'));
    expect(readFrames(await peer.ended)).toMatchObject([{ opcode: 8, code: 1001 }]);
    peer.end();
    await gone.take();
    held.release();
    held.close(1008, '');
    expect(() => toWebSocket(connection)).toThrow('the connection is held');
    await exchangeElsewhere();
    expect(gone.all).toHaveLength(1);
  });

  test('a peer that resets is gone', async () => {
    const { peer, gone } = await openHeld();
    await peer.send(message('first') + ping);
    await peer.until(pong);
    peer.reset();
    await gone.take();
    expect(gone.all).toHaveLength(1);
  });

  test('a peer that ends without a Close frame is gone', async () => {
    const { peer, gone } = await openHeld();
    peer.end();
    await gone.take();
    expect(gone.all).toHaveLength(1);
  });

  test('a peer that breaks the protocol is answered and gone', async () => {
    const { peer, gone, firsts } = await openHeld();
    await peer.send('\x81\x01a');
    expect(readFrames(await peer.ended)).toMatchObject([{ opcode: 8, code: 1002 }]);
    peer.end();
    await gone.take();
    expect(firsts.all).toEqual([]);
  });

  test('a socket that was over before is gone', async () => {
    const { connection } = await openRaw('server');
    connection.socket.destroy();
    await once(connection.socket, 'close');
    const { gone } = hold(connection);
    await gone.take();
    expect(gone.all).toHaveLength(1);
  });

  test('nobody gets its WebSocket', async () => {
    const { connection, peer, firsts } = await openHeld();
    const refused = new Error('the connection is held until its first message is judged');
    expect(() => toWebSocket(connection)).toThrow(refused);
    await peer.send(message('first'));
    await firsts.take();
    expect(() => toWebSocket(connection)).toThrow(refused);
  });
});

describe('too many messages', () => {
  test('as many as may wait are no fault', async () => {
    const { peer, held, overflows } = await openHeld({ maxHeld: 2 });
    await peer.send(message('first') + message('a') + message('b') + ping);
    await peer.until(pong);
    expect([held.count, overflows.all]).toEqual([2, []]);
  });

  test('one more is told once, and the owner closes', async () => {
    const { peer, held, overflows, gone } = await openHeld({ maxHeld: 2 });
    await peer.send(message('first') + message('a') + message('b') + message('c') + message('d'));
    expect(await overflows.take()).toBe('count');
    held.close(1008, 'too many messages');
    await peer.until('too many messages');
    await peer.send(message('e') + close('\x03\xf0'));
    expect(readFrames(await peer.ended)).toMatchObject([{ opcode: 8, code: 1008 }]);
    expect([overflows.all, gone.all]).toEqual([['count'], []]);
  });

  test('what comes besides is dropped', async () => {
    const { peer, held } = await openHeld({ maxHeld: 2 });
    await peer.send(message('first') + message('a').repeat(9) + ping);
    await peer.until(pong);
    expect(held.count).toBe(2);
  });

  test('where none may wait, the second is one too many', async () => {
    const { peer, overflows, firsts } = await openHeld({ maxHeld: 0 });
    await peer.send(message('first') + message('a'));
    expect(await overflows.take()).toBe('count');
    expect(firsts.all).toEqual(['first']);
  });

  test('the connection cannot be released any more', async () => {
    const { connection, peer, held, overflows } = await openHeld({ maxHeld: 0 });
    await peer.send(message('first') + message('a'));
    await overflows.take();
    held.release();
    expect(() => toWebSocket(connection)).toThrow('the connection is held');
  });

  test('a peer that leaves before the owner closes is gone', async () => {
    const { peer, overflows, gone } = await openHeld({ maxHeld: 0 });
    await peer.send(message('first') + message('a'));
    await overflows.take();
    peer.reset();
    await gone.take();
    expect(gone.all).toHaveLength(1);
  });
});

describe('a message that is too large', () => {
  const bomb = { transport: 'TCP', deflate: plainDeflate, extension: 'permessage-deflate' } as const;

  test('as large as may be is no fault', async () => {
    const { peer, firsts, overflows } = await openHeld({ maxPayload: 5 });
    await peer.send(message('12345'));
    expect(await firsts.take()).toBe('12345');
    expect(overflows.all).toEqual([]);
  });

  test.each([
    ['the first', message('123456'), []],
    ['one that follows', message('first') + message('123456'), ['first']],
    ['one in fragments', writeFrame('client', 0x01, '12345') + writeFrame('client', 0x80, '6'), []],
    ['one of more than 2^53 octets', '\x81\xff\x00\x20\0\0\0\0\0\0\0\0\0\0', []],
  ])('is told, and the owner chooses the code: %s', async (_, octets, firsts) => {
    const { peer, told } = await openHeldAndRefused({ maxPayload: 5 });
    await peer.send(octets);
    expect(readFrames(await peer.ended)).toMatchObject([{ opcode: 8, code: 1008 }]);
    expect([told.firsts.all, told.overflows.all, told.gone.all]).toEqual([firsts, ['size'], []]);
  });

  test('is told of one that is too large when it is inflated', async () => {
    const { connection, peer } = await openWithWs('server', bomb);
    const overflows = new Mailbox<string>();
    const told = hold(connection, {
      maxPayload: 2_000,
      onOverflow: (what) => {
        overflows.put(what);
        told.held.close(1008, '');
      },
    });
    const closed = once(peer, 'close');
    peer.send('a'.repeat(1_000_000));
    expect((await closed)[0]).toBe(1008);
    expect(overflows.all).toEqual(['size']);
  });

  test('is answered with 1009 where the owner does not close, and the peer is gone', async () => {
    const { peer, overflows, gone } = await openHeld({ maxPayload: 5 });
    await peer.send(message('123456'));
    expect(readFrames(await peer.ended)).toMatchObject([{ opcode: 8, code: 1009 }]);
    peer.end();
    await gone.take();
    expect(overflows.all).toEqual(['size']);
  });

  test('is told once, after too many messages not at all', async () => {
    const { peer, overflows } = await openHeld({ maxPayload: 5, maxHeld: 0 });
    await peer.send(message('first') + message('a') + message('123456'));
    await peer.ended;
    expect(overflows.all).toEqual(['count']);
  });
});

describe('closing', () => {
  test('sends a Close frame with code and reason; what still comes is dropped', async () => {
    const { connection, peer, held, firsts, gone } = await openHeld();
    held.close(1008, 'no credential');
    await peer.until('no credential');
    await peer.send(message('late') + message('later') + close('\x03\xf0'));
    await peer.ended;
    peer.end();
    await once(connection.socket, 'close');
    expect(readFrames(peer.received)).toMatchObject([{ opcode: 8, code: 1008 }]);
    expect([firsts.all, gone.all, held.count]).toEqual([[], [], 0]);
  });

  test('is for good: nothing can be released any more', async () => {
    const { connection, peer, held, firsts } = await openHeld();
    await peer.send(message('first') + message('a'));
    await firsts.take();
    held.close(1008, '');
    held.release();
    expect(() => toWebSocket(connection)).toThrow('the connection is held');
  });

  test('the second time does nothing, nor after the release', async () => {
    const { connection, peer, held } = await openHeld();
    held.release();
    held.close(1008, '');
    const { webSocket } = take(connection);
    expect(webSocket.readyState).toBe(WebSocket.OPEN);
    webSocket.close(1000);
    expect(readFrames(await peer.until('\x88\x02\x03\xe8'))).toMatchObject([{ opcode: 8, code: 1000 }]);
  });

  test('destroys the socket of a peer that does not answer within two seconds', async () => {
    fakeTimers();
    const { connection, peer, held } = await openHeld();
    held.close(1008, '');
    await peer.until('\x88\x02\x03\xf0');
    vi.advanceTimersByTime(1_999);
    expect(connection.socket.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(connection.socket.destroyed).toBe(true);
    await peer.closed;
  });

  test('leaves no timer when the peer answers, and holding has none', async () => {
    fakeTimers();
    const { connection, peer, held } = await openHeld();
    expect(vi.getTimerCount()).toBe(0);
    held.close(1008, '');
    expect(vi.getTimerCount()).toBe(1);
    await peer.until('\x88\x02\x03\xf0');
    await peer.send(close('\x03\xf0'));
    await peer.ended;
    peer.end();
    await once(connection.socket, 'close');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('with a code that nobody may send throws, and the connection is held on', async () => {
    const { peer, held, firsts } = await openHeld();
    expect(() => held.close(1006, '')).toThrow(TypeError);
    expect(() => held.close(1008, 'a'.repeat(124))).toThrow(RangeError);
    await peer.send(message('first'));
    expect(await firsts.take()).toBe('first');
  });
});

describe('a WebSocket that was released', () => {
  test('has the subprotocol, and is given once', async () => {
    const { connection: bare } = await openRaw('server');
    const connection = { ...bare, subprotocol: 'chat' };
    const { held } = hold(connection);
    held.release();
    const webSocket = toWebSocket(connection);
    expect(webSocket.protocol).toBe('chat');
    expect(() => toWebSocket(connection)).toThrow(/was called for this connection before/);
  });

  test('takes messages as large as it is told', async () => {
    const { connection, peer, held } = await openHeld({ maxPayload: 5 });
    held.release();
    const { webSocket, messages } = take(connection, { maxPayload: 1_000 });
    const refused = once(webSocket, 'error');
    await peer.send(message('a'.repeat(1_000)) + message('a'.repeat(1_001)));
    expect(await messages.take()).toHaveLength(1_000);
    expect((await refused)[0].message).toBe('Max payload size exceeded');
    expect(readFrames(await peer.ended)).toMatchObject([{ code: 1009 }]);
  });

  test('takes compressed messages as large as by default, and compresses as it is told', async () => {
    const { connection, peer } = await openRaw('server', plainDeflate);
    const { held } = hold(connection, { maxPayload: 5 });
    held.release();
    const { webSocket, messages } = take(connection, { deflate: { threshold: 10_000, level: 0 } });
    await peer.send(writeFrame('client', 0xc1, deflateRawSync('a'.repeat(100_000))));
    expect(await messages.take()).toHaveLength(100_000);
    webSocket.send('a'.repeat(9_999));
    webSocket.send('a'.repeat(10_000));
    webSocket.close();
    expect(readFrames(await peer.until('\x88\x00'))).toMatchObject([
      { rsv1: false, length: 9_999 },
      { rsv1: true, length: expect.toSatisfy((length) => length > 10_000) },
      { opcode: 8 },
    ]);
  });

  test('has 30 seconds for its closing handshake', async () => {
    fakeTimers();
    const { connection, held } = await openHeld();
    held.release();
    const { webSocket } = take(connection);
    webSocket.close(1000);
    vi.advanceTimersByTime(29_999);
    expect(connection.socket.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(connection.socket.destroyed).toBe(true);
  });

  test('is pinged where that is asked for', async () => {
    const { connection, peer, held } = await openHeld();
    const clock = new HandClock();
    held.release();
    take(connection, { keepOpen: { clock } });
    clock.advance(30_000);
    expect(await peer.until('\x89\x00')).toBe('\x89\x00');
  });

  test('is not told of pings and pongs that came while it was held', async () => {
    const { connection, peer, held } = await openHeld();
    await peer.send(message('first') + ping + writeFrame('client', 0x8a, '') + message('a') + ping);
    await peer.until(pong + pong);
    held.release();
    const { webSocket, messages } = take(connection);
    const told = new Mailbox<string>();
    webSocket.on('ping', () => told.put('ping')).on('pong', () => told.put('pong'));
    await messages.take();
    await peer.send(ping);
    await told.take();
    expect(told.all).toEqual(['ping']);
  });

  test('hears a close by itself', async () => {
    const { connection, peer, held, gone } = await openHeld();
    held.release();
    const { closes } = take(connection);
    await peer.send(close('\x03\xe9'));
    await peer.ended;
    peer.end();
    expect(await closes.take()).toBe(1001);
    expect(gone.all).toEqual([]);
  });

  test('hears a reset that came before it was taken', async () => {
    const { connection, peer, held, gone } = await openHeld();
    await peer.send(message('first') + message('a') + ping);
    await peer.until(pong);
    held.release();
    peer.reset();
    await peer.closed;
    await exchangeElsewhere();
    const { messages, closes } = take(connection);
    expect(await closes.take()).toBe(1006);
    expect([messages.all, gone.all]).toEqual([['a'], []]);
  });

  test('hears that the socket was destroyed before it was taken', async () => {
    const { connection, held, gone } = await openHeld();
    held.release();
    connection.socket.destroy();
    await once(connection.socket, 'close');
    const { closes } = take(connection);
    expect(await closes.take()).toBe(1006);
    expect(gone.all).toEqual([]);
  });

  test('hears of an error that came while it was held, after what came before', async () => {
    const { connection, peer, held } = await openHeld();
    await peer.send(`${message('first')}${message('a')}\x81\x01a`);
    await peer.until('\x88\x02\x03\xea');
    held.release();
    const { webSocket, messages, closes } = take(connection);
    const failed = once(webSocket, 'error');
    expect((await failed)[0].message).toBe('Invalid WebSocket frame: MASK must be set');
    expect(messages.all).toEqual(['a']);
    peer.end();
    expect(await closes.take()).toBe(1006);
  });
});
