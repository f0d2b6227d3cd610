import type { Clock } from '../src/clock.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that stands still until a test moves it. */
export class HandClock implements Clock {
  readonly #timers = new Set<Timer>();
  readonly #waits: { readonly count: number; readonly resolve: () => void }[] = [];
  #now = 0;

  readonly now = (): number => this.#now;

  readonly after = (ms: number, callback: () => void): (() => void) => {
    const timer = { at: this.#now + ms, callback };
    this.#timers.add(timer);
    this.#tell();
    return () => this.#remove(timer);
  };

  /** How many timers have been started and neither run nor stopped. */
  get running(): number {
    return this.#timers.size;
  }

  /** Resolves as soon as exactly so many timers are running. */
  runs(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waits.push({ count, resolve });
      this.#tell();
    });
  }

  /** Moves the clock, and runs what is due. */
  advance(ms: number): void {
    this.#now += ms;
    for (const timer of [...this.#timers]) {
      if (timer.at > this.#now) continue;
      this.#remove(timer);
      timer.callback();
    }
  }

  #remove(timer: Timer): void {
    this.#timers.delete(timer);
    this.#tell();
  }

  #tell(): void {
    for (const { count, resolve } of this.#waits) if (count === this.#timers.size) resolve();
  }
}
