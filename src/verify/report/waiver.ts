import type { ClauseId } from '../../../models/clauses.ts';
import type { Finding, Report, Waiver } from './report.ts';

/**
 * Marks the findings that are waived with the reason; all of them stay. Of several waivers the first counts.
 *
 * @returns the findings, and the waivers that no finding needed. A waiver is not among these if its clause was not
 * played, or is broken by a defect that has its finding under another clause: another run may need it
 */
export function applyWaivers(
  { findings, clauses }: Pick<Report, 'findings' | 'clauses'>,
  waivers: readonly Waiver[],
): { readonly findings: readonly Finding[]; readonly unusedWaivers: readonly Waiver[] } {
  const isOpen = (id: ClauseId) =>
    clauses.every((result) => result.id !== id || result.verdict === 'untested') ||
    findings.some(({ also = [] }) => also.includes(id));
  return {
    findings: findings.map((finding) => {
      const waiver = waivers.find((each) => isFor(each, finding));
      return waiver ? { ...finding, waived: waiver.reason } : finding;
    }),
    unusedWaivers: waivers.filter(
      (waiver) =>
        !findings.some((finding) => isFor(waiver, finding)) && ('tag' in waiver || !isOpen(waiver.clause)),
    ),
  };
}

function isFor(waiver: Waiver, { clause, tags }: Finding): boolean {
  return 'tag' in waiver ? tags.includes(waiver.tag) : waiver.clause === clause;
}
