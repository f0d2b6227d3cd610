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
