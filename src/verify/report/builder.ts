import { type ClauseId, clauseIds, clauses, sourceOf } from '../../../models/clauses.ts';
import type { Severity } from '../../../models/verdict/breach.ts';
import { acceptance } from '../judge/case.ts';
import type { Fault } from '../judge/judgement.ts';
import { allLeftOut, type Fates, joinFates } from '../run/fate.ts';
import {
  describeFinding,
  describeNote,
  type Exhibit,
  encodeOctets,
  explainFlaky,
  type FlakyExhibit,
  isOften,
  joinFlaky,
  type ShownOctets,
} from './exhibit.ts';
import type { ChoiceResult, ClauseResult, ClauseVerdict, Note, Report, SentRequest } from './report.ts';
import { summarize } from './summary.ts';
import { explainUnshown, isKeptInVain } from './unshown.ts';
import { tellSame } from './word.ts';

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
  readonly hasty: number;
  readonly fates: Fates;
  /** What else is worth knowing of the run. */
  readonly notes?: readonly Note[];
}

/** What was gathered of a run that ended before anything was played. */
export function gatherNothing(ended: string | null): Gathered {
  const none = { cases: 0, counts: new Map(), exhibits: [], flaky: [], unplayed: 0, hasty: 0 };
  return { ...none, ended, fates: ended === null ? new Map() : allLeftOut };
}

/** How a run was made: its target, seed and options. */
export interface RunHead
  extends Pick<Report, 'version' | 'mode' | 'target' | 'seed' | 'runs' | 'policy' | 'declared'> {
  readonly startedAt: Date;
  /** Clauses that are asked for; empty for all. */
  readonly only: readonly ClauseId[];
  /** Whose clauses are reported on; all where it is left out. */
  readonly actor?: 'server' | 'client' | 'intermediary';
  /** Whether the run is a part of one. */
  readonly isPart?: boolean;
}

/** Builds a report of what was gathered, clause by clause in the order of the register. */
export function buildReport(
  { startedAt, only, actor, isPart = false, ...head }: RunHead,
  gathered: Gathered,
): Report {
  const { counts, exhibits, ended, unplayed, hasty, fates, notes = [] } = gathered;
  const flaky = joinFlaky(gathered.flaky);
  const often = new Map(flaky.filter(isOften).map((each) => [each.clause, each]));
  const isAsked = (id: ClauseId) =>
    (only.length === 0 || only.includes(id)) && (actor === undefined || clauses[id].actor === actor);
  const ids = clauseIds.filter(isAsked);
  const broken = findBroken(exhibits);
  const run = {
    ...head,
    fates,
    hasEnded: ended !== null,
    isPart,
    isShown: (id: ClauseId) => counts.has(id),
    isBroken: (id: ClauseId) => broken.has(id),
  };
  const verdictOf = (id: ClauseId): ClauseVerdict => {
    const severity = broken.get(id);
    if (severity) return severity === 'MUST' ? 'fail' : 'warn';
    // A run that ended early has not shown that the subject still takes a known-good case: nothing passes.
    const isKept = counts.has(id) && ended === null && !isKeptInVain(id, run);
    return isKept && !often.has(id) ? 'pass' : 'untested';
  };
  const remarkOn = (
    id: ClauseId,
    verdict: ClauseVerdict,
  ): Pick<ChoiceResult, 'note' | 'why' | 'reason' | 'unlock'> => {
    const unsteady = often.get(id);
    if (verdict === 'untested') return unsteady ? explainFlaky(unsteady) : explainUnshown(id, run);
    return verdict === 'pass' ? findNote(id, exhibits) : {};
  };
  const results = ids.map((id): ChoiceResult => {
    const verdict = verdictOf(id);
    return { id, source: sourceOf(id), verdict, cases: counts.get(id) ?? 0, ...remarkOn(id, verdict) };
  });
  const isOwed = ({ id }: ChoiceResult) => clauses[id].level !== 'MAY' || broken.has(id);
  const owed = results.filter(isOwed).map((result): ClauseResult => {
    return { ...result, level: clauses[result.id].level === 'MUST' ? 'MUST' : 'SHOULD' };
  });
  const reported = ids.flatMap((id) => exhibits.filter(({ clause }) => clause === id));
  const findings = reported.filter(({ fault }) => fault.severity !== 'note').map(describeFinding);
  return {
    tool: 'ws101',
    ...head,
    schema: 1,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    ...(ended === null ? {} : { partial: true, ended }),
    ...(unplayed === 0 ? {} : { unplayed }),
    summary: summarize({ clauses: owed, findings, flaky }, gathered.cases),
    clauses: owed,
    choices: results.filter((result) => !isOwed(result)),
    findings,
    flaky,
    notes: [
      ...describeHaste(hasty),
      ...notes,
      ...reported.filter(({ fault }) => fault.severity === 'note').map(describeNote),
    ],
    unusedWaivers: [],
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

/** Told of a clause that passes, with an exchange that shows it, and with the clauses that this breaks, if any. */
export type OnKept = (clause: ClauseId, exchange: SentRequest, broken: Broken) => void;

/** Tells of each clause that passes, where an exchange shows it, in the order of the report. */
export function tellKept(
  { clauses: owed, choices }: Pick<Report, 'clauses' | 'choices'>,
  { kept }: Pick<Gathered, 'kept'>,
  onKept: OnKept | undefined,
): void {
  if (!onKept) return;
  for (const { id, verdict } of [...owed, ...choices]) {
    const each = verdict === 'pass' ? kept?.get(id) : undefined;
    const shown = each?.show();
    if (each && shown && shown.request.length + shown.response.length > 0)
      onKept(id, encodeOctets(shown), each.broken);
  }
}

/** The clauses that are broken, by defects of their own and by others, with the weight of the breach. */
function findBroken(exhibits: readonly Exhibit[]): ReadonlyMap<ClauseId, Severity> {
  const broken = new Map<ClauseId, Severity>();
  for (const { clause, fault, also } of exhibits) {
    for (const each of [{ clause, severity: fault.severity }, ...also]) {
      if (each.severity !== 'note' && broken.get(each.clause) !== 'MUST')
        broken.set(each.clause, each.severity);
    }
  }
  return broken;
}

/** The note on a clause that no heavier defect breaks: its own, or that of another which breaks it as well. */
function findNote(id: ClauseId, exhibits: readonly Exhibit[]): Pick<ChoiceResult, 'note'> {
  const own = exhibits.find(({ clause }) => clause === id);
  if (own) return { note: describeNote(own).title };
  const other = exhibits.find(({ also }) => also.some(({ clause }) => clause === id));
  return other ? { note: tellSame(other) } : {};
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
  const sum = (key: 'cases' | 'unplayed' | 'hasty') => parts.reduce((total, part) => total + part[key], 0);
  return {
    counts,
    exhibits: [...exhibits.values()],
    kept,
    flaky: parts.flatMap(({ flaky }) => flaky),
    ended: parts.find(({ ended }) => ended !== null)?.ended ?? null,
    cases: sum('cases'),
    unplayed: sum('unplayed'),
    hasty: sum('hasty'),
    fates: joinFates(parts.map(({ fates }) => fates)),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function describeHaste(hasty: number): readonly Note[] {
  if (hasty === 0) return [];
  const title = `${hasty} ${hasty === 1 ? 'request' : 'requests'} had no answer in time, and had one when sent again.`;
  return [{ clause: acceptance, title, case: 0 }];
}
