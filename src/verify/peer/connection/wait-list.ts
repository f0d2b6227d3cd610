import type { Clock } from '../../../clock.ts';

/** Milliseconds of a wait for which nothing else is said: more than a slow machine needs. */
export const patience = 20_000;

/** What was waited for has not come in time. */
export class Overdue extends Error {
  override readonly name = 'Overdue';
  /** Milliseconds that it was waited for. */
  readonly ms: number;

  /**
   * @param what what was waited for, in words that can follow "waited for"
   * @param instead what there was instead, as a sentence of its own
   */
  constructor(what: string, ms: number, instead = '') {
    super(`waited ${ms} ms for ${what} in vain${instead && `; ${instead}`}`);
    this.ms = ms;
  }
}

/** What is waited for, in words, and for how long. */
export interface Awaited {
  readonly what: string;
  /** Milliseconds. */
  readonly ms: number;
  /** Called when it is too late: says what there was instead. */
  readonly instead?: () => string;
}

/** All waits for a change of one thing, each with a deadline. */
export class WaitList {
  readonly #clock: Clock;
  readonly #looks = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Resolves as soon as the condition holds, which is looked at now and at each change.
   *
   * @returns rejects with `Overdue` where that takes too long, and with what the condition throws
   */
  until(isMet: () => boolean, { what, ms, instead }: Awaited): Promise<void> {
    return new Promise((resolve, reject) => {
      // What is thrown here rejects the promise.
      if (isMet()) return resolve();
      const leave = () => {
        cancel();
        this.#looks.delete(look);
      };
      const look = () => {
        try {
          if (!isMet()) return;
          resolve();
        } catch (error) {
          reject(error);
        }
        leave();
      };
      const cancel = this.#clock.after(ms, () => {
        leave();
        reject(new Overdue(what, ms, instead?.()));
      });
      this.#looks.add(look);
    });
  }

  /** Says that something has changed: every wait looks at its condition again. */
  wake(): void {
    for (const look of this.#looks) look();
  }
}
