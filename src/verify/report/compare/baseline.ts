import type { ClauseId } from '../../../../models/clauses.ts';
import { type CountedLevel, type Finding, isCounted, isFailure, type Report } from '../report.ts';
import { findWaived } from './waiver.ts';

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
  const isKnown = knowsOf(baseline);
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

/** The report with the findings alone, of any level, that a baseline does not have; its numbers stay those of all. */
export function leaveOutKnown(report: Report, baseline: Pick<Report, 'findings'>): Report {
  const isKnown = knowsOf(baseline);
  return { ...report, findings: report.findings.filter((finding) => !isKnown(finding)) };
}

/** The report with the findings waived that a baseline has, for tests that fail for what is new alone. */
export function waiveKnown(report: Report, baseline: Pick<Report, 'findings'>): Report {
  const isKnown = knowsOf(baseline);
  const findings = report.findings.map((finding) =>
    isKnown(finding) ? { ...finding, waived: finding.waived ?? 'it is in the baseline' } : finding,
  );
  const clauses = report.clauses.map((result) => ({ ...result, ...findWaived(result.id, findings) }));
  return { ...report, findings, clauses };
}

/** Whether a baseline has a finding. A clause that was a warning and fails now is new. */
function knowsOf(baseline: Pick<Report, 'findings'>): (finding: Finding) => boolean {
  const clausesOf = (findings: readonly Finding[]) =>
    new Set(findings.flatMap(({ clause, also = [] }) => [clause, ...also]));
  const [failures, all] = [baseline.findings.filter(isFailure), baseline.findings].map(clausesOf);
  return (finding) => (isFailure(finding) ? failures : all)?.has(finding.clause) ?? false;
}
