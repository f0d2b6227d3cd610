import { type ClauseId, clauseIds } from '../../../../models/clauses.ts';
import type { Case } from '../../judge/case.ts';

/** What may become of a case: left out, since others like it had no answer; left to other parts of a run; played. */
const dispositions = ['leftOut', 'elsewhere', 'played'] as const;

export type Disposition = (typeof dispositions)[number];

/** What became of the cases that were made for each clause: of all of them the first in the list of dispositions. */
export type Dispositions = ReadonlyMap<ClauseId, Disposition>;

/** Of a run that has ended before it knew its cases: any clause may have had some. */
export const allLeftOut: Dispositions = new Map(clauseIds.map((id) => [id, 'leftOut']));

/** Keeps what became of cases, however many there are. */
export class DispositionBook {
  readonly #dispositions = new Map<ClauseId, Disposition>();
  #unplayed = 0;

  add({ clause, changes }: Case, disposition: Disposition): void {
    if (disposition === 'leftOut') this.#unplayed += 1;
    // Of several faults in one message none shows its clause for certain.
    if (changes.filter(({ guard }) => guard !== null).length > 1) return;
    const earlier = this.#dispositions.get(clause);
    this.#dispositions.set(clause, earlier === undefined ? disposition : firstOf(earlier, disposition));
  }

  get dispositions(): Dispositions {
    return this.#dispositions;
  }

  /** How many cases were left out. */
  get unplayed(): number {
    return this.#unplayed;
  }
}

export function joinDispositions(parts: readonly Dispositions[]): Dispositions {
  const joined = new Map<ClauseId, Disposition>();
  for (const part of parts) {
    for (const [clause, disposition] of part)
      joined.set(clause, firstOf(joined.get(clause) ?? disposition, disposition));
  }
  return joined;
}

function firstOf(one: Disposition, other: Disposition): Disposition {
  return dispositions.indexOf(one) < dispositions.indexOf(other) ? one : other;
}
