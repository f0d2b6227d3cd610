import { expect, test } from 'vitest';
import type { ClauseId } from '../../models/clauses.ts';
import { deviations } from './deviation.ts';
import { holdServer } from './hold.ts';

const acceptValue: ClauseId = 'rfc6455/4.2.2/accept-value';

test('who answers the key of the connection before is told so by a whole run, too', async () => {
  const remembering = deviations.find(({ title }) => title === 'answers the key of the connection before');
  if (!remembering) throw new Error('there is such a server');
  const said = await holdServer(remembering.behaviour, undefined, { runs: 0 });
  if (typeof said === 'string') throw new Error(said);
  expect(said.findings.map(({ clause, again }) => [clause, again?.seen])).toEqual([[acceptValue, 6]]);
  expect(said.flaky).toEqual([]);
});
