import type { Case, CaseList } from '../../judge/case.ts';
import type { Subject } from '../subject.ts';

/** So many of the cases that were begun last are remembered. */
export const reach = 600;

/** Keeps in which order cases were begun, as far back as a fault is traced. It has their numbers alone. */
export class History {
  #numbers: number[] = [];

  /** The same subject, of which everything that is played is remembered. */
  watch<C extends Case, Exchange>(subject: Subject<C, Exchange>): Subject<C, Exchange> {
    const play: typeof subject.play = (current, patience) => {
      this.#add(current.number);
      return subject.play(current, patience);
    };
    return { ...subject, play };
  }

  #add(number: number): void {
    this.#numbers.push(number);
    if (this.#numbers.length > 2 * reach) this.#numbers = this.#numbers.slice(-reach);
  }

  /**
   * The numbers of the cases that may have changed what this one has shown just now, the latest first: those that were
   * begun before its end, whether they had ended before it began or not; one that was played again stands there again.
   */
  besides({ number }: Case): readonly number[] {
    return this.#numbers
      .slice(-reach)
      .reverse()
      .filter((each) => each !== number);
  }
}

/** The cases that have these numbers, each once, in the order of the numbers; what was drawn is drawn once more. */
export function recallCases<C extends Case>(
  { literals, drawn }: Pick<CaseList<C>, 'literals' | 'drawn'>,
  numbers: readonly number[],
): readonly C[] {
  const wanted = new Set(numbers);
  const found = new Map<number, C>();
  for (const cases of [literals, drawn]) {
    for (const each of cases) {
      if (found.size === wanted.size) break;
      if (wanted.has(each.number)) found.set(each.number, each);
    }
  }
  return [...wanted].flatMap((number) => found.get(number) ?? []);
}
