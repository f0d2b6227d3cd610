import { describe, expect, it } from 'vitest';
import { compileDecision } from '../../models/compile.ts';
import { judge } from '../../models/decide.ts';
import { hopDecision } from '../../models/intermediary.ts';
import { answerOf, listValues, pairFaults, replaceFact, withTitles } from './expectation.ts';
import { faultlessHop, faultlessHops, hopFaults, hopSuite, hopValues } from './hop-expectation.ts';

const decide = compileDecision(hopDecision);
const { table, choices, order } = hopSuite;

describe('a hop with one fault', () => {
  it.each(withTitles(hopFaults))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessHop, ...facts }, { ...choices, ...chosen }))).toEqual(answer);
  });
});

describe('a hop without a fault', () => {
  it.each(withTitles(faultlessHops))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessHop, ...facts }, { ...choices, ...chosen }))).toEqual(answer);
  });
});

describe('with two faults the earlier of the list answers', () => {
  it.each(withTitles(pairFaults(hopSuite)))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessHop, ...facts }, { ...choices, ...chosen }))).toEqual(answer);
  });

  it('has a row for each of the list, in its order', () => {
    expect([...new Set(table.rows.map(({ guard }) => guard))]).toEqual(order);
  });
});

describe('each guard holds on its own, and for no other value', () => {
  it.each(listValues(hopValues))('%s %s: %s', (fact, value, guard) => {
    const facts = replaceFact(faultlessHop, fact, value);
    expect(judge(table, facts, choices).map((row) => row.guard)).toEqual([guard]);
  });
});
