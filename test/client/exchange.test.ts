import { once } from 'node:events';
import { createConnection } from 'node:net';
import { describe, expect, test } from 'vitest';
import { Ending } from '../../src/client/ending.ts';
import { exchange } from '../../src/client/exchange.ts';
import { type JudgedTunnel, TunnelReader } from '../../src/client/reply-reader.ts';
import { Mailbox } from '../mailbox.ts';
import { script } from './scripted-server.ts';

/** A connection, and its other end. */
async function open() {
  const server = await script();
  const socket = createConnection({ host: '127.0.0.1', port: server.port, allowHalfOpen: true });
  return { socket, peer: await server.peers.take() };
}

const reader = new TunnelReader({ headLimit: 1_000, fieldLimit: 10 });
const request = 'request';

describe('an exchange that cannot be ends at once, and nothing is sent', () => {
  test('on a connection that the other side has ended', async () => {
    const { socket, peer } = await open();
    peer.end();
    await once(socket.resume(), 'end');
    const seen: unknown[] = [];
    exchange({ socket, request, reader, ending: new Ending(), onEnd: (...told) => seen.push(told) });
    expect(seen).toEqual([[null, undefined]]);
    socket.end();
    expect(await peer.ended).toBe('');
  });

  test('that nobody waits for', async () => {
    const { socket, peer } = await open();
    const seen: unknown[] = [];
    const ending = new Ending();
    ending.come();
    exchange({ socket, request, reader, ending, onEnd: (...told) => seen.push(told) });
    expect(seen).toEqual([[null, undefined]]);
    socket.end();
    expect(await peer.ended).toBe('');
  });
});

test('the end of an exchange is told once, whatever becomes of the connection', async () => {
  const { socket, peer } = await open();
  const ending = new Ending();
  const ends = new Mailbox<string | undefined>();
  const onEnd = (judged: JudgedTunnel | null) => ends.put(judged?.row.guard);
  exchange({ socket, request, reader, ending, onEnd });
  await peer.until('request');
  await peer.send('HTTP/1.1 200 OK\r\n\r\n');
  expect(await ends.take()).toBe('otherwise');
  ending.come();
  socket.destroy();
  await once(socket, 'close');
  expect(ends.all).toEqual(['otherwise']);
});
