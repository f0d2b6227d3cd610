import { expect, test } from 'vitest';
import { clauses } from '../../models/clauses.ts';
import { hopDeviations } from './hop-deviation.ts';
import { holdHop } from './hop-hold.ts';

const titled = hopDeviations.map((each) => [each.title, each] as const);

// Who loses octets is waited for again and again.
test.concurrent.each(titled)(
  'a hop that %s is told so, once',
  async (_, deviation) => {
    const { clause, level = clauses[clause].level, tags = [], also = [], behaviour } = deviation;
    const said = await holdHop(behaviour);
    const told =
      typeof said === 'string'
        ? said
        : said.findings.map((each) => [each.level, each.clause, each.tags, ...(each.also ?? [])]);
    expect(told).toEqual([[level, clause, tags, ...also]]);
  },
  90_000,
);
