import type { ClauseId } from '../../../models/clauses.ts';
import { clausesOf, type Defect, type Explained } from '../explain/defect.ts';
import type { Case } from '../judge/case.ts';
import type { Fault } from '../judge/judgement.ts';
import { allLeftOut, type Dispositions, joinDispositions } from '../run/kept/disposition.ts';
import type { Example } from '../run/kept/tally.ts';
import type { Played } from '../run/player.ts';
import type { Exhibit, FlakyExhibit, ShownOctets } from './exhibit.ts';
import type { Note } from './report.ts';

/** What was gathered from all cases of one subject. */
export interface Gathered {
  readonly cases: number;
  /** How many cases have shown each clause, kept or broken. */
  readonly counts: ReadonlyMap<ClauseId, number>;
  readonly exhibits: readonly Exhibit[];
  /** Of clauses that were kept, an exchange that shows it, where a single one does; left out where nobody is told of it. */
  readonly kept?: ReadonlyMap<ClauseId, KeptExchange>;
  /** Faults that are not seen every time, and how often each was seen again. */
  readonly flaky: readonly FlakyExhibit[];
  /** Why the run ended early; null where it did not. */
  readonly ended: string | null;
  /** Cases that were left out, since others like them had shown the same; of a run that ended early, all that it had left. */
  readonly unplayed: number;
  /** Cases that were late, and in time when they were played again. */
  readonly latecomers: number;
  readonly dispositions: Dispositions;
  /** What else is worth knowing of the run. */
  readonly notes?: readonly Note[];
}

/** What was gathered of a run that ended before anything was played. */
export function gatherNothing(ended: string | null): Gathered {
  const none = { cases: 0, counts: new Map(), exhibits: [], flaky: [], unplayed: 0, latecomers: 0 };
  return { ...none, ended, dispositions: ended === null ? new Map() : allLeftOut };
}

/** How what a subject did is shown. */
export interface Showing<C extends Case, Exchange> {
  exhibit(defect: Defect<C, Exchange>): Exhibit;
  /** The octets of an exchange that shows a clause kept. */
  show(example: Example<C, Exchange>): ShownOctets;
}

/** What was gathered of a run whose defects are found. */
export function gatherPlayed<C extends Case, Exchange>(
  { tally, losses, unplayed, latecomers, dispositions }: Played<C, Exchange>,
  { defects, accidents, ended }: Explained<C, Exchange> & Pick<Gathered, 'ended'>,
  { exhibit, show }: Showing<C, Exchange>,
): Gathered {
  const exhibits = defects.map(exhibit);
  const flaky = accidents.map((accident) => ({ ...exhibit(accident), again: accident.again }));
  return {
    cases: tally.cases + losses.length,
    counts: tally.countsBeside([...exhibits, ...flaky].flatMap(clausesOf)),
    exhibits,
    kept: showKept(tally.examples, show),
    flaky,
    ended,
    unplayed,
    latecomers,
    dispositions,
  };
}

/** What an exchange breaks. */
export type Broken = readonly Pick<Fault, 'clause' | 'tags'>[];

/** An exchange that shows a clause kept, whatever else it breaks. */
export interface KeptExchange {
  /** Its octets, which are made ready to be shown where somebody is told of it. */
  readonly show: () => ShownOctets;
  readonly broken: Broken;
}

/** What shows clauses kept, by `show` with its octets. */
export function showKept<E extends { readonly faults: Broken }>(
  examples: ReadonlyMap<ClauseId, E>,
  show: (example: E) => ShownOctets,
): ReadonlyMap<ClauseId, KeptExchange> {
  return new Map(
    [...examples].map(([clause, each]) => [clause, { show: () => show(each), broken: each.faults }]),
  );
}

/** Joins what was gathered from several subjects. Of several defects of one clause the first is reported. */
export function joinGathered(parts: readonly Gathered[]): Gathered {
  const counts = new Map<ClauseId, number>();
  const exhibits = new Map<ClauseId, Exhibit>();
  const kept = new Map<ClauseId, KeptExchange>();
  for (const part of parts) {
    for (const [clause, each] of part.kept ?? []) if (!kept.has(clause)) kept.set(clause, each);
    for (const [clause, count] of part.counts) counts.set(clause, (counts.get(clause) ?? 0) + count);
    for (const exhibit of part.exhibits)
      if (!exhibits.has(exhibit.clause)) exhibits.set(exhibit.clause, exhibit);
  }
  const notes = parts.flatMap((part) => part.notes ?? []);
  const sum = (key: 'cases' | 'unplayed' | 'latecomers') =>
    parts.reduce((total, part) => total + part[key], 0);
  return {
    counts,
    exhibits: [...exhibits.values()],
    kept,
    flaky: parts.flatMap(({ flaky }) => flaky),
    ended: parts.find(({ ended }) => ended !== null)?.ended ?? null,
    cases: sum('cases'),
    unplayed: sum('unplayed'),
    latecomers: sum('latecomers'),
    dispositions: joinDispositions(parts.map(({ dispositions }) => dispositions)),
    ...(notes.length === 0 ? {} : { notes }),
  };
}
