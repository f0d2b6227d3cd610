import { expect, test } from 'vitest';
import { holdClient } from './client-hold.ts';
import { clientVariants } from './client-variant.ts';
import { listBroken } from './hold.ts';
import { partFor } from './part.ts';

const named = clientVariants.map((each) => [each.title, each] as const);

test.concurrent.each(named)(
  'nothing is held against a client that %s',
  async (_, { title, behaviour, warned = [] }) => {
    const said = await holdClient(behaviour, partFor(title, warned));
    // Whoever is accused wants to know of what.
    expect(listBroken(said), JSON.stringify(said, null, 2)).toEqual(warned.map((clause) => [clause]));
    expect(said).toMatchObject({ flaky: [] });
  },
);
