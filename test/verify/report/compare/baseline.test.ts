import { expect, test } from 'vitest';
import {
  compareWithBaseline,
  leaveOutKnown,
  waiveKnown,
} from '../../../../src/verify/report/compare/baseline.ts';
import { sortFindings } from '../../../../src/verify/report/description.ts';
import { finding, result, serverReport } from '../server-report-sample.ts';

const key = finding('rfc6455/4.2.1/key-present');
const method = finding('rfc6455/4.2.1/method-get');
const list = finding('rfc9110/7.8/upgrade-list', { level: 'SHOULD' });
const now = (...findings: readonly (typeof key)[]) => serverReport({ findings });

test('what the baseline has is known, what it lacks is added', () => {
  expect(compareWithBaseline(now(key, method), now(key), 'must')).toEqual({
    added: [method],
    passing: [],
    known: 1,
  });
});

test('findings of level SHOULD count by the level should alone', () => {
  expect(compareWithBaseline(now(list), now(), 'must')).toEqual({ added: [], passing: [], known: 0 });
  expect(compareWithBaseline(now(list), now(), 'should')).toEqual({ added: [list], passing: [], known: 0 });
});

test('what is broken by the letter alone is a warning: to fail behind one is new', () => {
  const literal = { ...key, tags: ['literal'] as const };
  expect(compareWithBaseline(now(literal), now(), 'must').added).toEqual([]);
  expect(compareWithBaseline(now(literal), now(), 'should').added).toEqual([literal]);
  expect(compareWithBaseline(now(key), now(literal), 'must').added).toEqual([key]);
  expect(compareWithBaseline(now(literal), now(key), 'should').known).toBe(1);
  expect(sortFindings([literal, method])).toEqual([method, literal]);
});

test('a finding that is waived is not added', () => {
  expect(compareWithBaseline(now({ ...key, waived: 'why' }), now(), 'must').added).toEqual([]);
});

test('a clause of the baseline that passes now is told', () => {
  const passes = serverReport({ clauses: [result('rfc6455/4.2.1/key-present', 'pass')] });
  expect(compareWithBaseline(passes, now(key), 'must').passing).toEqual(['rfc6455/4.2.1/key-present']);
  expect(compareWithBaseline(passes, now({ ...key, waived: 'why' }), 'must').passing).toEqual([]);
});

test('one that was not tested passes not, and in a shard none does', () => {
  const untested = serverReport({ clauses: [result('rfc6455/4.2.1/key-present', 'untested')] });
  expect(compareWithBaseline(untested, now(key), 'must').passing).toEqual([]);
  const clauses = [result('rfc6455/4.2.1/key-present', 'pass')];
  const shard = serverReport({ clauses, shard: { index: 1, count: 2 } });
  expect(compareWithBaseline(shard, now(key), 'must').passing).toEqual([]);
  const whole = serverReport({ clauses, shard: { index: 1, count: 1 } });
  expect(compareWithBaseline(whole, now(key), 'must').passing).toEqual(['rfc6455/4.2.1/key-present']);
});

test('what another defect of the baseline has broken too is known', () => {
  const both = { findings: [{ ...key, also: [method.clause] }] };
  expect(compareWithBaseline(now(method), both, 'must')).toEqual({ added: [], passing: [], known: 1 });
});

test('what the baseline has is left out, whatever its level, and the numbers stay', () => {
  const report = now(key, method, list);
  const left = leaveOutKnown(report, now(key, list));
  expect(left).toEqual({ ...report, findings: [method] });
  expect(leaveOutKnown(now({ ...list, level: 'MUST' }), now(list)).findings).toHaveLength(1);
});

test('what the baseline has is waived for tests, and so are the clauses that nothing else breaks', () => {
  const clauses = [
    result('rfc6455/4.2.1/key-present', 'fail'),
    result('rfc6455/4.2.1/method-get', 'fail'),
    result('rfc9110/7.8/upgrade-list', 'warn'),
  ];
  const report = serverReport({ clauses, findings: [key, method, { ...list, waived: 'why' }] });
  const waived = waiveKnown(report, now(key, list));
  expect(waived.findings.map((each) => each.waived)).toEqual(['it is in the baseline', undefined, 'why']);
  expect(waived.clauses.map((each) => each.waived)).toEqual(['it is in the baseline', undefined, 'why']);
});
