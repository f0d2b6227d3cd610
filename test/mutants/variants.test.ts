import { expect, test } from 'vitest';
import { findBroken } from './hold.ts';
import { variants } from './variant.ts';

const named = variants.map((each) => [each.title, each] as const);

test.each(named)(
  'nothing is held against a server that %s',
  async (_, { behaviour, declared, warned = [] }) => {
    expect(await findBroken(behaviour, declared)).toEqual(warned.map((clause) => [clause]));
  },
);
