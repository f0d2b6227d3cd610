import { expect, test } from 'vitest';
import { planSelf, verifySelf } from '../../../src/verify/self/self.ts';

const seed = 20_261_121;

test('what is said to be played is what is shown, and all of it passes', { timeout: 180_000 }, async () => {
  const { clauses, choices, findings, summary } = await verifySelf('0', { seed });
  const shown = [...clauses, ...choices].filter(({ cases }) => cases > 0).map(({ id }) => id);
  const made = planSelf(seed);
  const total = [...made.values()].reduce((sum, count) => sum + count, 0);
  expect(summary.cases).toBe(total);
  expect([...made.keys()].filter((id) => !shown.includes(id))).toEqual([]);
  expect(findings).toEqual([]);
});
