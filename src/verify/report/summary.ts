import type { Why } from '../../../models/verdict/condition.ts';
import { type ClauseResult, type ClauseVerdict, type Finding, isFailure, type Report } from './report.ts';

/**
 * Every number that a report tells, in whatever form: how many clauses have each verdict, what there is to say of them
 * besides, and how many findings there are. Choices are not among the clauses.
 *
 * @param cases how many were played
 */
export function summarize(
  { clauses, findings, flaky = [] }: Pick<Report, 'clauses' | 'findings' | 'flaky'>,
  cases: number,
): Report['summary'] {
  const count = (is: (result: ClauseResult) => boolean) => clauses.filter(is).length;
  const countVerdict = (verdict: ClauseVerdict) => count((result) => result.verdict === verdict);
  const countWhy = (why: Why) => count((result) => result.why === why);
  return {
    clauses: {
      pass: countVerdict('pass'),
      fail: countVerdict('fail'),
      warn: countVerdict('warn'),
      untested: countVerdict('untested'),
    },
    noted: count(({ note }) => note !== undefined),
    waived: count(({ waived }) => waived !== undefined),
    untested: {
      notApplicable: countWhy('notApplicable'),
      notShown: countWhy('notShown'),
      unplayed: countWhy('unplayed'),
    },
    findings: { ...countFindings(findings), flaky: flaky.length },
    cases,
  };
}

function countFindings(findings: readonly Finding[]): Omit<Report['summary']['findings'], 'flaky'> {
  const counting = findings.filter(({ waived }) => waived === undefined);
  return {
    must: counting.filter(isFailure).length,
    should: counting.filter(({ level }) => level === 'SHOULD').length,
    literal: counting.filter((finding) => finding.level === 'MUST' && !isFailure(finding)).length,
    waived: findings.length - counting.length,
  };
}
