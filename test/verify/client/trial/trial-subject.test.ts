import { expect, test } from 'vitest';
import type { ClauseId } from '../../../../models/clauses.ts';
import { gatherTrials } from '../../../../src/verify/client/gather.ts';
import { begin } from '../trial-client.ts';

const hostSent: ClauseId = 'rfc6455/4.1/host-sent';
const hostFirst: ClauseId = 'rfc9110/7.2/host-first';

/** What is found of a client that sends another Host, and that late, in one trial. */
async function gather(known: readonly ClauseId[]) {
  const { elsewhere, ...options } = await begin({
    sends: (opening) => opening.replace(/Host: \S+\r\n([\s\S]*\r\n)\r\n/, '$1Host: elsewhere.test\r\n\r\n'),
  });
  const isWanted = ({ title }: { readonly title: string }) => title === 'a URL with a fragment';
  const { gathered } = await gatherTrials(options, elsewhere, { known: new Set(known), isWanted });
  return gathered.exhibits.map(({ clause, also }) => [clause, also.map((each) => each.clause)]);
}

test('what is broken because of something else is told beside it', async () => {
  expect(await gather([])).toEqual([[hostSent, [hostFirst]]]);
});

test('what was found by itself before is not told again', async () => {
  expect(await gather([hostFirst])).toEqual([[hostSent, []]]);
  expect(await gather([hostSent])).toEqual([[hostFirst, []]]);
  expect(await gather([hostSent, hostFirst])).toEqual([]);
});
