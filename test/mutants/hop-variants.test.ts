import { expect, test } from 'vitest';
import { holdHop } from './hop-hold.ts';
import { hopVariants } from './hop-variant.ts';
import { pairsFor } from './part.ts';

const titled = hopVariants.map((each) => [each.title, each] as const);

// On a machine that is busy some pairs are played again.
test.concurrent.each(titled)(
  'nothing is held against a hop that %s',
  async (title, { behaviour, path, needs }) => {
    const said = await holdHop(behaviour, { isWanted: pairsFor(title, needs) }, path);
    const found =
      typeof said === 'string' ? said : said.findings.map(({ clause, observed }) => [clause, observed]);
    expect(found).toEqual([]);
    expect(said).toMatchObject({ mode: 'proxy', flaky: [] });
  },
  90_000,
);
