import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { keepOpen, type ServerConnection, toWebSocket } from '../../src/server/index.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { Mailbox } from '../mailbox.ts';
import { clause } from './clause.ts';
import { connectTo, shareServer } from './peer.ts';

const accepted = new Mailbox<ServerConnection>();
const server = shareServer({ onConnection: accepted.put });

/** Both ends of a connection. */
async function openEnds() {
  const { connection } = await connectTo(server.port);
  if (!connection) throw new Error('the client is not connected');
  return { client: toWebSocket(connection), server: toWebSocket(await accepted.take()) };
}

/** Keeps a connection open for a minute and a half, and closes it then: the pings that came, the timers that are left. */
async function keepAWhile(pinging: WebSocket, pinged: WebSocket) {
  const clock = new HandClock();
  const pings = new Mailbox<Buffer>();
  pinged.on('ping', pings.put);
  keepOpen(pinging, { clock });
  for (const _ of ['first', 'second', 'third']) {
    clock.advance(30_000);
    await pings.take();
  }
  const closed = once(pinging, 'close');
  pinged.terminate();
  await closed;
  return { pings: pings.all.length, timers: clock.waiting };
}

describe(clause('service/8/ping-interval'), () => {
  test('a ping comes to the client every 30 seconds, and no timer is left', async () => {
    const ends = await openEnds();
    expect(await keepAWhile(ends.server, ends.client)).toEqual({ pings: 3, timers: 0 });
  });
});

describe(clause('service/8/client-ping-interval'), () => {
  test('a ping comes to the server every 30 seconds, and no timer is left', async () => {
    const ends = await openEnds();
    expect(await keepAWhile(ends.client, ends.server)).toEqual({ pings: 3, timers: 0 });
  });
});
