import type { Severity } from '../../../models/breach.ts';
import { type ClauseId, clauseIds, clauses, sourceOf } from '../../../models/clauses.ts';
import { redactTarget } from '../../auth/redaction.ts';
import type { Defect } from '../explain/defect.ts';
import { acceptance } from '../judge/case.ts';
import type { Target } from '../judge/target.ts';
import { hideCredential } from '../report/placeholder.ts';
import type { ClauseResult, Verdict as ClauseVerdict, Finding, Note, Report } from '../report/report.ts';
import type { Outcome } from '../run/player.ts';
import type { Policy } from './policy.ts';

/** What a run was like. */
export interface TargetRun {
  readonly declared: Target;
  readonly seed: number;
  readonly startedAt: Date;
  readonly policy: Policy;
  readonly only: readonly ClauseId[];
}

/** Gathers what was seen of a target, clause by clause in the order of the register. */
export function buildTargetReport(
  version: string,
  { declared, seed, startedAt, policy, only }: TargetRun,
  { tally, losses, ended, unplayed, hasty }: Outcome,
  defects: readonly Defect[],
): Report {
  const isAsked = (id: ClauseId) => only.length === 0 || only.includes(id);
  const ids = clauseIds.filter((id) => clauses[id].actor === 'server' && isAsked(id));
  const { counts } = tally;
  const broken = new Map<ClauseId, Severity>();
  for (const { clause, verdict, also } of defects) {
    for (const each of [{ clause, severity: verdict.severity }, ...also]) {
      if (each.severity !== 'note') broken.set(each.clause, each.severity);
    }
  }
  const verdictOf = (id: ClauseId): ClauseVerdict => {
    const severity = broken.get(id);
    if (severity) return severity === 'MUST' ? 'fail' : 'warn';
    // Without the opening that has to be accepted at the end, what was refused may have been refused for nothing.
    return counts.has(id) && ended === null ? 'pass' : 'untested';
  };
  const judged = ids.map((id) => ({
    id,
    source: sourceOf(id),
    verdict: verdictOf(id),
    cases: counts.get(id) ?? 0,
  }));
  const owed = judged.flatMap((result): readonly ClauseResult[] => {
    const { level } = clauses[result.id];
    return level === 'MAY' && !broken.has(result.id)
      ? []
      : [{ ...result, level: level === 'MUST' ? level : 'SHOULD' }];
  });
  const count = (verdict: ClauseVerdict) => owed.filter((result) => result.verdict === verdict).length;
  const told = ids.flatMap((id) => defects.filter(({ clause }) => clause === id));
  return {
    tool: 'ws101',
    version,
    schema: 1,
    mode: 'server',
    target: redactTarget(declared.url),
    seed,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    ...(ended === null ? {} : { ended }),
    ...(unplayed === 0 ? {} : { unplayed }),
    summary: {
      clauses: { pass: count('pass'), fail: count('fail'), warn: count('warn'), untested: count('untested') },
      cases: tally.cases + losses.length,
    },
    clauses: owed,
    choices: judged.filter(({ id }) => clauses[id].level === 'MAY' && !broken.has(id)),
    findings: told
      .filter(({ verdict }) => verdict.severity !== 'note')
      .map((defect) => describe(defect, declared)),
    notes: [
      ...tellHasty(hasty),
      ...told
        .filter(({ verdict }) => verdict.severity === 'note')
        .map(({ clause, verdict, current, pieces }) => ({
          clause,
          title: `${clauses[clause].summary} Seen: ${verdict.observed}.`,
          request: toBase64(hideCredential(Buffer.concat(pieces), declared)),
          case: current.number,
        })),
    ],
    policy,
  };
}

function tellHasty(hasty: number): readonly Note[] {
  if (hasty === 0) return [];
  const title = `${hasty} ${hasty === 1 ? 'request' : 'requests'} had no answer in time, and had one when sent again.`;
  return [{ clause: acceptance, title, case: 0 }];
}

function describe(
  { clause, pieces, answer, verdict, current, also, isOnce }: Defect,
  target: Target,
): Finding {
  const { expected, observed, hint, tags, severity } = verdict;
  const broken = also.filter((each) => each.severity !== 'note').map((each) => each.clause);
  const others = clauseIds.filter((id) => broken.includes(id));
  return {
    clause,
    source: sourceOf(clause),
    level: severity === 'MUST' ? 'MUST' : 'SHOULD',
    title: clauses[clause].summary,
    expected,
    observed,
    ...(hint === undefined ? {} : { hint }),
    ...(others.length === 0 ? {} : { also: others }),
    ...(isOnce ? { isOnce } : {}),
    request: toBase64(hideCredential(Buffer.concat(pieces), target)),
    ...(pieces.length > 1 ? { pieces: pieces.map(({ length }) => length) } : {}),
    response: toBase64(hideCredential(answer.octets, target)),
    tags,
    case: current.number,
    replay: `ws101 replay report.json --clause ${clause}`,
  };
}

function toBase64(octets: Uint8Array): string {
  return Buffer.from(octets).toString('base64');
}
