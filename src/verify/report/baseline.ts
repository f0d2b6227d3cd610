import type { ClauseId } from '../../../models/clauses.ts';
import { type CountedLevel, type Finding, isCounted, type Report } from './report.ts';

/** What has changed since a baseline, clause by clause. */
export interface BaselineDifference {
  /** Findings of the level that the baseline does not have. */
  readonly added: readonly Finding[];
  /** Clauses with a finding of the level in the baseline that pass now. */
  readonly passing: readonly ClauseId[];
  /** Findings of the level that the baseline has too. */
  readonly known: number;
}

/** Compares a report with an earlier one. A single shard does not show that a clause passes: another may break it. */
export function compareWithBaseline(
  { findings, clauses, shard }: Pick<Report, 'findings' | 'clauses' | 'shard'>,
  baseline: Pick<Report, 'findings'>,
  level: CountedLevel,
): BaselineDifference {
  const known = baseline.findings.flatMap(({ clause, level, also = [] }) =>
    [clause, ...also].map((id) => `${level} ${id}`),
  );
  // A clause that was a warning and fails now is new.
  const isKnown = ({ clause, level: now }: Finding) =>
    known.includes(`MUST ${clause}`) || (now === 'SHOULD' && known.includes(`SHOULD ${clause}`));
  const failures = findings.filter((finding) => isCounted(finding, level));
  const passed = new Set(clauses.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id));
  return {
    added: failures.filter((finding) => !isKnown(finding)),
    passing:
      shard && shard.count > 1
        ? []
        : baseline.findings
            .filter((finding) => isCounted(finding, level) && passed.has(finding.clause))
            .map(({ clause }) => clause),
    known: failures.filter(isKnown).length,
  };
}
