import { type ClauseId, clauseIds, clauses, sourceOf } from '../../models/clauses.ts';
import { type RequestMessage, writeRequestMessage } from '../arbitraries/index.ts';
import { redactTarget } from '../auth/redaction.ts';
import type { Verdict } from './judgement.ts';
import { hideCredential } from './placeholder.ts';
import type { Answer } from './probe.ts';
import type { ClauseResult, Verdict as ClauseVerdict, Finding, Report } from './report.ts';
import type { Target } from './target.ts';
import type { TargetCase } from './target-case.ts';
import type { Policy } from './target-policy.ts';

/** A case and its place among all. */
export type Numbered = TargetCase & { readonly number: number };

/** What was seen of one clause. */
export interface Shown {
  cases: number;
  worst: { readonly verdict: Verdict; readonly current: Numbered; readonly answer: Answer } | null;
}

/** The smallest request that still shows a breach. */
export interface Smallest {
  readonly message: RequestMessage;
  readonly answer: Answer;
  readonly verdict: Verdict;
  readonly number: number;
}

/** What a run was like. */
export interface TargetRun {
  readonly declared: Target;
  readonly seed: number;
  readonly runs: number;
  readonly startedAt: Date;
  readonly policy: Policy;
  readonly cases: number;
  readonly only: readonly ClauseId[];
}

/** Gathers what was seen of a target, clause by clause in the order of the register. */
export function buildTargetReport(
  version: string,
  { declared, seed, runs, startedAt, policy, cases, only }: TargetRun,
  shown: ReadonlyMap<ClauseId, Shown>,
  smallest: ReadonlyMap<ClauseId, Smallest>,
): Report {
  const ids = clauseIds.filter(
    (id) => clauses[id].actor === 'server' && (only.length === 0 || only.includes(id)),
  );
  const severity = (id: ClauseId) => smallest.get(id)?.verdict.severity ?? null;
  const verdictOf = (id: ClauseId): ClauseVerdict => {
    if (!shown.has(id)) return 'untested';
    return severity(id) === 'MUST' ? 'fail' : severity(id) === 'SHOULD' ? 'warn' : 'pass';
  };
  const results = ids.map((id) => ({
    id,
    source: sourceOf(id),
    verdict: verdictOf(id),
    cases: shown.get(id)?.cases ?? 0,
  }));
  const owed = results.flatMap((result): readonly ClauseResult[] => {
    const { level } = clauses[result.id];
    return level === 'MAY' ? [] : [{ ...result, level }];
  });
  const count = (verdict: ClauseVerdict) => owed.filter((result) => result.verdict === verdict).length;
  const broken = ids.flatMap((id) => {
    const found = smallest.get(id);
    return found ? [{ id, ...found }] : [];
  });
  return {
    tool: 'ws101',
    version,
    schema: 1,
    mode: 'server',
    target: redactTarget(declared.url),
    seed,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    summary: {
      clauses: { pass: count('pass'), fail: count('fail'), warn: count('warn'), untested: count('untested') },
      cases,
    },
    clauses: owed,
    choices: results.filter(({ id }) => clauses[id].level === 'MAY'),
    findings: broken
      .filter(({ verdict }) => verdict.severity !== 'note')
      .map(({ id, ...found }) => describe(id, found, declared, `--seed ${seed} --runs ${runs}`)),
    notes: broken
      .filter(({ verdict }) => verdict.severity === 'note')
      .map(({ id, verdict }) => ({
        clause: id,
        title: `${verdict.observed} came, where ${verdict.expected} is usual`,
      })),
    policy,
  };
}

function describe(
  id: ClauseId,
  { message, answer, verdict, number }: Smallest,
  target: Target,
  sampling: string,
): Finding {
  const { expected, observed, hint, tags, severity } = verdict;
  const base64 = (octets: Uint8Array) => Buffer.from(octets).toString('base64');
  return {
    clause: id,
    source: sourceOf(id),
    level: severity === 'MUST' ? 'MUST' : 'SHOULD',
    title: clauses[id].summary,
    expected,
    observed,
    ...(hint === undefined ? {} : { hint }),
    request: base64(hideCredential(writeRequestMessage(message), target)),
    response: base64(hideCredential(answer.octets, target)),
    tags,
    case: number,
    replay: `ws101 verify server '${redactTarget(target.url)}' ${sampling} --only ${id}`,
  };
}
