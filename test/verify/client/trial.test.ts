import { expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import type { Charge } from '../../../src/verify/client/charge.ts';
import { gatherTrials, type Trial } from '../../../src/verify/client/trial.ts';

const hostSent: ClauseId = 'rfc6455/4.1/host-sent';
const hostFirst: ClauseId = 'rfc9110/7.2/host-first';
const none = new Uint8Array();

/** A trial that shows both clauses broken, of which the one leads to the other. */
const trial: Trial = {
  ...{ clause: hostSent, title: 'a URL' },
  play: async () => ({
    ...{ requested: none, reply: none, behind: none, shown: [hostSent, hostFirst] },
    charges: [hostSent, hostFirst].map(
      (clause): Charge => ({
        ...({ kind: 'sent', clause } as const),
        expected: 'request',
        observed: 'nothing',
        about: 'host',
        seen: [],
      }),
    ),
  }),
};

async function gather(known: readonly ClauseId[]) {
  const { exhibits } = await gatherTrials([trial], { known: new Set(known) });
  return exhibits.map(({ clause, also }) => [clause, also.map((each) => each.clause)]);
}

test('what is broken because of something else is told beside it', async () => {
  expect(await gather([])).toEqual([[hostSent, [hostFirst]]]);
});

test('what was found by itself before is not told again', async () => {
  expect(await gather([hostFirst])).toEqual([[hostSent, []]]);
  expect(await gather([hostSent])).toEqual([]);
});
