import { type Clock, systemClock } from '../../src/clock.ts';

/** A clock that runs fifty times as fast: the pauses of the zoo stay in their order, and nobody waits for them. */
export const quickClock: Clock = {
  ...systemClock,
  after: (ms, callback) => systemClock.after(ms / 50, callback),
};
