import { expect, test } from 'vitest';
import { HandClock } from '../../../src/verify/peer/hand-clock.ts';

test('stands still until it is moved', () => {
  const clock = new HandClock();
  expect(clock.now()).toBe(0);
  clock.advance(5);
  expect(clock.now()).toBe(5);
});

test('calls back once what has come due, the earliest first, each at its own time', () => {
  const clock = new HandClock();
  const told: string[] = [];
  clock.after(20, () => told.push(`b at ${clock.now()}`));
  clock.after(10, () => told.push(`a at ${clock.now()}`));
  clock.after(31, () => told.push('never'));
  expect(clock.waiting).toBe(3);
  clock.advance(30);
  expect(told).toEqual(['a at 10', 'b at 20']);
  expect(clock.now()).toBe(30);
  expect(clock.waiting).toBe(1);
});

test('a timer that is stopped does not come', () => {
  const clock = new HandClock();
  const stop = clock.after(1, () => expect.unreachable());
  stop();
  stop();
  expect(clock.waiting).toBe(0);
  clock.advance(1);
});

test('timers that timers set, and stop, are minded within the same move', () => {
  const clock = new HandClock();
  const told: number[] = [];
  const stop = clock.after(8, () => told.push(-1));
  clock.after(5, () => {
    told.push(clock.now());
    stop();
    clock.after(5, () => told.push(clock.now()));
    clock.after(6, () => told.push(-2));
  });
  clock.advance(10);
  expect(told).toEqual([5, 10]);
});
