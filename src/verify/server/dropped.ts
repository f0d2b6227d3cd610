import type { ClauseId } from '../../../models/clauses.ts';
import type { Report } from '../report/report.ts';

const clause: ClauseId = 'rfc6455/4.2.1/error-status';

/**
 * The report with a note on a target that drops openings which it was to refuse: a crash looks the same.
 *
 * @param answers what came to each fault of a request
 */
export function noteDropped(
  report: Report,
  answers: Readonly<Record<string, readonly (number | string)[]>>,
): Report {
  const isDropped = report.findings.some((each) => each.clause === clause && each.tags.includes('literal'));
  if (!isDropped) return report;
  const dropped = Object.keys(answers).filter((guard) => answers[guard]?.includes('closed'));
  const title =
    `The connection was ended without a reply on ${dropped.length} of ${Object.keys(answers).length} kinds of ` +
    `faulty requests (${dropped.join(', ')}). That may be a crash: see the log of the target.`;
  return { ...report, notes: [...report.notes, { clause, title, case: 0 }] };
}
