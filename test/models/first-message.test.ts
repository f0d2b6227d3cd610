import { describe, expect, it } from 'vitest';
import { compileDecision } from '../../models/compile.ts';
import { judge } from '../../models/decide.ts';
import { firstMessageDecision } from '../../models/first-message.ts';
import { answerOf, listValues, pairFaults, replaceFact, withTitles } from './expectation.ts';
import {
  faultlessFirstMessage,
  faultlessFirstMessages,
  firstMessageFaults,
  firstMessageSuite,
  firstMessageValues,
} from './first-message-expectation.ts';

const decide = compileDecision(firstMessageDecision);
const { table, choices, order } = firstMessageSuite;

describe('a first message with one fault', () => {
  it.each(withTitles(firstMessageFaults))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessFirstMessage, ...facts }, { ...choices, ...chosen }))).toEqual(
      answer,
    );
  });
});

describe('a first message without a fault', () => {
  it.each(withTitles(faultlessFirstMessages))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessFirstMessage, ...facts }, { ...choices, ...chosen }))).toEqual(
      answer,
    );
  });
});

describe('with two faults the earlier of the list answers', () => {
  it.each(withTitles(pairFaults(firstMessageSuite)))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessFirstMessage, ...facts }, { ...choices, ...chosen }))).toEqual(
      answer,
    );
  });

  it('has a row for each of the list, in its order', () => {
    expect([...new Set(table.rows.map(({ guard }) => guard))]).toEqual(order);
  });
});

describe('each guard holds on its own, and for no other value', () => {
  it.each(listValues(firstMessageValues))('%s %s: %s', (fact, value, guard) => {
    const facts = replaceFact(faultlessFirstMessage, fact, value);
    expect(judge(table, facts, choices).map((row) => row.guard)).toEqual([guard]);
  });
});
