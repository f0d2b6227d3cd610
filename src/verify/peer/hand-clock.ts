import type { Clock } from '../../clock.ts';

/** A clock that stands still until it is moved, so that deadlines are played and not waited for. */
export class HandClock implements Clock {
  #now = 0;
  readonly #timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  readonly #waits: { readonly count: number; readonly resolve: () => void }[] = [];

  readonly now = (): number => this.#now;

  readonly date = (): Date => new Date(this.#now);

  readonly after = (ms: number, callback: () => void): (() => void) => {
    const timer = { at: this.#now + ms, callback };
    this.#timers.add(timer);
    this.#tell();
    return () => this.#remove(timer);
  };

  /** Number of timers that are set and have not come due. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Resolves as soon as exactly so many timers are set. */
  runs(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waits.push({ count, resolve });
      this.#tell();
    });
  }

  /** Moves the clock on and runs the timers that come due, the earliest first. */
  advance(ms: number): void {
    const until = this.#now + ms;
    for (let next = this.#next(until); next; next = this.#next(until)) {
      this.#remove(next);
      this.#now = next.at;
      next.callback();
    }
    this.#now = until;
  }

  #remove(timer: { readonly at: number; readonly callback: () => void }): void {
    this.#timers.delete(timer);
    this.#tell();
  }

  #tell(): void {
    for (const { count, resolve } of this.#waits) if (count === this.#timers.size) resolve();
  }

  #next(until: number) {
    const due = [...this.#timers].filter(({ at }) => at <= until);
    return due.sort((a, b) => a.at - b.at)[0];
  }
}
