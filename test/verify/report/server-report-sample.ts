import type { ClauseId } from '../../../models/clauses.ts';
import type { ClauseResult, Finding, Report } from '../../../src/verify/report/report.ts';

export function result(id: ClauseId, verdict: ClauseResult['verdict'], cases = 1): ClauseResult {
  return { id, source: 'RFC', level: 'MUST', verdict, cases };
}

export function finding(clause: ClauseId, changes: Partial<Finding> = {}): Finding {
  return {
    ...{ clause, source: 'RFC', level: 'MUST', title: 'A rule.', expected: '400', observed: '101' },
    ...{ request: '', response: '', tags: [], replay: 'ws101 replay', ...changes },
  };
}

/** The summary of so many clauses of each verdict, without a note. */
export function countOf(
  clauses: Partial<Report['summary']['clauses']>,
  cases: number,
  untested: Partial<Report['summary']['untested']> = {},
): Report['summary'] {
  return {
    clauses: { pass: 0, fail: 0, warn: 0, untested: 0, ...clauses },
    ...{ noted: 0, waived: 0, findings: { must: 0, should: 0, literal: 0, waived: 0, flaky: 0 } },
    ...{ untested: { notApplicable: 0, notShown: 0, unplayed: 0, ...untested }, cases },
  };
}

/** A report of the server at ws://a.test/. */
export function serverReport(changes: Partial<Report> = {}): Report {
  return {
    ...{
      tool: 'ws101',
      version: '1.0.0',
      schema: 1,
      mode: 'server',
      target: 'ws://a.test/',
      seed: 1,
      runs: 2,
    },
    ...{ startedAt: '2026-01-01T00:00:00.000Z', durationMs: 100, declared: {}, unusedWaivers: [], flaky: [] },
    summary: countOf({}, 10),
    ...{ clauses: [], choices: [], findings: [], notes: [], policy: { plainHttp: 426 } },
    ...changes,
  };
}
