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

/** Milliseconds between two looks at the time. */
const beat = 5;

/**
 * A clock that stands still while this process is held up, by its own work or by what else the machine does: nobody is
 * late whose octets could not be read. What has come by then is read before a wait is over.
 */
export function createPatientClock(clock: Clock): Clock {
  let seenAt = clock.now();
  let heldUp = 0;
  let waits = 0;
  let stopLooking = () => {};
  const now = () => {
    const at = clock.now();
    // Whoever is not held up looks at the time every beat.
    if (waits > 0) heldUp += Math.max(0, at - seenAt - 2 * beat);
    seenAt = at;
    return at - heldUp;
  };
  const look = () => {
    now();
    stopLooking = clock.after(beat, look);
  };
  const after = (ms: number, callback: () => void) => {
    const due = now() + ms;
    waits += 1;
    if (waits === 1) look();
    let cancel = () => {};
    let isOver = false;
    const leave = () => {
      cancel();
      if (isOver) return;
      isOver = true;
      waits -= 1;
      if (waits === 0) stopLooking();
    };
    let hasRead = false;
    const wait = (left: number) => {
      cancel = clock.after(left, () => {
        const rest = due - now();
        if (rest >= 1) return wait(rest);
        // Timers are run before octets are read that have come already.
        if (!hasRead) {
          hasRead = true;
          return wait(1);
        }
        leave();
        callback();
      });
    };
    wait(ms);
    return leave;
  };
  return { after, now, date: clock.date };
}

/** For whoever waits for a peer. */
export const patientClock = createPatientClock(systemClock);

/** Milliseconds of the longest delay that a timer can have; a longer one would be over at once. */
export const maxDelay = 2 ** 31 - 1;
