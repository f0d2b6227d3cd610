import { describe, expect, test } from 'vitest';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance, opening, serve } from './serve.ts';

const requestTimeout = (date: string) =>
  [
    'HTTP/1.1 408 Request Timeout',
    `Date: ${date}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Length: 20',
    '',
    '408 Request Timeout\n',
  ].join('\r\n');
const afterTenSeconds = requestTimeout('Thu, 01 Jan 1970 00:00:10 GMT');

describe('a head that is not complete within the deadline is refused with 408', () => {
  test('the deadline counts from the arrival, whatever trickles in', async () => {
    const { dial, clock, outcomes } = await serve({ deadline: 1_000 });
    const peer = await dial();
    await clock.runs(1);
    await peer.send('GET');
    await exchangeElsewhere();
    clock.advance(600);
    await peer.send(' /chat');
    await exchangeElsewhere();
    clock.advance(399);
    expect(outcomes.all).toEqual([]);
    clock.advance(1);
    expect(await peer.ended).toBe(requestTimeout('Thu, 01 Jan 1970 00:00:01 GMT'));
    expect(outcomes.all).toMatchObject([
      {
        type: 'refused',
        clause: 'rfc9110/15.5.9/request-timeout',
        guard: 'headIsLate',
        status: 408,
        durationMs: 1_000,
      },
    ]);
  });

  test('a peer that says nothing is refused like any other', async () => {
    const { dial, clock } = await serve();
    const peer = await dial();
    await clock.runs(1);
    clock.advance(10_000);
    expect(await peer.ended).toBe(afterTenSeconds);
  });

  test('the rest of the head and a whole opening after the deadline are not answered', async () => {
    const { dial, clock, connections } = await serve();
    const peer = await dial({ allowHalfOpen: true });
    await clock.runs(1);
    await peer.send(opening.slice(0, 30));
    await exchangeElsewhere();
    clock.advance(10_000);
    await peer.send(opening.slice(30) + opening);
    peer.end();
    expect(await peer.ended).toBe(afterTenSeconds);
    expect(connections.all).toEqual([]);
  });

  test('a deadline that passes after the acceptance does nothing', async () => {
    const { begin, clock, connections, outcomes } = await serve();
    const peer = await begin(opening);
    const { socket } = await connections.take();
    expect(clock.waiting).toBe(0);
    clock.advance(60_000);
    socket.end('still open');
    expect(await peer.ended).toBe(`${acceptance}still open`);
    expect(outcomes.all).toHaveLength(1);
  });
});
