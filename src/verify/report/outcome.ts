import type { ClauseId } from '../../../models/clauses.ts';
import { type ClauseResult, type Finding, isFailure, type Report } from './report.ts';

/**
 * What a test of one clause comes to, where clauses have a test each. `shared` is a clause that nothing breaks but the
 * defect of another, whose test stands for both; a warning does not stand for a failure. `broken` has no finding where that is one of a clause that was not
 * asked for.
 */
export type ClauseOutcome =
  | { readonly is: 'kept' | 'untested' }
  | { readonly is: 'waived'; readonly reason: string }
  | { readonly is: 'shared'; readonly finding: Finding }
  | { readonly is: 'broken'; readonly isFailure: boolean; readonly finding: Finding | undefined };

/** What is to be said of a clause whose finding is not in the report. */
export const elsewhere = 'broken by a defect whose finding is under a clause that was not asked for';

/** @param hasTest whether a clause has a test among these */
export function settleClause(
  { id, verdict, waived }: ClauseResult,
  { findings }: Pick<Report, 'findings'>,
  hasTest: (clause: ClauseId) => boolean,
): ClauseOutcome {
  if (verdict === 'untested') return { is: 'untested' };
  if (verdict === 'pass') return { is: 'kept' };
  if (waived !== undefined) return { is: 'waived', reason: waived };
  const counting = findings.filter((finding) => finding.waived === undefined);
  const own = counting.filter(({ clause }) => clause === id);
  const finding = own.find(isFailure) ?? own[0];
  if (finding) return { is: 'broken', isFailure: isFailure(finding), finding };
  const others = counting.filter(({ also = [] }) => also.includes(id));
  const leading = others.find((each) => hasTest(each.clause) && (isFailure(each) || verdict === 'warn'));
  if (leading) return { is: 'shared', finding: leading };
  return { is: 'broken', isFailure: verdict === 'fail', finding: others[0] };
}
