import type { TargetCase } from '../judge/case.ts';
import type { Answer } from '../peer/answer.ts';

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
export const patience = 100;

/** Keeps the requests that a target may not have survived. */
export class Suspects {
  #all: readonly Timed[] = [];

  /** @returns what takes the answer, null where the target takes no connection, and gives those that are cleared */
  add(current: TargetCase): (answer: Answer | null) => readonly Suspect[] {
    const startedAt = performance.now();
    const suspect: Timed = { current, answer: null, startedAt, endedAt: Number.POSITIVE_INFINITY };
    this.#all = [...this.#all, suspect];
    return (answer) => {
      suspect.answer = answer;
      suspect.endedAt = performance.now();
      if (answer !== null) return answer.octets.length > 0 ? this.#clear(startedAt) : [];
      this.#all = this.#all.filter((each) => each !== suspect);
      return [];
    };
  }

  has(current: TargetCase): boolean {
    return this.#all.some((each) => each.current === current);
  }

  /** Who answers what was begun then has survived what had ended, and what had waited for long. */
  #clear(then: number): readonly Suspect[] {
    const isLeft = ({ startedAt, endedAt }: Timed) =>
      endedAt >= then && (startedAt === then || startedAt > then - patience);
    const all = this.#all;
    this.#all = all.filter(isLeft);
    return this.#all.length === all.length ? [] : all.filter((each) => !isLeft(each));
  }

  /** Gives up all suspects: those that were never answered first. */
  takeAll(): readonly Suspect[] {
    const all = this.#all;
    this.#all = [];
    return all.toSorted((a, b) => Number(isAnswered(a)) - Number(isAnswered(b)));
  }
}

/** Whether anything came of a request before the target was gone. */
export function isAnswered({ answer }: Suspect): boolean {
  return answer !== null && answer.octets.length > 0;
}
