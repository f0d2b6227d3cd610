import { describe, expect, test } from 'vitest';
import { clauseIds, clauses } from '../../models/clauses.ts';
import { findPlantedOn } from '../../scripts/docs/planted.ts';
import type { Report } from '../../src/verify/report/report.ts';
import { holdClient } from './client-hold.ts';
import { holdServer } from './hold.ts';
import { unplanted } from './unplanted.ts';

describe.each([
  ['server', 'server'],
  ['client', 'client'],
  ['proxy', 'intermediary'],
] as const)('of a %s', (side, actor) => {
  const listed = unplanted[side].flatMap((each) => each.clauses);
  const planted = findPlantedOn(side);

  test('every MUST that a wire can show has a planted deviation, or a reason why it has none', () => {
    const owed = clauseIds.filter((id) => {
      const { level, observable } = clauses[id];
      return clauses[id].actor === actor && level === 'MUST' && observable;
    });
    expect(owed.filter((id) => !planted.has(id)).toSorted()).toEqual(listed.toSorted());
  });

  test('what is listed is listed once', () => {
    expect(new Set(listed).size).toBe(listed.length);
  });
});

test.each([
  ['server', () => holdServer({})],
  ['client', () => holdClient({})],
] as const)('a report on a right %s has the reasons that are said to be in one', async (side, hold) => {
  const said = await hold();
  const { clauses: results } = said as Report; // as: what keeps everything gets a report, and the lines below look at it
  const told = unplanted[side].filter(({ isReported }) => isReported);
  const reasons = told.flatMap((each) => each.clauses.map((id) => [id, each.reason]));
  expect(reasons.length).toBeGreaterThan(15);
  expect(
    reasons.map(([id]) => {
      const result = results.find((each) => each.id === id);
      return [id, result?.verdict === 'untested' ? result.reason : result?.verdict];
    }),
  ).toEqual(reasons);
});
