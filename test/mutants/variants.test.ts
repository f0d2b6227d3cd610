import { expect, test } from 'vitest';
import { findBroken } from './hold.ts';
import { variants } from './variant.ts';

const named = variants.map((each) => [each.title, each] as const);

test.each(named)(
  'nothing is held against a server that %s',
  async (_, { behaviour, declared, warned = [], run }) => {
    expect(await findBroken(behaviour, declared, run)).toEqual(warned.map((clause) => [clause]));
  },
);
