import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connect, type FrameOptions, keepOpen, toWebSocket } from '../../src/client/index.ts';
import { listen, type ServerConnection } from '../../src/server/index.ts';
import { acceptance } from '../client/scripted-server.ts';
import { answer } from '../client/start.ts';
import { Mailbox } from '../mailbox.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { opening, serve } from '../server/serve.ts';
import { nextMessage } from './ws-peer.ts';

/** Both ends of one connection of the reference client and the reference server. */
async function openPair() {
  const accepted = new Mailbox<ServerConnection>();
  const listening = await listen({ subprotocols: ['chat'], onConnection: accepted.put });
  const clientEnd = await connect(`${listening.url}/`, { subprotocols: ['superchat', 'chat'] });
  const serverEnd = await accepted.take();
  onTestFinished(async () => {
    clientEnd.socket.destroy();
    serverEnd.socket.destroy();
    await listening.close();
  });
  const [client, server] = [toWebSocket(clientEnd), toWebSocket(serverEnd)];
  const ends = {
    'client to server': { from: client, to: server, socket: clientEnd.socket },
    'server to client': { from: server, to: client, socket: serverEnd.socket },
  };
  return { ...ends, client, server, connections: [clientEnd, serverEnd] as const };
}

/** The server's end of a connection whose other end is a raw peer. */
async function openServed() {
  const { begin, connections } = await serve();
  return { peer: await begin(opening), connection: await connections.take() };
}

/** The WebSocket of that end. */
async function openServer(options?: FrameOptions) {
  const { peer, connection } = await openServed();
  return { peer, webSocket: toWebSocket(connection, options) };
}

/** The WebSocket of a client whose server is a raw peer. */
async function openClient() {
  const { peer, connection } = await answer(acceptance);
  return { peer, webSocket: toWebSocket(await connection) };
}

describe.each(['client to server', 'server to client'] as const)('frames from %s', (direction) => {
  test('a text message arrives', async () => {
    const { from, to } = (await openPair())[direction];
    from.send('hello');
    expect(await nextMessage(to)).toEqual({ text: 'hello', isBinary: false });
  });

  test('a binary message arrives', async () => {
    const { from, to } = (await openPair())[direction];
    from.send(Buffer.from([0, 255, 127, 128]));
    expect(await nextMessage(to)).toEqual({ text: '\x00\xff\x7f\x80', isBinary: true });
  });

  test('a message is echoed', async () => {
    const { from, to } = (await openPair())[direction];
    to.on('message', (data, isBinary) => to.send(data, { binary: isBinary }));
    from.send('grüße');
    const [data] = await once(from, 'message');
    expect(String(data)).toBe('grüße');
  });

  test('a message of a megabyte arrives whole', async () => {
    const { from, to } = (await openPair())[direction];
    from.send('a'.repeat(1_000_000));
    expect((await nextMessage(to)).text).toHaveLength(1_000_000);
  });

  test('a ping is answered by a pong with the same data', async () => {
    const { from } = (await openPair())[direction];
    from.ping('data');
    const [data] = await once(from, 'pong');
    expect(String(data)).toBe('data');
  });

  test.each([
    [1000, 'done'],
    [1001, 'going away'],
    [3000, ''],
  ])('a close with %d reaches both sides', async (code, reason) => {
    const { from, to } = (await openPair())[direction];
    const closes = [once(from, 'close'), once(to, 'close')];
    from.close(code, reason);
    expect(await Promise.all(closes)).toEqual([
      [code, Buffer.from(reason)],
      [code, Buffer.from(reason)],
    ]);
  });

  test('a close without a code is 1005', async () => {
    const { from, to } = (await openPair())[direction];
    const closes = [once(from, 'close'), once(to, 'close')];
    from.close();
    expect(await Promise.all(closes)).toEqual([
      [1005, Buffer.alloc(0)],
      [1005, Buffer.alloc(0)],
    ]);
  });

  test('a peer that vanishes is 1006', async () => {
    const { from, to, socket } = (await openPair())[direction];
    to.on('error', () => {});
    const closes = [once(from, 'close'), new Promise((resolve) => to.once('close', resolve))];
    socket.resetAndDestroy();
    expect(await Promise.all(closes)).toEqual([[1006, Buffer.alloc(0)], 1006]);
  });
});

