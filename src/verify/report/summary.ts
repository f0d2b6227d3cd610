import type { Why } from '../../../models/condition.ts';
import type { ChoiceResult, ClauseVerdict, Report } from './report.ts';

/** How many of the clauses have each verdict, how many of those that pass a note, and why the others are untested. */
export function summarize(results: readonly ChoiceResult[], cases: number): Report['summary'] {
  const count = (verdict: ClauseVerdict) => results.filter((result) => result.verdict === verdict).length;
  const countWhy = (why: Why) => results.filter((result) => result.why === why).length;
  return {
    clauses: { pass: count('pass'), fail: count('fail'), warn: count('warn'), untested: count('untested') },
    noted: results.filter(({ note }) => note !== undefined).length,
    untested: {
      notApplicable: countWhy('notApplicable'),
      notShown: countWhy('notShown'),
      unplayed: countWhy('unplayed'),
    },
    cases,
  };
}
