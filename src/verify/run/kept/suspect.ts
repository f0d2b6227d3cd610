import { patientClock } from '../../../clock.ts';
import type { Case } from '../../judge/case.ts';

/** A case that is under way or was played, and that the subject is not known to have survived. */
export interface Suspect<C extends Case, Exchange> {
  readonly current: C;
  /** Null while it is under way. */
  readonly exchange: Exchange | null;
  /** Whether the subject has said anything before it was gone. */
  readonly isAnswered: boolean;
}

interface Timed<C extends Case, Exchange> extends Suspect<C, Exchange> {
  exchange: Exchange | null;
  isAnswered: boolean;
  readonly startedAt: number;
  endedAt: number;
}

/** A case that waits for longer than so many milliseconds is taken for harmless. */
export const patience = 100;

/** Keeps the cases that a subject may not have survived. */
export class Suspects<C extends Case, Exchange> {
  #all: readonly Timed<C, Exchange>[] = [];

  /**
   * @returns a function to call when the case is over: with its exchange, or null where the subject takes no
   * connection, and with whether the subject has answered; it returns the suspects that are cleared by that
   */
  add(current: C): (exchange: Exchange | null, isAnswered: boolean) => readonly Suspect<C, Exchange>[] {
    const startedAt = patientClock.now();
    const suspect: Timed<C, Exchange> = {
      current,
      exchange: null,
      isAnswered: false,
      startedAt,
      endedAt: Number.POSITIVE_INFINITY,
    };
    this.#all = [...this.#all, suspect];
    return (exchange, isAnswered) => {
      suspect.exchange = exchange;
      suspect.isAnswered = isAnswered;
      suspect.endedAt = patientClock.now();
      if (exchange !== null) return isAnswered ? this.#clear(startedAt) : [];
      this.#all = this.#all.filter((each) => each !== suspect);
      return [];
    };
  }

  has(current: C): boolean {
    return this.#all.some((each) => each.current === current);
  }

  /** A subject that answers a case has survived what had ended before that case began, and what had waited for long. */
  #clear(then: number): readonly Suspect<C, Exchange>[] {
    const isLeft = ({ startedAt, endedAt }: Timed<C, Exchange>) =>
      endedAt >= then && (startedAt === then || startedAt > then - patience);
    const all = this.#all;
    this.#all = all.filter(isLeft);
    return this.#all.length === all.length ? [] : all.filter((each) => !isLeft(each));
  }

  /** Hands over all suspects, those without an answer first. */
  takeAll(): readonly Suspect<C, Exchange>[] {
    const all = this.#all;
    this.#all = [];
    return all.toSorted((a, b) => Number(a.isAnswered) - Number(b.isAnswered));
  }
}
