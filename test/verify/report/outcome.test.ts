import { expect, test } from 'vitest';
import { settleClause } from '../../../src/verify/report/outcome.ts';
import type { Finding } from '../../../src/verify/report/report.ts';
import { finding, result } from './server-report-sample.ts';

const id = 'rfc6455/4.2.1/key-present';
const own = finding(id);
const other = finding('rfc6455/4.2.1/method-get', { also: [id] });
const light = finding('rfc9110/7.8/upgrade-list', { level: 'SHOULD', also: [id] });
const all = () => true;
const none = () => false;
const waived = { ...own, waived: 'why' };
const weak: Finding = { ...own, level: 'SHOULD' };
const literal: Finding = { ...own, tags: ['literal'] };
const brokenBy = (finding: Finding | undefined, isFailure = true) => ({ is: 'broken', isFailure, finding });

test.each([
  ['one that is kept', result(id, 'pass'), [], all, { is: 'kept' }],
  ['one that nothing has shown', result(id, 'untested'), [], all, { is: 'untested' }],
  ['one with a finding', result(id, 'fail'), [own], all, brokenBy(own)],
  ['a warning', result(id, 'warn'), [light], none, brokenBy(light, false)],
  ['what is broken by the letter alone', result(id, 'warn'), [literal], none, brokenBy(literal, false)],
  [
    'one whose findings are waived',
    { ...result(id, 'fail'), waived: 'why' },
    [waived],
    all,
    { is: 'waived', reason: 'why' },
  ],
  ['one with a waived finding, and one that is not', result(id, 'fail'), [waived, own], all, brokenBy(own)],
  ['one with two findings', result(id, 'fail'), [weak, own], all, brokenBy(own)],
  ['one with a finding of its own and another', result(id, 'fail'), [other, own], all, brokenBy(own)],
  ['one that another breaks', result(id, 'fail'), [other], all, { is: 'shared', finding: other }],
  ['a warning that another gives', result(id, 'warn'), [light], all, { is: 'shared', finding: light }],
  ['one that another breaks which has no test', result(id, 'fail'), [other], none, brokenBy(other)],
  ['one that fails where the other is a warning alone', result(id, 'fail'), [light], all, brokenBy(light)],
  ['one whose finding is in no report', result(id, 'warn'), [], all, brokenBy(undefined, false)],
] as const)('%s', (_what, clause, findings, hasTest, outcome) => {
  expect(settleClause(clause, { findings }, hasTest)).toEqual(outcome);
});
