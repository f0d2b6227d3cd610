/** Time, handed in so that a test can move it. */
export interface Clock {
  /** Calls back once after `ms` milliseconds unless the returned function is called before. */
  readonly after: (ms: number, callback: () => void) => () => void;
  /** Milliseconds since some fixed moment, never going back. */
  readonly now: () => number;
  /** The date, for those whom it is told. */
  readonly date: () => Date;
}

export const systemClock: Clock = {
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  now: () => performance.now(),
  date: () => new Date(),
};

/** Milliseconds of the longest delay that a timer can have; a longer one would be over at once. */
export const maxDelay = 2 ** 31 - 1;
