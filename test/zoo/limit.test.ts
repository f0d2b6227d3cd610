import { describe, expect, test } from 'vitest';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { Counters, defaultLimits } from '../../src/zoo/limit.ts';

function count(limits = {}) {
  const clock = new HandClock();
  return { clock, counters: new Counters({ ...defaultLimits, ...limits }, clock) };
}

describe('connections at once', () => {
  test('one too many of an address is turned away, until one has left', () => {
    const { counters } = count({ connectionsPerAddress: 2 });
    const leave = counters.enter('192.0.2.1');
    expect(counters.enter('192.0.2.1')).not.toBeNull();
    expect(counters.enter('192.0.2.1')).toBeNull();
    expect(counters.enter('192.0.2.2')).not.toBeNull();
    leave?.();
    expect(counters.enter('192.0.2.1')).not.toBeNull();
  });

  test.each([
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['2001:db8:1:2::3', '2001:db8:1:2:ffff:0:0:4', true],
    ['2001:db8::3', '2001:db8::ffff:0:0:4', true],
    ['2001:db8:1:2::3', '2001:db8:1:3::3', false],
    ['::1', '::2', true],
    ['192.0.2.1', '192.0.2.2', false],
  ])('%s and %s are one visitor: %s', (one, other, isSame) => {
    const { counters } = count({ connectionsPerAddress: 1 });
    counters.enter(one);
    expect(counters.enter(other) === null).toBe(isSame);
  });
});

describe('requests in a minute', () => {
  test('one more than the limit is too many, until a minute has passed', () => {
    const { counters, clock } = count({ requestsPerMinute: 2 });
    const ask = () => counters.isTooMuch('192.0.2.1');
    expect([ask(), ask(), ask()]).toEqual([false, false, true]);
    expect(counters.isTooMuch('192.0.2.2')).toBe(false);
    clock.advance(59_999);
    expect(ask()).toBe(true);
    clock.advance(1);
    expect(ask()).toBe(false);
  });

  test('addresses beyond 16,384 share one count', () => {
    const { counters } = count({ requestsPerMinute: 2 });
    const address = (at: number) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
    const asked = Array.from({ length: 16_384 + 3 }, (_, at) => counters.isTooMuch(address(at)));
    expect(asked.indexOf(true)).toBe(16_384 + 2);
    expect(counters.isTooMuch(address(0))).toBe(false);
  });
});
