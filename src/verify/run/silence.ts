import type { Case } from '../judge/case.ts';
import type { Change } from '../judge/change.ts';
import type { Result } from './tally.ts';

/** After so many cases of one kind without an answer, the other cases of that kind are left out. */
const limit = 2;

/** Keeps the cases that had no answer in time, and which kinds of cases are no longer played. */
export class Silences<C extends Case, Exchange> {
  readonly #late = new Map<number, Result<C, Exchange>>();
  readonly #counts = new Map<string, number>();
  readonly #leftOut = new Set<string>();

  add(result: Result<C, Exchange>): void {
    const { changes, number } = result.current;
    this.#late.set(number, result);
    for (const change of changes) {
      const count = (this.#counts.get(keyOf(change)) ?? 0) + 1;
      this.#counts.set(keyOf(change), count);
      if (count >= limit && changes.length === 1) this.leaveOut([change]);
    }
  }

  isLeftOut({ changes }: Case): boolean {
    return changes.some((change) => this.#leftOut.has(keyOf(change)));
  }

  leaveOut(changes: readonly Change[]): void {
    for (const change of changes) this.#leftOut.add(keyOf(change));
  }

  readmit(changes: readonly Change[]): void {
    for (const change of changes) this.#leftOut.delete(keyOf(change));
  }

  /** @returns the first of each kind that was late, and the others; nothing is late any more */
  takeFirsts(): {
    readonly firsts: readonly Result<C, Exchange>[];
    readonly others: readonly Result<C, Exchange>[];
  } {
    const late = [...this.#late.values()].sort((a, b) => a.current.number - b.current.number);
    this.#late.clear();
    const firsts = new Map<string, Result<C, Exchange>>();
    const others: Result<C, Exchange>[] = [];
    for (const result of late) {
      const { changes, group } = result.current;
      const kind = changes.map(keyOf).join() || `${group}`;
      if (firsts.has(kind)) others.push(result);
      else firsts.set(kind, result);
    }
    return { firsts: [...firsts.values()], others };
  }
}

/** The kind of a change: changes of one kind are likely to be answered alike. */
function keyOf({ guard, clause }: Change): string {
  return guard ?? clause;
}
