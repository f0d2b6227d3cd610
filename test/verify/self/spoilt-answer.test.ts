import { beforeAll, expect, test } from 'vitest';
import { clausesOf, findFaults, type Recorded, recordExchanges } from './recorded-exchange.ts';
import { spoilt } from './spoilt-answer.ts';

let recorded: readonly Recorded[];
beforeAll(async () => {
  recorded = await recordExchanges(1);
});

test('the reference server has no fault', () => {
  const faults = recorded.flatMap(({ current, exchange, judge }) =>
    judge(exchange).faults.map((fault) => ({ title: current.title, ...fault })),
  );
  expect(faults.filter(({ severity }) => severity !== 'note')).toEqual([]);
});

test.each(spoilt)('%s is found', (_what, spoil, clause) => {
  expect([...clausesOf(findFaults(recorded, spoil))]).toContain(clause);
});
