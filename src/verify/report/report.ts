import { type ClauseId, clauseIds, clauses, sourceOf } from '../../../models/clauses.ts';
import type { Run } from '../run/runner.ts';

export type Verdict = 'pass' | 'fail' | 'warn' | 'untested';

export interface ClauseResult {
  readonly id: ClauseId;
  /** For example `RFC 6455 §4.2.2`. */
  readonly source: string;
  readonly level: 'MUST' | 'SHOULD';
  readonly verdict: Verdict;
  /** Cases that have shown something of this clause. */
  readonly cases: number;
}

/** What a text leaves to whoever implements it, and whether it was seen to be as this project chose. */
export type ChoiceResult = Omit<ClauseResult, 'level'>;

export interface Finding {
  readonly clause: ClauseId;
  readonly source: string;
  readonly level: 'MUST' | 'SHOULD';
  readonly title: string;
  readonly expected: string;
  readonly observed: string;
  /** What is probably wrong, where that can be told. */
  readonly hint?: string;
  /** Whether it was not seen when the request was sent again. */
  readonly isOnce?: boolean;
  /** Other clauses that the same defect breaks; they have no finding of their own. */
  readonly also?: readonly ClauseId[];
  /** Octets that were sent and received, in base64. */
  readonly request: string;
  readonly response: string;
  /** Octets of each piece, where the request was sent in several. */
  readonly pieces?: readonly number[];
  readonly tags: readonly string[];
  /** The place of the case that has shown it first, among all of the run. */
  readonly case?: number;
  readonly replay: string;
}

/** What is worth knowing, and nobody's fault. */
export interface Note {
  readonly clause: ClauseId;
  readonly title: string;
  /** As in a finding. */
  readonly case?: number;
  readonly request?: string;
}

/** What a verification has found. Later versions may add keys. */
export interface Report {
  readonly tool: 'ws101';
  readonly version: string;
  readonly schema: 1;
  readonly mode: 'self' | 'server';
  readonly target: string;
  readonly seed: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** Why the run ended before all was played. */
  readonly ended?: string;
  /** Cases that were left out, since others like them had shown the same. */
  readonly unplayed?: number;
  readonly summary: {
    readonly clauses: Readonly<Record<Verdict, number>>;
    readonly cases: number;
  };
  readonly clauses: readonly ClauseResult[];
  /** Clauses of level MAY. */
  readonly choices: readonly ChoiceResult[];
  readonly findings: readonly Finding[];
  readonly notes: readonly Note[];
  readonly policy: Readonly<Record<string, unknown>>;
}

export type ReportHead = Pick<Report, 'version' | 'target' | 'seed' | 'startedAt' | 'durationMs'> & {
  /** The command that plays the same cases again, but for the clauses to play. */
  readonly again: string;
};

/** Gathers what was seen, clause by clause in the order of the register; one finding for each broken clause. */
export function buildReport(
  { again, ...head }: ReportHead,
  runs: readonly Run[],
  only: readonly ClauseId[],
): Report {
  const shown = new Map<ClauseId, { cases: number; finding: Finding | null }>();
  for (const { case: current, played } of runs) {
    for (const clause of new Set(played.observations.map((observation) => observation.clause))) {
      const entry = shown.get(clause) ?? { cases: 0, finding: null };
      const broken = played.observations.find((seen) => seen.clause === clause && !seen.ok);
      shown.set(clause, {
        cases: entry.cases + 1,
        finding: entry.finding ?? (broken ? describe(current, broken, played, again) : null),
      });
    }
  }
  const ids = only.length > 0 ? clauseIds.filter((id) => only.includes(id)) : clauseIds;
  const results = ids.flatMap((id) => {
    const { level } = clauses[id];
    return level === 'MAY' ? [] : [{ ...judgeClause(id, shown.get(id)), level }];
  });
  const choices = ids.filter((id) => clauses[id].level === 'MAY').map((id) => judgeClause(id, shown.get(id)));
  const count = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length;
  return {
    tool: 'ws101',
    ...head,
    schema: 1,
    mode: 'self',
    summary: {
      clauses: {
        pass: count('pass'),
        fail: count('fail'),
        warn: count('warn'),
        untested: count('untested'),
      },
      cases: runs.length,
    },
    clauses: results,
    choices,
    findings: ids.flatMap((id) => shown.get(id)?.finding ?? []),
    notes: [],
    policy: {},
  };
}

function judgeClause(
  id: ClauseId,
  shown: { readonly cases: number; readonly finding: Finding | null } | undefined,
): ChoiceResult {
  const { level } = clauses[id];
  const broken = level === 'MUST' ? 'fail' : 'warn';
  const verdict = shown === undefined ? 'untested' : shown.finding ? broken : 'pass';
  return { id, source: sourceOf(id), verdict, cases: shown?.cases ?? 0 };
}

function describe(
  current: Run['case'],
  { clause, expected, observed }: Run['played']['observations'][number],
  { request, response }: Run['played'],
  again: string,
): Finding {
  const base64 = (octets: Uint8Array | undefined) => Buffer.from(octets ?? []).toString('base64');
  return {
    clause,
    source: sourceOf(clause),
    level: clauses[clause].level === 'MUST' ? 'MUST' : 'SHOULD',
    title: `${clauses[clause].summary} Played: ${current.title}.`,
    expected,
    observed,
    request: base64(request),
    response: base64(response),
    tags: [],
    // The case was made for a clause of its own, and shows this one as well.
    replay: `${again} --only ${[...new Set([current.clause, clause])].join(',')}`,
  };
}
