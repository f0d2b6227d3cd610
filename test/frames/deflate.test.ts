import { createHash } from 'node:crypto';
import { constants, createDeflateRaw, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { type FrameOptions, toWebSocket } from '../../src/frames/to-web-socket.ts';
import { plainDeflate } from '../negotiation/element.ts';
import { readFrames, writeFrame } from './frame.ts';
import { openRaw, type Role } from './opened.ts';

type Parameters = Partial<typeof plainDeflate>;

const words = 'the same words again and again, '.repeat(100);

/** Octets that cannot be compressed, the same in every run. */
function noise(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash('sha256').update(String(index)).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

/** Everything that goes over the wire when an end sends something, but for the ping that ends it. */
async function sentBy(
  role: Role,
  parameters: Parameters | null,
  act: (webSocket: WebSocket) => void,
  options: FrameOptions = {},
) {
  const { connection, peer } = await openRaw(role, parameters && { ...plainDeflate, ...parameters });
  const webSocket = toWebSocket(connection, options);
  act(webSocket);
  await new Promise((resolve) => webSocket.ping('', undefined, resolve));
  connection.socket.end();
  return readFrames(await peer.ended).slice(0, -1);
}

/** What an end makes of octets that a Close frame with 1000 follows. */
async function heardBy(
  role: Role,
  parameters: Parameters | null,
  octets: string,
  options: FrameOptions = {},
) {
  const { connection, peer } = await openRaw(role, parameters && { ...plainDeflate, ...parameters });
  const webSocket = toWebSocket(connection, options);
  const messages: Buffer[] = [];
  const errors: string[] = [];
  webSocket.on('message', (data: Buffer) => messages.push(data));
  webSocket.on('error', ({ message }) => errors.push(message));
  const from = role === 'server' ? 'client' : 'server';
  await peer.send(octets + writeFrame(from, 0x88, '\x03\xe8'));
  const [close] = readFrames(await peer.ended);
  return { messages, errors, code: close?.code };
}

/** Compresses messages one after the other in one window, as a peer does that keeps its context. */
async function deflateAll(
  messages: readonly (Buffer | string)[],
  windowBits = 15,
): Promise<readonly Buffer[]> {
  const stream = createDeflateRaw({ windowBits });
  const compressed: Buffer[] = [];
  for (const message of messages) {
    stream.write(message);
    await new Promise<void>((resolve) => stream.flush(constants.Z_SYNC_FLUSH, resolve));
    compressed.push(stream.read().subarray(0, -4));
  }
  stream.close();
  return compressed;
}
const deflate = (message: Buffer | string, level = 6) =>
  deflateRawSync(message, { level, finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4);

/** A role, the names of its own parameters and of its peer's. */
const roles = [
  {
    role: 'server',
    from: 'client',
    ownTakeover: 'serverNoContextTakeover',
    ownBits: 'serverMaxWindowBits',
    peerTakeover: 'clientNoContextTakeover',
    peerBits: 'clientMaxWindowBits',
  },
  {
    role: 'client',
    from: 'server',
    ownTakeover: 'clientNoContextTakeover',
    ownBits: 'clientMaxWindowBits',
    peerTakeover: 'serverNoContextTakeover',
    peerBits: 'serverMaxWindowBits',
  },
] as const;

describe.each(roles)('what a $role sends', ({ role, ownTakeover, ownBits, peerTakeover, peerBits }) => {
  test('a text message is compressed: RSV1 is set, the octets are few', async () => {
    const [frame] = await sentBy(role, {}, (webSocket) => webSocket.send(words));
    expect(frame).toEqual({ fin: true, rsv1: true, opcode: 1, length: expect.any(Number), code: null });
    expect(frame?.length).toBeLessThan(80);
  });

  test('a binary message is compressed', async () => {
    const [frame] = await sentBy(role, {}, (webSocket) => webSocket.send(Buffer.from(words)));
    expect(frame).toMatchObject({ fin: true, rsv1: true, opcode: 2 });
    expect(frame?.length).toBeLessThan(80);
  });

  test.each([
    ['an ArrayBuffer', new ArrayBuffer(3_200)],
    ['an array of octets', Array.from({ length: 3_200 }, () => 7)],
    ['a SharedArrayBuffer', new SharedArrayBuffer(3_200)],
  ])('%s over the threshold is compressed', async (_, data) => {
    const [frame] = await sentBy(role, {}, (webSocket) => webSocket.send(data));
    expect(frame).toMatchObject({ rsv1: true, opcode: 2 });
  });

  test('an array of octets under the threshold is not', async () => {
    const octets = Array.from({ length: 1_023 }, () => 255);
    const [frame] = await sentBy(role, {}, (webSocket) => webSocket.send(octets));
    expect(frame).toMatchObject({ rsv1: false, length: 1_023 });
  });

  test('a Blob over the threshold is compressed', async () => {
    const { connection, peer } = await openRaw(role, plainDeflate);
    const webSocket = toWebSocket(connection);
    const blob = new Blob([words]) as unknown as Buffer; // ws takes it, its types do not know
    await new Promise((resolve) => webSocket.send(blob, resolve));
    connection.socket.end();
    expect(readFrames(await peer.ended)).toMatchObject([{ rsv1: true, opcode: 2 }]);
  });

  test('nothing is compressed where nothing was agreed', async () => {
    const frames = await sentBy(role, null, (webSocket) => webSocket.send(words, { compress: true }));
    expect(frames).toMatchObject([{ rsv1: false, length: 3_200 }]);
  });

  test.each([
    ['kept', {}],
    ['given up', { [ownTakeover]: true }],
  ])(
    'under 1,024 octets a message is sent as it is, from 1,024 it is compressed; context %s',
    async (_, set) => {
      const frames = await sentBy(role, set, (webSocket) => {
        webSocket.send('a'.repeat(1_023));
        webSocket.send('a'.repeat(1_024));
        webSocket.send('é'.repeat(511));
        webSocket.send('é'.repeat(512));
      });
      expect(frames).toMatchObject([
        { rsv1: false, length: 1_023 },
        { rsv1: true },
        { rsv1: false, length: 1_022 },
        { rsv1: true },
      ]);
    },
  );

  test.each([
    ['kept', {}],
    ['given up', { [ownTakeover]: true }],
  ])('the threshold can be set; context %s', async (_, set) => {
    const frames = await sentBy(
      role,
      set,
      (webSocket) => {
        webSocket.send('a'.repeat(9));
        webSocket.send('a'.repeat(10));
        webSocket.send(Buffer.alloc(9));
        webSocket.send(Buffer.alloc(10));
        webSocket.send(123_456_789);
        webSocket.send(1_234_567_890);
      },
      { deflate: { threshold: 10 } },
    );
    expect(frames.map(({ rsv1 }) => rsv1)).toEqual([false, true, false, true, false, true]);
  });

  test('with a threshold of 0 an empty message is compressed to one octet, time and again', async () => {
    const frames = await sentBy(
      role,
      {},
      (webSocket) => {
        webSocket.send('');
        webSocket.send('');
      },
      { deflate: { threshold: 0 } },
    );
    expect(frames).toMatchObject([
      { rsv1: true, length: 1 },
      { rsv1: true, length: 1 },
    ]);
  });

  test('an empty message is sent as it is', async () => {
    const frames = await sentBy(role, {}, (webSocket) => webSocket.send(''));
    expect(frames).toMatchObject([{ fin: true, rsv1: false, opcode: 1, length: 0 }]);
  });

  test('`compress` decides for one message', async () => {
    const frames = await sentBy(role, {}, (webSocket) => {
      webSocket.send('short', { compress: true });
      webSocket.send(words, { compress: false });
    });
    expect(frames).toMatchObject([{ rsv1: true }, { rsv1: false, length: 3_200 }]);
  });

  test('of a message in fragments the first one decides, and has RSV1 alone', async () => {
    const frames = await sentBy(role, {}, (webSocket) => {
      webSocket.send(words, { fin: false });
      webSocket.send('short', { fin: true });
      webSocket.send('short', { fin: false });
      webSocket.send(words, { fin: true });
    });
    expect(frames).toMatchObject([
      { fin: false, rsv1: true, opcode: 1 },
      { fin: true, rsv1: false, opcode: 0 },
      { fin: false, rsv1: false, opcode: 1, length: 5 },
      { fin: true, rsv1: false, opcode: 0, length: 3_200 },
    ]);
  });

  test('the callback of a message is called, whether options stand before it or not', async () => {
    const { connection } = await openRaw(role, plainDeflate);
    const webSocket = toWebSocket(connection);
    await new Promise((resolve) => webSocket.send(words, resolve));
    await new Promise((resolve) => webSocket.send(words, { binary: true }, resolve));
    expect(webSocket.bufferedAmount).toBe(0);
  });

  test('with its context kept, the same message is smaller the second time', async () => {
    const send = (webSocket: WebSocket) => [noise(2_000), noise(2_000)].map((data) => webSocket.send(data));
    const [first, second] = await sentBy(role, { [peerTakeover]: true }, send);
    expect(first?.length).toBeGreaterThan(2_000);
    expect(second?.length).toBeLessThan(50);
  });

  test('with its context given up, the same message has the same octets the second time', async () => {
    const send = (webSocket: WebSocket) => [noise(2_000), noise(2_000)].map((data) => webSocket.send(data));
    const [first, second] = await sentBy(role, { [ownTakeover]: true }, send);
    expect(first?.length).toBeGreaterThan(2_000);
    expect(second?.length).toBe(first?.length);
  });

  test.each([
    [9, 300, true],
    [10, 300, false],
    [10, 800, true],
    [11, 800, false],
    [14, 16_200, true],
    [15, 16_200, false],
  ])('a window of %d bits: what stands %d octets back is out of sight: %s', async (bits, back, isLost) => {
    const data = Buffer.concat([noise(back), noise(back)]);
    const [frame] = await sentBy(role, { [ownBits]: bits }, (webSocket) =>
      webSocket.send(data, { compress: true }),
    );
    expect(frame?.rsv1).toBe(true);
    expect((frame?.length ?? 0) > back * 2).toBe(isLost);
  });

  test('the window of the peer is not its own', async () => {
    const data = Buffer.concat([noise(800), noise(800)]);
    const [frame] = await sentBy(role, { [peerBits]: 9 }, (webSocket) => webSocket.send(data));
    expect(frame?.length).toBeLessThan(900);
  });

  test('with a window of 8 bits it compresses nothing, since zlib has none', async () => {
    const frames = await sentBy(role, { [ownBits]: 8 }, (webSocket) => {
      webSocket.send(words);
      webSocket.send(words, { compress: true });
    });
    expect(frames).toMatchObject([
      { rsv1: false, length: 3_200 },
      { rsv1: false, length: 3_200 },
    ]);
  });

  test('level and memLevel are those of zlib', async () => {
    const send = (webSocket: WebSocket) => webSocket.send(words);
    const [stored] = await sentBy(role, {}, send, { deflate: { level: 0 } });
    expect(stored).toMatchObject({ rsv1: true });
    expect(stored?.length).toBeGreaterThan(3_200);
    const many = (webSocket: WebSocket) => webSocket.send(noise(20_000).toString('hex'));
    const [small] = await sentBy(role, {}, many, { deflate: { memLevel: 1 } });
    const [large] = await sentBy(role, {}, many, { deflate: { memLevel: 9 } });
    expect(small?.length).toBeGreaterThan(large?.length ?? 0);
  });
});

describe.each(roles)('what a $role receives', ({ role, from, ownBits, peerTakeover, peerBits }) => {
  test('a compressed message arrives, text and binary', async () => {
    const octets = writeFrame(from, 0xc1, deflate(words)) + writeFrame(from, 0xc2, deflate(words));
    const { messages } = await heardBy(role, { [peerTakeover]: true }, octets);
    expect(messages.map(String)).toEqual([words, words]);
  });

  test('a message that is not compressed arrives', async () => {
    const { messages } = await heardBy(role, {}, writeFrame(from, 0x81, 'hello'));
    expect(messages.map(String)).toEqual(['hello']);
  });

  test('a compressed message in fragments arrives', async () => {
    const data = deflate(words);
    const octets =
      writeFrame(from, 0x41, data.subarray(0, 10)) +
      writeFrame(from, 0x00, data.subarray(10, 20)) +
      writeFrame(from, 0x80, data.subarray(20));
    expect((await heardBy(role, {}, octets)).messages.map(String)).toEqual([words]);
  });

  test('an empty compressed message arrives', async () => {
    const { messages } = await heardBy(role, {}, writeFrame(from, 0xc1, Buffer.from([0])));
    expect(messages.map(String)).toEqual(['']);
  });

  test('where the peer keeps its context, a message may point into the one before', async () => {
    const [first, second] = await deflateAll([noise(500), noise(500)]);
    const octets = writeFrame(from, 0xc2, first ?? '') + writeFrame(from, 0xc2, second ?? '');
    const { messages } = await heardBy(role, { [peerTakeover]: false }, octets);
    expect(messages).toEqual([noise(500), noise(500)]);
  });

  test('where the peer gave up its context, such a message is refused with 1007', async () => {
    const [first, second] = await deflateAll([noise(500), noise(500)]);
    const octets = writeFrame(from, 0xc2, first ?? '') + writeFrame(from, 0xc2, second ?? '');
    expect(await heardBy(role, { [peerTakeover]: true }, octets)).toEqual({
      messages: [noise(500)],
      errors: ['invalid distance too far back'],
      code: 1007,
    });
  });

  // zlib sees the distance only where it is longer than the piece of 16,384 octets that it writes into.
  const far = [noise(20_000), noise(20_000)];

  test('within the window of the peer a message may point as far back', async () => {
    const octets = writeFrame(from, 0xc2, deflate(Buffer.concat(far)));
    const { messages } = await heardBy(role, { [peerBits]: 15, [ownBits]: 9 }, octets);
    expect(messages[0]?.equals(Buffer.concat(far))).toBe(true);
  });

  test('out of the window of the peer it is refused with 1007', async () => {
    const octets = writeFrame(from, 0xc2, deflate(Buffer.concat(far)));
    expect(await heardBy(role, { [peerBits]: 9, [ownBits]: 15 }, octets)).toEqual({
      messages: [],
      errors: ['invalid distance too far back'],
      code: 1007,
    });
  });

  test('a window of 8 bits is inflated', async () => {
    const [first, second] = await deflateAll([words, words], 9);
    const octets = writeFrame(from, 0xc1, first ?? '') + writeFrame(from, 0xc1, second ?? '');
    const { messages } = await heardBy(role, { [peerBits]: 8 }, octets);
    expect(messages.map(String)).toEqual([words, words]);
  });

  test('a compressed message is refused with 1002 where nothing was agreed', async () => {
    expect(await heardBy(role, null, writeFrame(from, 0xc1, deflate(words)))).toEqual({
      messages: [],
      errors: ['Invalid WebSocket frame: RSV1 must be clear'],
      code: 1002,
    });
  });

  test('octets that cannot be inflated are refused with 1007', async () => {
    const { messages, code } = await heardBy(role, {}, writeFrame(from, 0xc1, '\x07\x07\x07'));
    expect([messages, code]).toEqual([[], 1007]);
  });

  test('a message that is as large as maxPayload, inflated, arrives', async () => {
    const octets = writeFrame(from, 0xc2, deflate(Buffer.alloc(100_000)));
    expect((await heardBy(role, {}, octets, { maxPayload: 100_000 })).messages[0]).toHaveLength(100_000);
  });

  const tooLarge = { messages: [], errors: ['Max payload size exceeded'], code: 1009 };

  test('one octet more is refused with 1009', async () => {
    const octets = writeFrame(from, 0xc2, deflate(Buffer.alloc(100_001)));
    expect(await heardBy(role, {}, octets, { maxPayload: 100_000 })).toEqual(tooLarge);
  });

  test('a zip bomb is refused with 1009', async () => {
    const octets = writeFrame(from, 0xc2, deflate(Buffer.alloc(10_000_000), 9));
    expect(octets.length).toBeLessThan(12_000);
    expect(await heardBy(role, {}, octets, { maxPayload: 1_000_000 })).toEqual(tooLarge);
  });

  test('a zip bomb is not inflated to its end, where it is broken', async () => {
    const data = Buffer.concat([deflate(Buffer.alloc(1_000_000)), Buffer.from('\x07\x07\x07')]);
    const octets = writeFrame(from, 0xc2, data);
    expect(await heardBy(role, {}, octets, { maxPayload: 100_000 })).toEqual(tooLarge);
  });

  test('a zip bomb in fragments is refused with 1009', async () => {
    const data = deflate(Buffer.alloc(100_001));
    const octets = writeFrame(from, 0x42, data.subarray(0, 60)) + writeFrame(from, 0x80, data.subarray(60));
    expect(await heardBy(role, {}, octets, { maxPayload: 100_000 })).toEqual(tooLarge);
  });
});

test.each([
  [plainDeflate, 'permessage-deflate'],
  [null, ''],
])('the extensions of the WebSocket are those that were agreed: %o', async (deflate, extensions) => {
  const { connection } = await openRaw('server', deflate);
  expect(toWebSocket(connection).extensions).toBe(extensions);
});
