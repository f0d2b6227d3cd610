import type { Clock } from '../clock.ts';

/** Milliseconds from the start of a handshake to the end of each phase; null for one that was not reached. */
export interface Timeline {
  readonly dns: number | null;
  /** The wait for another handshake with the same address lies before `tcp`. */
  readonly tcp: number | null;
  /** A proxy has formed the tunnel; null as well where there is none. */
  readonly proxy: number | null;
  /** Null as well where the connection is not encrypted. */
  readonly tls: number | null;
  /** The head of the final reply was complete. */
  readonly upgrade: number | null;
  readonly open: number | null;
}

export class Stopwatch {
  readonly #clock: Clock;
  readonly #start: number;
  readonly #timeline: Record<keyof Timeline, number | null> = {
    dns: null,
    tcp: null,
    proxy: null,
    tls: null,
    upgrade: null,
    open: null,
  };

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#start = clock.now();
  }

  mark(phase: keyof Timeline): void {
    this.#timeline[phase] = this.#clock.now() - this.#start;
  }

  get timeline(): Timeline {
    return { ...this.#timeline };
  }
}
