import { expect, test } from 'vitest';
import { holdHop } from '../../mutants/hop-hold.ts';

test('how the end of one side arrives at the other is told, and held against nobody', async () => {
  const [right, abrupt] = await Promise.all([holdHop({}), holdHop({ endsBoth: true })]);
  const ends = { endOfClient: 'passed', endOfBackend: 'passed' };
  const resets = { resetOfClient: 'ended', resetOfBackend: 'ended' };
  expect(right).toMatchObject({ findings: [], policy: { ...ends, ...resets } });
  expect(abrupt).toMatchObject({
    findings: [],
    policy: { endOfClient: 'both', endOfBackend: 'both', ...resets },
  });
});

test('a right hop passes every clause but two: one needs a pause, and the octets do not tell the other', async () => {
  const said = await holdHop({});
  const verdicts = typeof said === 'string' ? [] : said.clauses;
  expect(verdicts.filter(({ verdict }) => verdict === 'pass')).toHaveLength(26);
  expect(verdicts.filter(({ verdict }) => verdict !== 'pass')).toMatchObject([
    { id: 'service/7/proxy-idle-timeout', verdict: 'untested' },
    { id: 'rfc9110/7.6.1/upgrade-regenerated', verdict: 'untested' },
  ]);
});
