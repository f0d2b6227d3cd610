import { describe, expect, it } from 'vitest';
import { judge } from '../../../models/decide.ts';
import type { Row } from '../../../models/decisions/row.ts';
import { first } from '../../../models/match.ts';
import {
  answerOf,
  findRed,
  listValues,
  orderOf,
  pairFaults,
  replaceFact,
  type Suite,
  withTitles,
} from '../expectation.ts';

/**
 * Tests that a table answers as its suite says.
 *
 * @param subject what the table decides on
 * @param pairs how many two faults of the suite can come together
 * @param values how many values its facts have
 */
export function testDecision<
  Facts extends object,
  Choices extends object,
  R extends Row<string, string, Choices>,
>(
  subject: string,
  suite: Suite<Facts, Choices, R>,
  { pairs, values }: { readonly pairs: number; readonly values: number },
): void {
  const { table, faultless, faults, faultlessOnes, choices } = suite;

  describe.each([
    ['with one fault', faults],
    ['without a fault', faultlessOnes],
  ])(`${subject} %s`, (_, expectations) => {
    it.each(withTitles(expectations))('%s', (_title, { facts, choices: chosen, answer }) => {
      expect(answerOf(first(table, { ...faultless, ...facts }, { ...choices, ...chosen }))).toEqual(answer);
    });
  });

  describe(subject, () => {
    it('with two faults is answered by the earlier of the list', () => {
      const both = pairFaults(suite);
      expect([...findRed(suite, table.rows, both)]).toEqual([]);
      expect(both).toHaveLength(pairs);
    });

    it('has a row for each of the list, in its order', () => {
      expect([...new Set(table.rows.map(({ guard }) => guard))]).toEqual(orderOf(suite));
    });

    it('has each guard that a row names, and no other', () => {
      expect(Object.keys(table.guards).toSorted()).toEqual(orderOf(suite).toSorted());
    });

    it('meets each guard on its own, and for no other value', () => {
      const guards = listValues(suite.values);
      const held = guards.map(([fact, value]) => [
        fact,
        value,
        judge(table, replaceFact(faultless, fact, value), choices).map(({ guard }) => guard),
      ]);
      expect(held).toEqual(guards.map(([fact, value, guard]) => [fact, value, [guard]]));
      expect(guards).toHaveLength(values);
    });
  });
}
