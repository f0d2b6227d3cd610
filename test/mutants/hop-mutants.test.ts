import { expect, test } from 'vitest';
import { clauses } from '../../models/clauses.ts';
import { pairCases } from '../../src/verify/proxy/case/case-list.ts';
import { hopDeviations } from './hop-deviation.ts';
import { holdHop } from './hop-hold.ts';
import { hopVariants } from './hop-variant.ts';
import { knownMarks, tellMarks } from './mark.ts';
import { pairsFor } from './part.ts';

const titled = hopDeviations.map((each) => [each.title, each] as const);

// Who loses octets is waited for again and again.
test.concurrent.each(titled)(
  'a hop that %s is told so, once, and where',
  async (_, deviation) => {
    const { title, behaviour, needs } = deviation;
    const { clause, level = clauses[clause].level, tags = [], also = [] } = deviation;
    const said = await holdHop(behaviour, { isWanted: pairsFor(title, needs) });
    const told =
      typeof said === 'string'
        ? said
        : said.findings.map((each) => [each.level, each.clause, each.tags, ...(each.also ?? [])]);
    expect(told).toEqual([[level, clause, tags, ...also]]);
    expect(knownMarks).toContain(tellMarks(`a hop that ${title}`, clause, said));
  },
  90_000,
);

test('the pairs that a hop needs are pairs of a run', () => {
  const titles = pairCases({ seed: 1, runs: 0 }).literals.map(({ title }) => title);
  const needed = [...hopDeviations, ...hopVariants].flatMap(({ needs = [] }) => needs);
  expect(needed.filter((title) => !titles.includes(title))).toEqual([]);
});
