import { expect, test } from 'vitest';
import { clauseIds, clauses } from '../../../models/clauses.ts';
import { workOff } from '../../../src/verify/run/pool.ts';
import { type SetUp, setUps, withVerdicts } from './only.ts';

const ofServers = clauseIds.filter((id) => clauses[id].actor === 'server');

test.each(Object.entries<SetUp>(setUps))(
  'each clause by itself has the verdict that it has among all: %s',
  async (_, setUp) => {
    await withVerdicts(setUp, async (verdictsOf) => {
      const all = await verdictsOf([]);
      expect(Object.keys(all).sort()).toEqual([...ofServers].sort());
      const alone: Record<string, string> = {};
      await workOff(ofServers, 4, async (id) => void Object.assign(alone, await verdictsOf([id])));
      expect(alone).toEqual(all);
    });
  },
  600_000,
);