test('a token is sent in a message before any other', async () => {
  const accepted = new Mailbox<ServerConnection>();
  const listening = await listen({ onConnection: accepted.put });
  const connection = await connect(listening.url);
  const server = toWebSocket(await accepted.take());
  onTestFinished(() => listening.close());
  const messages = new Mailbox<string>();
  server.on('message', (data) => messages.put(String(data)));
  const client = toWebSocket(connection, { authToken: 'secret' });
  client.send('hello');
  expect([await messages.take(), await messages.take()]).toEqual([
    '{"type":"auth","token":"secret"}',
    'hello',
  ]);
  client.terminate();
});

test.each([undefined, {}, Promise.resolve()])('what has not opened is named: %j', (given) => {
  const told = /^(?:toWebSocket|keepOpen): a .* expected, and not (?:undefined|an object|a promise)$/;
  for (const call of [toWebSocket, keepOpen]) expect(() => Reflect.apply(call, 0, [given])).toThrow(told);
});

test('a server has no token to send', async () => {
  const { connection } = await openServed();
  expect(() => toWebSocket(connection, { authToken: 'secret' })).toThrow(TypeError);
});

/** The head of a masked text frame: 127, then the length in 8 octets, then the mask. */
const frameOf = (octets: string) => `\x81\xff\0\0\0\0${octets}\0\0\0\0`;
const maxPayloadUndefined = { maxPayload: undefined } as unknown as FrameOptions; // which JavaScript can give

test.each<[string, FrameOptions, string, string, string]>([
  [
    'a message larger than maxPayload, with 1009',
    { maxPayload: 4 },
    '\x81\x85\0\0\0\0hello',
    'Max payload size exceeded',
    '\x03\xf1',
  ],
  [
    'one octet more than 100 MiB where it is not given',
    {},
    frameOf('\x06\x40\x00\x01'),
    'Max payload size exceeded',
    '\x03\xf1',
  ],
  [
    'as much where it is undefined',
    maxPayloadUndefined,
    frameOf('\x06\x40\x00\x01'),
    'Max payload size exceeded',
    '\x03\xf1',
  ],
  [
    'more than 16,384 fragments, with 1008',
    {},
    `\x01\x80\0\0\0\0${'\x00\x80\0\0\0\0'.repeat(16_384)}`,
    'Too many message fragments',
    '\x03\xf0',
  ],
  [
    'an unmasked frame of a client, with 1002',
    {},
    '\x81\x01a',
    'Invalid WebSocket frame: MASK must be set',
    '\x03\xea',
  ],
])('a server refuses %s', async (_, options, octets, message, code) => {
  const { peer, webSocket } = await openServer(options);
  const refused = new Promise<Error>((resolve) => webSocket.once('error', resolve));
  await peer.send(octets);
  expect((await refused).message).toBe(message);
  expect((await peer.until(`\x88\x02${code}`)).endsWith(`\x88\x02${code}`)).toBe(true);
});

test.each([{}, maxPayloadUndefined])('a message of 100 MiB is taken, with %o', async (options) => {
  const { peer, webSocket } = await openServer(options);
  const errors: Error[] = [];
  webSocket.on('error', (error) => errors.push(error));
  await peer.send(frameOf('\x06\x40\x00\x00'));
  await exchangeElsewhere();
  expect(errors).toEqual([]);
  expect(webSocket.readyState).toBe(webSocket.OPEN);
  webSocket.terminate();
});

test('as many as 60 pings at once are answered; one more ends the connection', async () => {
  const { peer: patient, webSocket } = await openServer();
  await patient.send('\x89\x80\0\0\0\0'.repeat(60));
  await patient.until('\x8a\x00'.repeat(60));
  expect(webSocket.readyState).toBe(webSocket.OPEN);

  const { peer: flood, webSocket: other } = await openServer();
  const flooded = once(other, 'close');
  await flood.send('\x89\x80\0\0\0\0'.repeat(61));
  expect((await flooded)[0]).toBe(1006);
});

test.each<[FrameOptions, string]>([
  [{ maxPayload: 0 }, 'maxPayload is 0: a whole number from 1 to 2147483647 was expected'],
  [{ maxPayload: 2 ** 31 }, 'maxPayload is 2147483648: a whole number from 1 to 2147483647 was expected'],
  [{ deflate: { threshold: -1 } }, 'threshold is -1: a whole number from 0 to 2147483647 was expected'],
  [{ deflate: { level: 10 } }, 'level is 10: a whole number from -1 to 9 was expected'],
  [{ deflate: { memLevel: 0 } }, 'memLevel is 0: a whole number from 1 to 9 was expected'],
  [
    { deflate: { concurrencyLimit: 1.5 } },
    'concurrencyLimit is 1.5: a whole number from 1 to 2147483647 was expected',
  ],
  [
    { keepOpen: { pingInterval: Infinity } },
    'pingInterval is Infinity: a whole number from 1 to 2147483647 was expected',
  ],
  [{ keepOpen: { idleLimit: 0 } }, 'idleLimit is 0: a whole number from 1 to 2147483647 was expected'],
])('%o makes no sense, and the socket is left alone', async (options, message) => {
  const { connection } = await openServed();
  expect(() => toWebSocket(connection, options)).toThrow(new RangeError(message));
  expect(connection.socket.listenerCount('data')).toBe(0);
});

