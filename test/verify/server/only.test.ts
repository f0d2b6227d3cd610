import { expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { setUps, withVerdicts } from './only.ts';

/** One that depends on an agreed extension, and one that depends on HTTP/1.0. */
const dependent: readonly ClauseId[] = ['rfc7692/7/parameter-repeated', 'rfc9110/15.2/no-1xx-to-http10'];

test('a clause that depends on what other cases show is shown by itself', async () => {
  await withVerdicts(
    setUps['with nothing declared'],
    async (verdictsOf) => {
      const all = await verdictsOf([]);
      for (const id of dependent) expect(await verdictsOf([id])).toEqual({ [id]: all[id] });
      expect(all['rfc7692/7/parameter-repeated']).toBe('pass ');
    },
    0,
  );
});
