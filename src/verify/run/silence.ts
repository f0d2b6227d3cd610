import type { TargetCase } from '../judge/case.ts';
import type { Change } from '../judge/change.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { Answer } from '../peer/answer.ts';
import type { Result } from './tally.ts';

/** Silences that are believed of one kind of request before others of it are left out. */
const limit = 2;

/** Keeps what was not answered in time, and which kinds of requests are no longer sent. */
export class Silences {
  readonly #late = new Map<number, Result>();
  readonly #counts = new Map<string, number>();
  readonly #leftOut = new Set<string>();

  add(result: Result): void {
    const { changes, number } = result.current;
    this.#late.set(number, result);
    for (const change of changes) {
      const count = (this.#counts.get(keyOf(change)) ?? 0) + 1;
      this.#counts.set(keyOf(change), count);
      if (count >= limit && changes.length === 1) this.leaveOut([change]);
    }
  }

  isLeftOut({ changes }: TargetCase): boolean {
    return changes.some((change) => this.#leftOut.has(keyOf(change)));
  }

  leaveOut(changes: readonly Change[]): void {
    for (const change of changes) this.#leftOut.add(keyOf(change));
  }

  readmit(changes: readonly Change[]): void {
    for (const change of changes) this.#leftOut.delete(keyOf(change));
  }

  /** @returns the first of each kind that was late, and how many others there are; nothing is late any more */
  takeFirsts(): { readonly firsts: readonly Result[]; readonly others: number } {
    const late = [...this.#late.values()].sort((a, b) => a.current.number - b.current.number);
    this.#late.clear();
    const firsts = new Map<string, Result>();
    for (const result of late) {
      const { changes, group } = result.current;
      const kind = changes.map(keyOf).join() || `${group}`;
      if (!firsts.has(kind)) firsts.set(kind, result);
    }
    return { firsts: [...firsts.values()], others: late.length - firsts.size };
  }
}

/** What cases have in common that are answered alike. */
function keyOf({ guard, clause }: Change): string {
  return guard ?? clause;
}

/** Whether a target should have answered, and did not in time. */
export function isSilence({ faults }: Judgement, { end, reply }: Answer): boolean {
  return end === 'late' && reply === null && faults.length > 0;
}
