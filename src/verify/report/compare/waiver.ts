import type { ClauseId } from '../../../../models/clauses.ts';
import type { ClauseResult, Finding, Report, Waiver } from '../report.ts';
import { summarize } from '../summary.ts';

/**
 * Marks the findings that are waived with the reason, and the clauses of which all findings are; all of them stay. Of
 * several waivers the first counts.
 *
 * @returns the findings, the clauses, and the waivers that no finding needed. A waiver is not among these if its clause was not
 * played, or is broken by a defect that has its finding under another clause: another run may need it
 */
export function applyWaivers(
  { findings, clauses }: Pick<Report, 'findings' | 'clauses'>,
  waivers: readonly Waiver[],
): Pick<Report, 'findings' | 'clauses' | 'unusedWaivers'> {
  const isOpen = (id: ClauseId) =>
    clauses.every((result) => result.id !== id || result.verdict === 'untested') ||
    findings.some(({ also = [] }) => also.includes(id));
  const marked = findings.map((finding) => {
    const waiver = waivers.find((each) => isFor(each, finding));
    return waiver ? { ...finding, waived: waiver.reason } : finding;
  });
  return {
    findings: marked,
    clauses: clauses.map((result) => ({ ...result, ...findWaived(result.id, marked) })),
    unusedWaivers: waivers.filter(
      (waiver) =>
        !findings.some((finding) => isFor(waiver, finding)) && ('tag' in waiver || !isOpen(waiver.clause)),
    ),
  };
}

/** The report with its waivers applied, and counted anew. */
export function waiveFindings(report: Report, waivers: readonly Waiver[]): Report {
  const waived = applyWaivers(report, waivers);
  return { ...report, ...waived, summary: summarize({ ...report, ...waived }, report.summary.cases) };
}

/** The reason for which all findings that break a clause are waived. */
export function findWaived(id: ClauseId, findings: readonly Finding[]): Pick<ClauseResult, 'waived'> {
  const own = findings.filter(({ clause, also = [] }) => clause === id || also.includes(id));
  const [first] = own;
  return first?.waived === undefined || own.some(({ waived }) => waived === undefined)
    ? {}
    : { waived: first.waived };
}

function isFor(waiver: Waiver, { clause, tags }: Finding): boolean {
  return 'tag' in waiver ? tags.includes(waiver.tag) : waiver.clause === clause;
}
