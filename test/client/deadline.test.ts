import { describe, expect, test } from 'vitest';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance } from './scripted-server.ts';
import { answer, ask, start } from './start.ts';

describe('no reply before the deadline: failed', () => {
  test('a server that says nothing', async () => {
    const { failure, events, clock, peer } = await ask();
    const request = await peer.request();
    clock.advance(9_999);
    expect(events).toEqual([]);
    clock.advance(1);
    expect(await failure).toMatchObject({
      clause: 'service/3/no-response',
      phase: 'upgrade',
      state: 'failed',
      status: null,
      message: 'no open connection within 10000 ms (service §3)',
    });
    expect(await peer.ended).toBe(request);
    expect(events).toEqual(['error', 'close']);
    expect(clock.waiting).toBe(0);
  });

  test('the deadline counts from the start, whatever trickles in', async () => {
    const { failure, events, clock, peer } = await answer('HTTP/1.1 100 Continue\r\n\r\n', {
      deadline: 1_000,
    });
    await exchangeElsewhere();
    clock.advance(600);
    await peer.reply('HTTP/1.1 101 Yes\r\n');
    await exchangeElsewhere();
    clock.advance(399);
    expect(events).toEqual([]);
    clock.advance(1);
    expect(await failure).toMatchObject({ clause: 'service/3/no-response' });
  });

  test('the deadline counts while a name is looked up', async () => {
    const { failure, events, clock } = start('ws://server.example.com/', {
      deadline: 1_000,
      lookup: () => new Promise(() => {}),
    });
    clock.advance(1_000);
    expect(await failure).toMatchObject({ clause: 'service/3/no-response', phase: 'dns' });
    expect(events).toEqual(['error', 'close']);
  });

  test('a deadline that passes after the connection is open does nothing', async () => {
    const { connection, events, clock, peer } = await answer(acceptance);
    const { socket } = await connection;
    expect(clock.waiting).toBe(0);
    clock.advance(60_000);
    socket.write('frames');
    expect(await peer.until('frames')).toContain('frames');
    expect(events).toEqual(['open']);
  });
});
