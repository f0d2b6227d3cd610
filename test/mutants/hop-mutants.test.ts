import { expect, test } from 'vitest';
import { clauses } from '../../models/clauses.ts';
import { hopDeviations } from './hop-deviation.ts';
import { holdHop } from './hop-hold.ts';
import { pairsFor } from './part.ts';

const titled = hopDeviations.map((each) => [each.title, each] as const);

// Who loses octets is waited for again and again.
test.concurrent.each(titled)(
  'a hop that %s is told so, once',
  async (_, deviation) => {
    const {
      title,
      clause,
      level = clauses[clause].level,
      tags = [],
      also = [],
      behaviour,
      needs,
    } = deviation;
    const said = await holdHop(behaviour, { isWanted: pairsFor(title, needs) });
    const told =
      typeof said === 'string'
        ? said
        : said.findings.map((each) => [each.level, each.clause, each.tags, ...(each.also ?? [])]);
    expect(told).toEqual([[level, clause, tags, ...also]]);
  },
  90_000,
);
