import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { toWebSocket } from '../../src/server/index.ts';
import { Mailbox } from '../mailbox.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance, opening, serve } from './serve.ts';

/** Text frames with one letter each, masked with zeros. */
const frameA = '\x81\x81\0\0\0\0a';
const frameB = '\x81\x81\0\0\0\0b';

describe('the head ends at its empty line, the octets behind it are frames', () => {
  test('a head that comes octet by octet is answered with 101, and no octet is behind it', async () => {
    const { dial, connections } = await serve();
    const peer = await dial();
    for (const octet of opening) await peer.send(octet);
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
    const connection = await connections.take();
    expect(connection.head.toString('latin1')).toBe('');
  });

  test('`head` has exactly the octets that came behind the head in one segment', async () => {
    const { begin, connections } = await serve();
    await begin(opening + frameA + frameB);
    const connection = await connections.take();
    expect(connection.head.toString('latin1')).toBe('\x81\x81\0\0\0\0a\x81\x81\0\0\0\0b');
  });

  test('what was read is handed over: path without query, request, no subprotocol, no extension', async () => {
    const { begin, connections } = await serve();
    await begin(opening.replace('/chat', '/chat?a=b'));
    expect(await connections.take()).toMatchObject({
      role: 'server',
      path: '/chat',
      request: { method: 'GET', target: '/chat?a=b', version: { major: 1, minor: 1 } },
      subprotocol: null,
      extensions: [],
    });
  });

  test('the end of the peer right behind its opening loses nothing', async () => {
    const { dial, connections } = await serve();
    const peer = await dial({ allowHalfOpen: true });
    peer.socket.end(opening + frameA, 'latin1');
    const { socket, head } = await connections.take();
    expect(head.toString('latin1')).toBe('\x81\x81\0\0\0\0a');
    socket.resume();
    await once(socket, 'end');
    socket.end('still writable');
    expect(await peer.ended).toBe(`${acceptance}still writable`);
  });
});

describe('no octet is lost at the hand-over', () => {
  test("a 'data' listener attached at once gets what comes next", async () => {
    const { begin, connections } = await serve({
      onConnection: ({ socket, head }) => {
        socket.on('data', (chunk) =>
          socket.write(`[${head.toString('latin1')}|${chunk.toString('latin1')}]`),
        );
      },
    });
    const peer = await begin(`${opening}first`);
    await peer.until('\r\n\r\n');
    await peer.send('second');
    expect(await peer.until(']')).toBe(`${acceptance}[first|second]`);
    expect(connections.all).toEqual([]);
  });

  test("a 'data' listener attached later gets what came meanwhile", async () => {
    const { begin, connections } = await serve();
    const peer = await begin(`${opening}first`);
    const { socket, head } = await connections.take();
    await peer.send('second');
    await exchangeElsewhere();
    await peer.send('third');
    await exchangeElsewhere();
    socket.pipe(socket);
    expect(await peer.until('third')).toBe(`${acceptance}secondthird`);
    expect(head.toString('latin1')).toBe('first');
  });

  test('a WebSocket attached at once gets the frames that came with the head and after it', async () => {
    const messages: string[] = [];
    const { begin } = await serve({
      onConnection: (connection) => {
        toWebSocket(connection).on('message', (data) => {
          messages.push(String(data));
          connection.socket.write(`<${String(data)}>`);
        });
      },
    });
    const peer = await begin(opening + frameA.slice(0, 3));
    await peer.until('\r\n\r\n');
    await peer.send(frameA.slice(3) + frameB);
    await peer.until('<b>');
    expect(messages).toEqual(['a', 'b']);
  });

  test('a WebSocket attached later gets the frames that came meanwhile', async () => {
    const messages = new Mailbox<string>();
    const { begin, connections } = await serve();
    const peer = await begin(opening + frameA);
    const connection = await connections.take();
    await peer.send(frameB);
    await exchangeElsewhere();
    toWebSocket(connection).on('message', (data) => messages.put(String(data)));
    expect(await messages.take()).toBe('a');
    expect(await messages.take()).toBe('b');
  });
});
