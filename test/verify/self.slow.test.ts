import { expect, test } from 'vitest';
import { planSelf, verifySelf } from '../../src/verify/self/self.ts';

test('what is said to be played is what is played, and all of it passes', async () => {
  const { made, always } = planSelf();
  const { clauses, choices, findings } = await verifySelf('0', {
    seed: 20_261_121,
    timeout: 60_000,
  });
  const played = [...clauses, ...choices].filter(({ cases }) => cases > 0).map(({ id }) => id);
  expect(played.sort()).toEqual([...new Set([...made.keys(), ...always])].sort());
  expect(findings).toEqual([]);
});
