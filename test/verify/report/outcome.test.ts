import { expect, test } from 'vitest';
import { settleClause } from '../../../src/verify/report/outcome.ts';
import { finding, result } from './server-report-sample.ts';

const id = 'rfc6455/4.2.1/key-present';
const own = finding(id);
const other = finding('rfc6455/4.2.1/method-get', { also: [id] });
const light = finding('rfc9110/7.8/upgrade-list', { level: 'SHOULD', also: [id] });
const all = () => true;
const none = () => false;

test.each([
  ['one that is kept', result(id, 'pass'), [], all, { is: 'kept' }],
  ['one that nothing has shown', result(id, 'untested'), [], all, { is: 'untested' }],
  ['one with a finding', result(id, 'fail'), [own], all, { is: 'broken', level: 'MUST', finding: own }],
  ['a warning', result(id, 'warn'), [light], none, { is: 'broken', level: 'SHOULD', finding: light }],
  [
    'one whose findings are waived',
    { ...result(id, 'fail'), waived: 'why' },
    [{ ...own, waived: 'why' }],
    all,
    { is: 'waived', reason: 'why' },
  ],
  [
    'one with a finding that is waived, and one that is not',
    result(id, 'fail'),
    [{ ...own, waived: 'why' }, own],
    all,
    { is: 'broken', level: 'MUST', finding: own },
  ],
  [
    'one with two findings',
    result(id, 'fail'),
    [{ ...own, level: 'SHOULD' as const }, own],
    all,
    { is: 'broken', level: 'MUST', finding: own },
  ],
  [
    'one with a finding of its own and that of another',
    result(id, 'fail'),
    [other, own],
    all,
    { is: 'broken', level: 'MUST', finding: own },
  ],
  ['one that another breaks', result(id, 'fail'), [other], all, { is: 'shared', finding: other }],
  ['a warning that another gives', result(id, 'warn'), [light], all, { is: 'shared', finding: light }],
  [
    'one that another breaks which has no test',
    result(id, 'fail'),
    [other],
    none,
    { is: 'broken', level: 'MUST', finding: other },
  ],
  [
    'one that fails where the other is a warning alone',
    result(id, 'fail'),
    [light],
    all,
    { is: 'broken', level: 'MUST', finding: light },
  ],
  [
    'one whose finding is in no report',
    result(id, 'warn'),
    [],
    all,
    { is: 'broken', level: 'SHOULD', finding: undefined },
  ],
] as const)('%s', (_what, clause, findings, hasTest, outcome) => {
  expect(settleClause(clause, { findings }, hasTest)).toEqual(outcome);
});
