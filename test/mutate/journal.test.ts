import { expect, test } from 'vitest';
import { summarise } from '../../scripts/mutate/journal.ts';

test('one test file that kills a mutant is enough, and what was stopped has ended badly', () => {
  const { dispositions, killers } = summarise([
    [
      { kind: 'begun', id: 'a' },
      { kind: 'survived', id: 'a' },
      { kind: 'begun', id: 'b' },
      { kind: 'survived', id: 'b' },
      { kind: 'begun', id: 'c' },
      { kind: 'stalled', id: 'c' },
      { kind: 'begun', id: 'd' },
    ],
    [
      { kind: 'begun', id: 'a' },
      { kind: 'killed', id: 'a', test: 'x' },
    ],
  ]);
  expect(Object.fromEntries(dispositions)).toEqual({ a: 'killed', b: 'survived', c: 'timedOut' });
  expect(Object.fromEntries(killers)).toEqual({ a: 'x' });
});
