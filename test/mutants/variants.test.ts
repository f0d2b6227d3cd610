import { expect, test } from 'vitest';
import { findBroken } from './hold.ts';
import { partFor } from './part.ts';
import { variants } from './variant.ts';

const named = variants.map((each) => [each.title, each] as const);

test.concurrent.each(named)(
  'nothing is held against a server that %s',
  async (_, { title, behaviour, declared, warned = [], needs = [], run }) => {
    expect(
      await findBroken(behaviour, declared, { ...partFor(title, [...warned, ...needs]), ...run }),
    ).toEqual(warned.map((clause) => [clause]));
  },
);
