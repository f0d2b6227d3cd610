import type { Case } from '../../judge/case.ts';
import type { Change } from '../../judge/change.ts';
import type { Result } from './tally.ts';

/** After so many cases of one kind without an answer, the other cases of that kind are left out. */
const limit = 2;

/** Cases of one kind that had no answer in time, the first of them apart. */
export interface Silence<C extends Case, Exchange> {
  readonly first: Result<C, Exchange>;
  readonly others: readonly Result<C, Exchange>[];
}

/** Keeps the cases that had no answer in time, and which kinds of cases are no longer played. */
export class Silences<C extends Case, Exchange> {
  readonly #late = new Map<number, Result<C, Exchange>>();
  readonly #counts = new Map<string, number>();
  readonly #leftOut = new Set<string>();

  /** @param isSilent whether nothing came at all: of such cases no more of their kind are played */
  add(result: Result<C, Exchange>, isSilent: boolean): void {
    const { changes, number } = result.current;
    this.#late.set(number, result);
    if (!isSilent) return;
    for (const change of changes) {
      const count = (this.#counts.get(keyOf(change)) ?? 0) + 1;
      this.#counts.set(keyOf(change), count);
      if (count >= limit && changes.length === 1) this.leaveOut([change]);
    }
  }

  /** Forgets that a case was late: it is played again in any event. */
  forget({ number }: Case): void {
    this.#late.delete(number);
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

  /** @returns what was late, kind by kind in the order of the cases; nothing is late any more */
  takeAll(): readonly Silence<C, Exchange>[] {
    const late = [...this.#late.values()].sort((a, b) => a.current.number - b.current.number);
    this.#late.clear();
    const kinds = new Map<string, { first: Result<C, Exchange>; others: Result<C, Exchange>[] }>();
    for (const result of late) {
      const { changes, group } = result.current;
      const kind = [result.answer, ...(changes.length > 0 ? changes.map(keyOf) : [group])].join();
      const silence = kinds.get(kind);
      if (silence) silence.others.push(result);
      else kinds.set(kind, { first: result, others: [] });
    }
    return [...kinds.values()];
  }
}

/** The kind of a change: changes of one kind are likely to be answered alike. */
function keyOf({ guard, clause, part }: Change): string {
  return guard === null ? clause : `${guard} ${clause} ${part}`;
}
