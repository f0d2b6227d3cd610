import { expect, test } from 'vitest';
import { readResult } from '../campaign/run/store.ts';
import { withheld } from '../campaign/withheld.ts';
import { debianProxies } from '../peers/debian-proxy.ts';
import { npmProxies } from '../peers/npm-proxy.ts';
import { pageProxies } from '../peers/page-proxy.ts';
import type { Found } from '../peers/proxy-set-up.ts';

const setUps = [...pageProxies, ...debianProxies, ...npmProxies];

const tell = (found: Found) => found.map(([level, clause]) => `${level} ${clause}`).toSorted();

test.each(setUps.map((each) => [each.title, each] as const))(
  'what tests find on %s is what its result has',
  (title, { found }) => {
    const result = readResult('proxy', title);
    // A set-up with a fault that was put into it on purpose has none.
    if (result === null) return;
    const literal = result.findings.filter((each) => each.literal);
    expect(tell(found)).toEqual(tell(literal.map(({ level, clause }) => [level, clause])));
  },
);

test('nothing is told that is withheld', () => {
  const named = setUps.flatMap(({ found }) => found.map(([, clause]) => clause));
  expect(named.filter((clause) => withheld.has(clause))).toEqual([]);
});
