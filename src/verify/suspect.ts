import type { Answer } from './probe.ts';
import type { TargetCase } from './target-case.ts';

/** A request under way, or answered, that nothing has shown the target to have survived. */
export interface Suspect {
  readonly current: TargetCase;
  /** Null while it is under way. */
  readonly answer: Answer | null;
}

interface Timed extends Suspect {
  answer: Answer | null;
  readonly startedAt: number;
  endedAt: number;
}

/** Milliseconds after which a request that waits still is believed to do no harm. */
const patience = 100;

/** Keeps the requests that a target may not have survived. */
export class Suspects {
  #all: readonly Timed[] = [];

  /** @returns what takes the answer; null where the target takes no connection */
  add(current: TargetCase): (answer: Answer | null) => void {
    const startedAt = performance.now();
    const suspect: Timed = { current, answer: null, startedAt, endedAt: Number.POSITIVE_INFINITY };
    this.#all = [...this.#all, suspect];
    return (answer) => {
      suspect.answer = answer;
      suspect.endedAt = performance.now();
      if (answer === null) this.#all = this.#all.filter((each) => each !== suspect);
      else if (answer.octets.length > 0) this.#clear(startedAt);
    };
  }

  /** Who answers what was begun then has survived what had ended, and what had waited for long. */
  #clear(then: number): void {
    this.#all = this.#all.filter(
      ({ startedAt, endedAt }) => endedAt >= then && (startedAt === then || startedAt > then - patience),
    );
  }

  /** Gives up all suspects: those that were never answered, or where there is none of them the others. */
  takeAll(): readonly Suspect[] {
    const all = this.#all;
    this.#all = [];
    const unanswered = all.filter(({ answer }) => (answer?.octets.length ?? 0) === 0);
    return unanswered.length > 0 ? unanswered : all;
  }
}
