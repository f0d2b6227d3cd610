import { type ClauseId, clauseIds, clauses, sourceOf } from '../../../models/clauses.ts';
import type { Severity } from '../../../models/verdict/breach.ts';
import { acceptance } from '../judge/case.ts';
import { tellSame } from './description.ts';
import {
  describeFinding,
  describeNote,
  type Exhibit,
  encodeOctets,
  explainFlaky,
  isOften,
  joinFlaky,
} from './exhibit.ts';
import type { Broken, Gathered } from './gathered.ts';
import type { ChoiceResult, ClauseResult, ClauseVerdict, Note, Report, SentRequest } from './report.ts';
import { summarize } from './summary.ts';
import { explainUnshown, isKeptUnproven } from './unshown.ts';

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
  const { counts, exhibits, ended, unplayed, latecomers, dispositions, notes = [] } = gathered;
  const flaky = joinFlaky(gathered.flaky);
  const often = new Map(flaky.filter(isOften).map((each) => [each.clause, each]));
  const isAsked = (id: ClauseId) =>
    (only.length === 0 || only.includes(id)) && (actor === undefined || clauses[id].actor === actor);
  const ids = clauseIds.filter(isAsked);
  const broken = findBroken(exhibits);
  const told = [...describeLatecomers(latecomers), ...notes];
  const run = {
    ...head,
    dispositions,
    hasEnded: ended !== null,
    isPart,
    isShown: (id: ClauseId) => counts.has(id),
    isBroken: (id: ClauseId) => broken.has(id),
  };
  const verdictOf = (id: ClauseId): ClauseVerdict => {
    const severity = broken.get(id);
    if (severity) return severity === 'MUST' ? 'fail' : 'warn';
    // A run that ended early has not shown that the subject still takes a known-good case: nothing passes.
    const isKept = counts.has(id) && ended === null && !isKeptUnproven(id, run);
    return isKept && !often.has(id) ? 'pass' : 'untested';
  };
  const remarkOn = (
    id: ClauseId,
    verdict: ClauseVerdict,
  ): Pick<ChoiceResult, 'note' | 'why' | 'reason' | 'unlock'> => {
    const unsteady = often.get(id);
    if (verdict === 'untested') return unsteady ? explainFlaky(unsteady) : explainUnshown(id, run);
    return verdict === 'pass' ? findNote(id, exhibits, told) : {};
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
    notes: [...told, ...reported.filter(({ fault }) => fault.severity === 'note').map(describeNote)],
    unusedWaivers: [],
  };
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
        broken.set(each.clause, fault.tags.includes('literal') ? 'SHOULD' : each.severity);
    }
  }
  return broken;
}

/**
 * The note on a clause that no heavier defect breaks: its own, or that of another which breaks it as well, or what is told
 * of it beside the defects.
 */
function findNote(
  id: ClauseId,
  exhibits: readonly Exhibit[],
  told: readonly Note[],
): Pick<ChoiceResult, 'note'> {
  const own = exhibits.find(({ clause }) => clause === id);
  if (own) return { note: describeNote(own).title };
  const other = exhibits.find(({ also }) => also.some(({ clause }) => clause === id));
  if (other) return { note: tellSame(other) };
  const beside = told.find(({ clause }) => clause === id);
  return beside ? { note: beside.title } : {};
}

function describeLatecomers(latecomers: number): readonly Note[] {
  if (latecomers === 0) return [];
  const title = `${latecomers} ${latecomers === 1 ? 'request' : 'requests'} had no answer in time, and had one when sent again.`;
  return [{ clause: acceptance, title, case: 0 }];
}