test.each<FrameOptions>([
  { maxPayload: 2 ** 31 - 1, deflate: { threshold: 0, level: -1, memLevel: 1, concurrencyLimit: 1 } },
  { maxPayload: 1, deflate: { level: 9, memLevel: 9 }, keepOpen: { pingInterval: 1, idleLimit: 1 } },
])('%o is as far as one can go', async (options) => {
  const { webSocket } = await openServer(options);
  expect(webSocket.readyState).toBe(webSocket.OPEN);
  webSocket.terminate();
});

test('both sides have the subprotocol, and are open', async () => {
  const { client, server } = await openPair();
  expect([client.protocol, server.protocol]).toEqual(['chat', 'chat']);
  expect([client.readyState, server.readyState]).toEqual([client.OPEN, server.OPEN]);
});

test('without a subprotocol the property is empty', async () => {
  expect((await openServer()).webSocket.protocol).toBe('');
});

test('a peer that takes its time to answer a close is waited for', async () => {
  const { peer, webSocket } = await openServer();
  const closed = once(webSocket, 'close');
  webSocket.close(1000);
  await peer.until('\x88\x02\x03\xe8');
  await exchangeElsewhere();
  await exchangeElsewhere();
  await peer.send('\x88\x82\0\0\0\0\x03\xe8');
  expect(await closed).toEqual([1000, Buffer.alloc(0)]);
});

test('a second WebSocket for one connection is a TypeError, and the first is used on', async () => {
  const { client, server, connections } = await openPair();
  for (const connection of [...connections, { ...connections[0] }]) {
    expect(() => toWebSocket(connection)).toThrow(TypeError);
    expect(() => toWebSocket(connection)).toThrow(/was called for this connection before/);
  }
  client.send('hello');
  expect(await nextMessage(server)).toMatchObject({ text: 'hello' });
});

describe('masking', () => {
  test('a masked frame of a server is refused with 1002', async () => {
    const { peer, webSocket } = await openClient();
    const refused = new Promise<Error>((resolve) => webSocket.once('error', resolve));
    await peer.send('\x81\x81\0\0\0\0a');
    expect((await refused).message).toBe('Invalid WebSocket frame: MASK must be clear');
    webSocket.terminate();
  });

  test('the frames of the server are not masked, those of the client are', async () => {
    const served = await openServer();
    served.webSocket.send('hi');
    expect((await served.peer.until('hi')).endsWith('\r\n\r\n\x81\x02hi')).toBe(true);

    const { peer, webSocket } = await openClient();
    webSocket.send('hi');
    expect((await peer.until('\x81\x82')).split('\r\n\r\n')[1]?.slice(0, 2)).toBe('\x81\x82');
    webSocket.terminate();
  });
});

describe('octets that came with the handshake are the first message', () => {
  test('of the client', async () => {
    const connection = await (await answer(`${acceptance}\x81\x02hi`)).connection;
    const webSocket = toWebSocket(connection);
    expect(connection.head.toString('latin1')).toBe('\x81\x02hi');
    expect(await nextMessage(webSocket)).toEqual({ text: 'hi', isBinary: false });
    webSocket.terminate();
  });

  test('of the server', async () => {
    const { begin, connections } = await serve();
    const peer = await begin(`${opening}\x81\x82\0\0\0\0hi`);
    const webSocket = toWebSocket(await connections.take());
    expect(await nextMessage(webSocket)).toEqual({ text: 'hi', isBinary: false });
    webSocket.terminate();
    await peer.closed;
  });
});

describe('a socket that is over before it becomes a WebSocket', () => {
  test('ended by the peer: the close event comes, as 1006', async () => {
    const { peer, connection } = await openServed();
    const { socket, ...rest } = connection;
    peer.socket.end();
    await once(socket.resume(), 'end');
    expect((await once(toWebSocket({ socket, ...rest }), 'close'))[0]).toBe(1006);
  });

  test('closed: the close event comes, as 1006', async () => {
    const { connection } = await openServed();
    connection.socket.destroy();
    await once(connection.socket, 'close');
    expect((await once(toWebSocket(connection), 'close'))[0]).toBe(1006);
  });
});
