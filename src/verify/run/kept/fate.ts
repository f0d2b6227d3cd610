import { type ClauseId, clauseIds } from '../../../../models/clauses.ts';
import type { Case } from '../../judge/case.ts';

/** What may become of a case: left out, since others like it had no answer; left to other parts of a run; played. */
const fates = ['leftOut', 'elsewhere', 'played'] as const;

export type Fate = (typeof fates)[number];

/** What became of the cases that were made for each clause: of all of them the first in the list of fates. */
export type Fates = ReadonlyMap<ClauseId, Fate>;

/** Of a run that has ended before it knew its cases: any clause may have had some. */
export const allLeftOut: Fates = new Map(clauseIds.map((id) => [id, 'leftOut']));

/** Keeps what became of cases, however many there are. */
export class FateBook {
  readonly #fates = new Map<ClauseId, Fate>();
  #unplayed = 0;

  add({ clause, changes }: Case, fate: Fate): void {
    if (fate === 'leftOut') this.#unplayed += 1;
    // Of several faults in one message none shows its clause for certain.
    if (changes.filter(({ guard }) => guard !== null).length > 1) return;
    const earlier = this.#fates.get(clause);
    this.#fates.set(clause, earlier === undefined ? fate : firstOf(earlier, fate));
  }

  get fates(): Fates {
    return this.#fates;
  }

  /** How many cases were left out. */
  get unplayed(): number {
    return this.#unplayed;
  }
}

export function joinFates(parts: readonly Fates[]): Fates {
  const joined = new Map<ClauseId, Fate>();
  for (const part of parts) {
    for (const [clause, fate] of part) joined.set(clause, firstOf(joined.get(clause) ?? fate, fate));
  }
  return joined;
}

function firstOf(one: Fate, other: Fate): Fate {
  return fates.indexOf(one) < fates.indexOf(other) ? one : other;
}
