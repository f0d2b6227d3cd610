import type { Severity } from '../../../models/breach.ts';
import { type ClauseId, clauseIds, clauses, locateClause, sourceOf } from '../../../models/clauses.ts';
import type { Defect } from '../explain/defect.ts';
import type { Repetition } from '../explain/repetition.ts';
import { acceptance, type Case } from '../judge/case.ts';
import { type Fates, joinFates } from '../run/fate.ts';
import type {
  ChoiceResult,
  ClauseResult,
  ClauseVerdict,
  Finding,
  Flaky,
  Note,
  Report,
  SentRequest,
} from './report.ts';
import { summarize } from './summary.ts';
import { explainUnshown, isKeptInVain } from './unshown.ts';
import { tellSame } from './word.ts';

/** The octets of one exchange. Secrets are hidden in them already, so that a report may have them. */
export interface ShownOctets {
  readonly request: Uint8Array;
  /** Octets of each piece, where the request was sent in several. */
  readonly pieces?: readonly number[];
  /** Octets of the request that were held back until the target began to answer, where some were. */
  readonly rest?: number;
  /** What was sent once the reply had begun, where anything was. */
  readonly then?: Uint8Array;
  readonly response: Uint8Array;
}

/** A defect with the octets that show it. */
export interface Exhibit extends ShownOctets, Pick<Defect, 'clause' | 'fault' | 'also' | 'again'> {
  /** The place of the case that has shown it first. */
  readonly number: number;
  /** What the subject did, in one line. */
  readonly deed?: string;
  /** A script that shows it without ws101. */
  readonly reproduction?: string;
  /** What was played, in words, where the octets do not tell it. */
  readonly played?: string;
  /** The exchange behind which alone it is seen, and its case. */
  readonly after?: ShownOctets & { readonly current: Case };
  /** The command that plays it again. */
  readonly replay: string;
}

export interface FlakyExhibit extends Exhibit {
  readonly again: Repetition;
}

/** What was gathered from all cases of one subject. */
export interface Gathered {
  readonly cases: number;
  /** How many cases have shown each clause, kept or broken. */
  readonly counts: ReadonlyMap<ClauseId, number>;
  readonly exhibits: readonly Exhibit[];
  /** Faults that are not seen every time, and how often each was seen again. */
  readonly flaky: readonly FlakyExhibit[];
  /** Why the run ended early; null where it did not. */
  readonly ended: string | null;
  /** Cases that were left out, since others like them had shown the same. */
  readonly unplayed: number;
  /** Cases that were late, and in time when they were played again. */
  readonly hasty: number;
  readonly fates: Fates;
}

/** How a run was made: its target, seed and options. */
export interface RunHead
  extends Pick<Report, 'version' | 'mode' | 'target' | 'seed' | 'runs' | 'policy' | 'declared'> {
  readonly startedAt: Date;
  /** Clauses that are asked for; empty for all. */
  readonly only: readonly ClauseId[];
  /** Whose clauses are reported on; all where it is left out. */
  readonly actor?: 'server';
  /** Whether the run is a part of one. */
  readonly isPart?: boolean;
}

/** Builds a report of what was gathered, clause by clause in the order of the register. */
export function buildReport(
  { startedAt, only, actor, isPart = false, ...head }: RunHead,
  gathered: Gathered,
): Report {
  const { counts, exhibits, ended, unplayed, hasty, fates } = gathered;
  const flaky = joinFlaky(gathered.flaky);
  const isAsked = (id: ClauseId) =>
    (only.length === 0 || only.includes(id)) && (actor === undefined || clauses[id].actor === actor);
  const ids = clauseIds.filter(isAsked);
  const broken = findBroken(exhibits);
  const run = {
    ...head,
    ...{ fates, hasEnded: ended !== null, isPart },
    isShown: (id: ClauseId) => counts.has(id),
    isBroken: (id: ClauseId) => broken.has(id),
  };
  const verdictOf = (id: ClauseId): ClauseVerdict => {
    const severity = broken.get(id);
    if (severity) return severity === 'MUST' ? 'fail' : 'warn';
    // A run that ended early has not shown that the subject still takes a known-good case: nothing passes.
    const isKept = counts.has(id) && ended === null && !isKeptInVain(id, run);
    return isKept && !flaky.some(({ clause, ...each }) => clause === id && isOften(each))
      ? 'pass'
      : 'untested';
  };
  const remarkOn = (
    id: ClauseId,
    verdict: ClauseVerdict,
  ): Pick<ChoiceResult, 'note' | 'why' | 'reason' | 'unlock'> => {
    const often = flaky.find(({ clause, ...each }) => clause === id && isOften(each));
    if (verdict === 'untested') return often ? explainFlaky(often) : explainUnshown(id, run);
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
    ...(ended === null ? {} : { ended }),
    ...(unplayed === 0 ? {} : { unplayed }),
    summary: summarize({ clauses: owed, findings, flaky }, gathered.cases),
    clauses: owed,
    choices: results.filter((result) => !isOwed(result)),
    findings,
    flaky,
    notes: [
      ...describeHaste(hasty),
      ...reported.filter(({ fault }) => fault.severity === 'note').map(describeNote),
    ],
    unusedWaivers: [],
  };
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
  for (const part of parts) {
    for (const [clause, count] of part.counts) counts.set(clause, (counts.get(clause) ?? 0) + count);
    for (const exhibit of part.exhibits)
      if (!exhibits.has(exhibit.clause)) exhibits.set(exhibit.clause, exhibit);
  }
  const sum = (key: 'cases' | 'unplayed' | 'hasty') => parts.reduce((total, part) => total + part[key], 0);
  return {
    counts,
    exhibits: [...exhibits.values()],
    flaky: parts.flatMap(({ flaky }) => flaky),
    ended: parts.find(({ ended }) => ended !== null)?.ended ?? null,
    ...{ cases: sum('cases'), unplayed: sum('unplayed'), hasty: sum('hasty') },
    fates: joinFates(parts.map(({ fates }) => fates)),
  };
}

