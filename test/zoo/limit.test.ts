import { describe, expect, test } from 'vitest';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { Counters, defaultLimits } from '../../src/zoo/limit.ts';

function count(limits = {}) {
  const clock = new HandClock();
  const told: string[] = [];
  const tell = (line: string) => void told.push(line);
  return { clock, told, counters: new Counters({ ...defaultLimits, ...limits }, clock, tell) };
}

describe('connections at once', () => {
  test('one too many of an address is turned away, until one has left', () => {
    const { counters, told } = count({ connectionsPerAddress: 2 });
    const enter = (address: string) => counters.enter(address);
    const first = enter('192.0.2.1');
    expect(enter('192.0.2.1')).toMatchObject({ excess: null });
    const more = [enter('192.0.2.1'), enter('192.0.2.1'), enter('192.0.2.1')];
    expect(more.map((each) => each?.excess?.retryAfter)).toEqual([1, 1, undefined]);
    expect(enter('192.0.2.2')).toMatchObject({ excess: null });
    expect(told).toEqual(['192.0.2.1 has 2 connections, and more are refused']);
    for (const each of [first, ...more]) each?.leave();
    expect(enter('192.0.2.1')).toMatchObject({ excess: null });
  });

  test('all together are limited as well, and one more is refused; this machine has no limit of its own', () => {
    const { counters, told } = count({ connectionsPerAddress: 1, connections: 3 });
    const all = ['127.0.0.1', '::1', '127.0.0.1', '::ffff:127.0.0.1'].map((each) => counters.enter(each));
    expect(all.map((each) => each?.excess?.text)).toEqual([...Array(3), 'more than 3 connections at once']);
    expect(told).toEqual(['there are 3 connections, and more are refused']);
  });

  test('who has left already, and so has no address, is told to nobody', () => {
    const { counters, told } = count({ connectionsPerAddress: 1, requestsPerMinute: 1 });
    const all = ['', ''].map((each) => [counters.enter(each)?.excess, counters.countRequest(each)]);
    expect(all).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(told).toEqual([]);
  });

  test.each([
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['2001:db8:1:2::3', '2001:db8:1:2:ffff:0:0:4', true],
    ['2001:db8::3', '2001:db8::ffff:0:0:4', true],
    ['2001:db8:1:2::3', '2001:db8:1:3::3', false],
    ['::1', '::2', true],
    ['192.0.2.1', '192.0.2.2', false],
  ])('%s and %s are one visitor: %s', (one, other, isSame) => {
    const { counters } = count({ connectionsPerAddress: 1, loopback: true });
    counters.enter(one);
    expect(counters.enter(other)?.excess !== null).toBe(isSame);
  });
});

describe('requests in a minute', () => {
  test('one more than the limit is too many, until a minute has passed', () => {
    const { counters, clock, told } = count({ requestsPerMinute: 2 });
    const ask = () => counters.countRequest('192.0.2.1')?.retryAfter;
    expect([ask(), ask(), ask()]).toEqual([undefined, undefined, 60]);
    expect(counters.countRequest('192.0.2.2')).toBeNull();
    clock.advance(59_999);
    expect(ask()).toBe(1);
    clock.advance(1);
    expect(ask()).toBeUndefined();
    expect(told).toEqual(['192.0.2.1 has sent 2 requests in a minute, and more are refused']);
  });

  test('addresses beyond 16,384 share one count', () => {
    const { counters } = count({ requestsPerMinute: 2 });
    const address = (at: number) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
    const asked = Array.from({ length: 16_384 + 3 }, (_, at) => counters.countRequest(address(at)) !== null);
    expect(asked.indexOf(true)).toBe(16_384 + 2);
    expect(counters.countRequest(address(0))).toBeNull();
  });
});
