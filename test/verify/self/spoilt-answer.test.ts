import { beforeAll, expect, test } from 'vitest';
import { clausesOf, findFaults, type Recorded, recordExchanges } from './recorded-exchange.ts';
import { spoilt } from './spoilt-answer.ts';

let recorded: readonly Recorded[];
beforeAll(async () => {
  recorded = await recordExchanges(1, 0);
});

test('the reference server has no fault', () => {
  const faults = recorded.flatMap(({ current, exchange, judge }) =>
    judge(exchange).faults.map((fault) => ({ title: current.title, ...fault })),
  );
  expect(faults.filter(({ severity }) => severity !== 'note')).toEqual([]);
});

test.each(spoilt)('%s is found', (_what, spoil, clause) => {
  // No more exchanges are judged once one of them has shown it.
  const isShown = recorded.some((each) => clausesOf(findFaults([each], spoil)).has(clause));
  expect(isShown, clause).toBe(true);
});
