import { expect, test } from 'vitest';
import { type ClauseId, clauseIds, clauses as register } from '../../models/clauses.ts';
import type { Observation, Played } from '../../src/verify/judge/observation.ts';
import { buildReport } from '../../src/verify/report/report.ts';
import type { Run } from '../../src/verify/run/runner.ts';

const head = {
  version: '1.2.3',
  target: 'self',
  seed: 42,
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 5,
  again: 'ws101 verify self --seed 42 --runs 7',
};
const must = 'rfc6455/4.2.2/accept-value';
const should = 'service/1/valid-request-accepted';

const seen = (clause: ClauseId, ok: boolean, observed = 'b'): Observation => ({
  clause,
  ok,
  expected: 'a',
  observed,
});
const run = (title: string, observations: readonly Observation[], evidence: Partial<Played> = {}): Run => ({
  case: { clause: must, title, play: async () => ({ observations }) },
  played: { observations, ...evidence },
});

const owed = clauseIds.filter((id) => register[id].level !== 'MAY');

test('without a run every clause is untested; what a text leaves open stands apart', () => {
  const { summary, clauses, choices, findings } = buildReport(head, [], []);
  expect(summary).toEqual({
    clauses: { pass: 0, fail: 0, warn: 0, untested: owed.length },
    cases: 0,
  });
  expect(clauses.map(({ id }) => id)).toEqual(owed);
  expect([...clauses, ...choices].map(({ id }) => id).sort()).toEqual([...clauseIds].sort());
  expect(findings).toEqual([]);
});

test.each([
  [must, 'MUST', true, 'pass'],
  [must, 'MUST', false, 'fail'],
  [should, 'SHOULD', true, 'pass'],
  [should, 'SHOULD', false, 'warn'],
] as const)('%s (%s) shown with %s: %s', (clause, level, ok, verdict) => {
  const { clauses } = buildReport(head, [run('one', [seen(clause, ok)])], [clause]);
  expect(clauses).toMatchObject([{ id: clause, level, verdict, cases: 1 }]);
});

test('a clause has one finding, the first, with its octets, and every case is counted once', () => {
  const runs = [
    run('good', [seen(must, true), seen(must, true)]),
    run('first', [seen(must, true), seen(must, false, 'first'), seen(must, false, 'more')], {
      request: Uint8Array.of(1, 2, 3),
      response: Uint8Array.of(255),
    }),
    run('second', [seen(must, false, 'second')]),
  ];
  const { clauses, findings, summary } = buildReport(head, runs, []);
  expect(clauses.find(({ id }) => id === must)).toEqual({
    id: must,
    source: 'RFC 6455 §4.2.2',
    level: 'MUST',
    verdict: 'fail',
    cases: 3,
  });
  expect(summary).toMatchObject({ clauses: { pass: 0, fail: 1, warn: 0 }, cases: 3 });
  expect(findings).toEqual([
    {
      clause: must,
      source: 'RFC 6455 §4.2.2',
      level: 'MUST',
      title: expect.stringMatching(/^A server .+\. Played: first\.$/),
      expected: 'a',
      observed: 'first',
      request: 'AQID',
      response: '/w==',
      tags: [],
      replay: `ws101 verify self --seed 42 --runs 7 --only ${must}`,
    },
  ]);
});

test('findings stand in the order of the register', () => {
  const runs = [run('one', [seen(must, false)]), run('two', [seen(should, false)])];
  expect(buildReport(head, runs, []).findings.map(({ clause }) => clause)).toEqual([should, must]);
});

test('`only` leaves the others out, findings too', () => {
  const runs = [run('one', [seen(must, false), seen(should, true)])];
  const { clauses, findings, summary } = buildReport(head, runs, [should]);
  expect(clauses.map(({ id }) => id)).toEqual([should]);
  expect(findings).toEqual([]);
  expect(summary.clauses).toEqual({ pass: 1, fail: 0, warn: 0, untested: 0 });
});

test('a choice that was not kept is no clause that fails, and its finding is at the lower level', () => {
  const may = 'rfc9110/15.5.9/request-timeout';
  const { clauses, choices, findings, summary } = buildReport(head, [run('one', [seen(may, false)])], [may]);
  expect(clauses).toEqual([]);
  expect(choices).toEqual([{ id: may, source: 'RFC 9110 §15.5.9', verdict: 'warn', cases: 1 }]);
  expect(findings).toMatchObject([{ clause: may, level: 'SHOULD' }]);
  expect(summary.clauses).toEqual({ pass: 0, fail: 0, warn: 0, untested: 0 });
});

test('a finding of a clause that its case is not made for names both, so that the case is played again', () => {
  const { findings } = buildReport(head, [run('one', [seen(should, false)])], []);
  expect(findings).toMatchObject([
    { replay: `ws101 verify self --seed 42 --runs 7 --only ${must},${should}` },
  ]);
});
