import { describe, expect, it } from 'vitest';
import { compileDecision } from '../../models/compile.ts';
import { judge } from '../../models/decide.ts';
import { tunnelDecision } from '../../models/tunnel-decision.ts';
import { answerOf, listValues, pairFaults, replaceFact, withTitles } from './expectation.ts';
import {
  faultlessTunnel,
  faultlessTunnels,
  tunnelFaults,
  tunnelSuite,
  tunnelValues,
} from './tunnel-expectation.ts';

const decide = compileDecision(tunnelDecision);
const { table, choices, order } = tunnelSuite;

describe('a reply to CONNECT with one fault', () => {
  it.each(withTitles(tunnelFaults))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessTunnel, ...facts }, { ...choices, ...chosen }))).toEqual(answer);
  });
});

describe('a reply to CONNECT without a fault', () => {
  it.each(withTitles(faultlessTunnels))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessTunnel, ...facts }, { ...choices, ...chosen }))).toEqual(answer);
  });
});

describe('with two faults the earlier of the list answers', () => {
  it.each(withTitles(pairFaults(tunnelSuite)))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessTunnel, ...facts }, { ...choices, ...chosen }))).toEqual(answer);
  });

  it('has a row for each of the list, in its order', () => {
    expect([...new Set(table.rows.map(({ guard }) => guard))]).toEqual(order);
  });
});

describe('each guard holds on its own, and for no other value', () => {
  it.each(listValues(tunnelValues))('%s %s: %s', (fact, value, guard) => {
    const facts = replaceFact(faultlessTunnel, fact, value);
    expect(judge(table, facts, choices).map((row) => row.guard)).toEqual([guard]);
  });
});