/** Of each clause the first fault that is not seen every time, with how often all of them were seen. */
function joinFlaky(exhibits: readonly FlakyExhibit[]): readonly Flaky[] {
  return clauseIds.flatMap((clause) => {
    const own = exhibits.filter((each) => each.clause === clause && each.fault.severity !== 'note');
    const [first] = own.toSorted((a, b) => a.number - b.number);
    if (!first) return [];
    const sum = (key: 'seen' | 'of') => own.reduce((total, { again }) => total + again[key] + 1, 0);
    const { fault, number } = first;
    return {
      ...{ clause, source: sourceOf(clause), title: titleOf(first), rule: clauses[clause].summary },
      ...{ seen: sum('seen'), of: sum('of'), expected: fault.expected, observed: fault.observed },
      ...{ ...encodeOctets(first), case: number },
    };
  });
}

/** A fault that is seen again in no more than this part of the times is taken for an accident. */
const rare = 0.2;

/** Whether a fault is seen again too often for an accident. */
function isOften({ seen, of }: Pick<Repetition, 'seen' | 'of'>): boolean {
  return seen > 1 && (seen - 1) / (of - 1) > rare;
}

function explainFlaky({ seen, of }: Pick<Repetition, 'seen' | 'of'>): Pick<ChoiceResult, 'why' | 'reason'> {
  return {
    why: 'notShown',
    reason: `it is kept at times: broken ${seen} of ${of} times by the same request`,
  };
}

function describeHaste(hasty: number): readonly Note[] {
  if (hasty === 0) return [];
  const title = `${hasty} ${hasty === 1 ? 'request' : 'requests'} had no answer in time, and had one when sent again.`;
  return [{ clause: acceptance, title, case: 0 }];
}

function describeNote({ clause, fault, number, request }: Exhibit): Note {
  const title = `${clauses[clause].summary} Seen: ${fault.observed}.`;
  return { clause, title, request: toBase64(request), case: number };
}

/** A valid request that a server could not cope with is told apart from one that it did not want. */
function titleOf({ clause, fault: { kind, observed }, deed, played }: Exhibit): string {
  const { summary } = clauses[clause];
  if (deed !== undefined) return deed;
  if (played !== undefined) return `${summary} Played: ${played}.`;
  return kind === 'refused' && /^5\d\d\b/.test(observed) ? `${summary} Answered by ${observed}.` : summary;
}

function describeFinding(exhibit: Exhibit): Finding {
  const { clause, fault, also, again, number, after, reproduction, replay } = exhibit;
  const url = locateClause(clause);
  const { expected, observed, hint, tags, severity } = fault;
  const broken = also.filter((each) => each.severity !== 'note').map((each) => each.clause);
  const others = clauseIds.filter((id) => broken.includes(id));
  return {
    clause,
    source: sourceOf(clause),
    level: severity === 'MUST' ? 'MUST' : 'SHOULD',
    title: titleOf(exhibit),
    rule: clauses[clause].summary,
    ...(url === undefined ? {} : { url }),
    expected,
    observed,
    ...(hint === undefined ? {} : { hint }),
    ...(others.length === 0 ? {} : { also: others }),
    ...(again === undefined ? {} : { seen: again.seen + 1, of: again.of + 1 }),
    ...encodeOctets(exhibit),
    ...(after === undefined
      ? {}
      : { after: { clause: after.current.clause, case: after.current.number, ...encodeOctets(after) } }),
    tags,
    case: number,
    ...(reproduction === undefined ? {} : { reproduction }),
    replay,
  };
}

function encodeOctets({ request, pieces, rest, then, response }: ShownOctets): SentRequest {
  return {
    request: toBase64(request),
    ...(pieces === undefined ? {} : { pieces }),
    ...(rest === undefined ? {} : { rest }),
    ...(then === undefined ? {} : { then: toBase64(then) }),
    response: toBase64(response),
  };
}

function toBase64(octets: Uint8Array): string {
  return Buffer.from(octets).toString('base64');
}
