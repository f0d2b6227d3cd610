import { expect, test } from 'vitest';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance, opening, serve } from './serve.ts';

// An error that nobody listens to is an uncaught exception, which fails the run.

test('a reset in the middle of a head: the outcome is `closed`, and nothing is sent', async () => {
  const { begin, outcomes, clock, server } = await serve();
  const peer = await begin(opening.slice(0, 30));
  await exchangeElsewhere();
  peer.reset();
  expect(await outcomes.take()).toMatchObject({
    type: 'closed',
    clause: 'rfc9112/8/incomplete-request',
    guard: null,
    status: null,
    method: null,
  });
  expect(peer.received).toBe('');
  expect(clock.waiting).toBe(0);
  expect(server.pending).toBe(0);
});

test('a reset right after the 101 is swallowed', async () => {
  const { begin, connections, outcomes } = await serve();
  const peer = await begin(opening);
  const { socket } = await connections.take();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await peer.until('\r\n\r\n');
  peer.reset();
  expect(await closed).toBe(true);
  expect(outcomes.all).toMatchObject([{ type: 'accepted' }]);
});

test('a reset that comes with the opening is swallowed', async () => {
  const { begin, outcomes, server } = await serve();
  const peer = await begin(opening);
  peer.reset();
  await outcomes.take();
  expect(server.pending).toBe(0);
});

test('a reset while a refused peer lingers is swallowed', async () => {
  const { begin, clock, server, outcomes } = await serve();
  const peer = await begin('\n', { allowHalfOpen: true });
  await peer.ended;
  peer.reset();
  await clock.runs(0);
  await server.close();
  expect(outcomes.all).toMatchObject([{ type: 'refused' }]);
});

test('writing to a peer that has gone is swallowed', async () => {
  const { begin, connections } = await serve();
  const peer = await begin(opening);
  const { socket } = await connections.take();
  expect(await peer.until('\r\n\r\n')).toBe(acceptance);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  peer.reset();
  socket.write('frames');
  socket.write('frames');
  expect(await closed).toBe(true);
});
