import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { WebSocket } from 'ws';
import { connect, type FrameOptions, toWebSocket } from '../../src/client/index.ts';
import { listen, type ServerConnection } from '../../src/server/index.ts';
import { acceptance, script } from '../client/scripted-server.ts';
import { Mailbox } from '../mailbox.ts';
import { exchangeElsewhere, RawPeer } from '../raw-peer.ts';
import { opening, serve } from '../server/serve.ts';

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

async function nextMessage(webSocket: WebSocket): Promise<{ text: string; isBinary: boolean }> {
  const [data, isBinary] = await once(webSocket, 'message');
  return { text: data.toString('latin1'), isBinary };
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

test('a server has no token to send', async () => {
  const { dial, connections } = await serve();
  const peer = await dial();
  await peer.send(opening);
  const connection = await connections.take();
  expect(() => toWebSocket(connection, { authToken: 'secret' })).toThrow(TypeError);
});

test('a message larger than maxPayload is refused with 1009', async () => {
  const { dial, connections } = await serve();
  const peer = await dial();
  await peer.send(opening);
  const webSocket = toWebSocket(await connections.take(), { maxPayload: 4 });
  const refused = new Promise<Error>((resolve) => webSocket.once('error', resolve));
  await peer.send('\x81\x85\0\0\0\0hello');
  expect((await refused).message).toBe('Max payload size exceeded');
  expect((await peer.until('\x88\x02\x03\xf1')).endsWith('\x88\x02\x03\xf1')).toBe(true);
});

describe.each<[string, FrameOptions]>([
  ['is not given', {}],
  ['is undefined', { maxPayload: undefined } as unknown as FrameOptions], // which JavaScript can give
])('where maxPayload %s it is 100 MiB', (_, options) => {
  // The head of a masked text frame: 127, then the length in 8 octets, then the mask.
  const frameOf = (octets: string) => `\x81\xff\0\0\0\0${octets}\0\0\0\0`;

  test('a message of one octet more is refused with 1009', async () => {
    const { dial, connections } = await serve();
    const peer = await dial();
    await peer.send(opening);
    const webSocket = toWebSocket(await connections.take(), options);
    const refused = new Promise<Error>((resolve) => webSocket.once('error', resolve));
    await peer.send(frameOf('\x06\x40\x00\x01'));
    expect((await refused).message).toBe('Max payload size exceeded');
    expect((await peer.until('\x88\x02\x03\xf1')).endsWith('\x88\x02\x03\xf1')).toBe(true);
  });

  test('a message of as much is taken', async () => {
    const { dial, connections } = await serve();
    const peer = await dial();
    await peer.send(opening);
    const webSocket = toWebSocket(await connections.take(), options);
    const errors: Error[] = [];
    webSocket.on('error', (error) => errors.push(error));
    await peer.send(frameOf('\x06\x40\x00\x00'));
    await exchangeElsewhere();
    expect(errors).toEqual([]);
    expect(webSocket.readyState).toBe(webSocket.OPEN);
    webSocket.terminate();
  });
});

test('a message of more than 16,384 fragments is refused with 1008', async () => {
  const { dial, connections } = await serve();
  const peer = await dial();
  await peer.send(opening);
  const webSocket = toWebSocket(await connections.take());
  const refused = new Promise<Error>((resolve) => webSocket.once('error', resolve));
  await peer.send(`\x01\x80\0\0\0\0${'\x00\x80\0\0\0\0'.repeat(16_384)}`);
  expect((await refused).message).toBe('Too many message fragments');
  expect((await peer.until('\x88\x02\x03\xf0')).endsWith('\x88\x02\x03\xf0')).toBe(true);
});

test('as many as 60 pings at once are answered; one more ends the connection', async () => {
  const { dial, connections } = await serve();
  const patient = await dial();
  await patient.send(opening);
  const webSocket = toWebSocket(await connections.take());
  await patient.send('\x89\x80\0\0\0\0'.repeat(60));
  await patient.until('\x8a\x00'.repeat(60));
  expect(webSocket.readyState).toBe(webSocket.OPEN);

  const flood = await dial();
  await flood.send(opening);
  const flooded = once(toWebSocket(await connections.take()), 'close');
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
  const { dial, connections } = await serve();
  const peer = await dial();
  await peer.send(opening);
  const connection = await connections.take();
  expect(() => toWebSocket(connection, options)).toThrow(new RangeError(message));
  expect(connection.socket.listenerCount('data')).toBe(0);
});

test.each<FrameOptions>([
  { maxPayload: 2 ** 31 - 1, deflate: { threshold: 0, level: -1, memLevel: 1, concurrencyLimit: 1 } },
  { maxPayload: 1, deflate: { level: 9, memLevel: 9 }, keepOpen: { pingInterval: 1, idleLimit: 1 } },
])('%o is as far as one can go', async (options) => {
  const { dial, connections } = await serve();
  const peer = await dial();
  await peer.send(opening);
  const webSocket = toWebSocket(await connections.take(), options);
  expect(webSocket.readyState).toBe(webSocket.OPEN);
  webSocket.terminate();
});

test('both sides have the subprotocol, and are open', async () => {
  const { client, server } = await openPair();
  expect([client.protocol, server.protocol]).toEqual(['chat', 'chat']);
  expect([client.readyState, server.readyState]).toEqual([client.OPEN, server.OPEN]);
});

test('without a subprotocol the property is empty', async () => {
  const { dial, connections } = await serve();
  const peer = await dial();
  await peer.send(opening);
  expect(toWebSocket(await connections.take()).protocol).toBe('');
});

test('a peer that takes its time to answer a close is waited for', async () => {
  const { dial, connections } = await serve();
  const peer = await dial();
  await peer.send(opening);
  const webSocket = toWebSocket(await connections.take());
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
  test('an unmasked frame of a client is refused with 1002', async () => {
    const { dial, connections } = await serve();
    const peer = await dial();
    await peer.send(opening);
    const webSocket = toWebSocket(await connections.take());
    const refused = new Promise<Error>((resolve) => webSocket.once('error', resolve));
    await peer.send('\x81\x01a');
    expect((await refused).message).toBe('Invalid WebSocket frame: MASK must be set');
    expect((await peer.until('\x88\x02\x03\xea')).endsWith('\x88\x02\x03\xea')).toBe(true);
  });

  test('a masked frame of a server is refused with 1002', async () => {
    const server = await script();
    const connecting = connect(server.url);
    const peer = await server.peers.take();
    await peer.reply(acceptance);
    const webSocket = toWebSocket(await connecting);
    const refused = new Promise<Error>((resolve) => webSocket.once('error', resolve));
    await peer.send('\x81\x81\0\0\0\0a');
    expect((await refused).message).toBe('Invalid WebSocket frame: MASK must be clear');
    webSocket.terminate();
  });

  test('the frames of the server are not masked, those of the client are', async () => {
    const { dial, connections } = await serve();
    const peer = await dial();
    await peer.send(opening);
    toWebSocket(await connections.take()).send('hi');
    expect((await peer.until('hi')).endsWith('\r\n\r\n\x81\x02hi')).toBe(true);

    const server = await script();
    const connecting = connect(server.url);
    const scripted = await server.peers.take();
    await scripted.reply(acceptance);
    const webSocket = toWebSocket(await connecting);
    webSocket.send('hi');
    expect((await scripted.until('\x81\x82')).split('\r\n\r\n')[1]?.slice(0, 2)).toBe('\x81\x82');
    webSocket.terminate();
  });
});

describe('octets that came with the handshake are the first message', () => {
  test('of the client', async () => {
    const server = await script();
    const connecting = connect(server.url);
    const peer = await server.peers.take();
    await peer.reply(`${acceptance}\x81\x02hi`);
    const connection = await connecting;
    const webSocket = toWebSocket(connection);
    expect(connection.head.toString('latin1')).toBe('\x81\x02hi');
    expect(await nextMessage(webSocket)).toEqual({ text: 'hi', isBinary: false });
    webSocket.terminate();
  });

  test('of the server', async () => {
    const { server, connections } = await serve();
    const peer = await RawPeer.connect(server.port);
    await peer.send(`${opening}\x81\x82\0\0\0\0hi`);
    const webSocket = toWebSocket(await connections.take());
    expect(await nextMessage(webSocket)).toEqual({ text: 'hi', isBinary: false });
    webSocket.terminate();
    await peer.closed;
  });
});

describe('a socket that is over before it becomes a WebSocket', () => {
  test('ended by the peer: the close event comes, as 1006', async () => {
    const { dial, connections } = await serve();
    const peer = await dial();
    await peer.send(opening);
    const { socket, ...rest } = await connections.take();
    peer.socket.end();
    await once(socket.resume(), 'end');
    expect((await once(toWebSocket({ socket, ...rest }), 'close'))[0]).toBe(1006);
  });

  test('closed: the close event comes, as 1006', async () => {
    const { dial, connections } = await serve();
    const peer = await dial();
    await peer.send(opening);
    const connection = await connections.take();
    connection.socket.destroy();
    await once(connection.socket, 'close');
    expect((await once(toWebSocket(connection), 'close'))[0]).toBe(1006);
  });
});
