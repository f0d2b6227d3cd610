import { expect, test } from 'vitest';
import { holdServer, listBroken } from './hold.ts';
import { partFor } from './part.ts';
import { variants } from './variant.ts';

const named = variants.map((each) => [each.title, each] as const);

test.concurrent.each(named)(
  'nothing is held against a server that %s',
  async (_, { title, behaviour, declared, warned = [], needs = [], run }) => {
    const said = await holdServer(behaviour, declared, { ...partFor(title, [...warned, ...needs]), ...run });
    // Whoever is accused wants to know of what.
    expect(listBroken(said), JSON.stringify(said, null, 2)).toEqual(warned.map((clause) => [clause]));
  },
);
