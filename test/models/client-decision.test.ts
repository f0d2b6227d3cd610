import { describe, expect, it } from 'vitest';
import { clientDecision } from '../../models/client-decision.ts';
import { compileDecision } from '../../models/compile.ts';
import { judge } from '../../models/decide.ts';
import {
  clientSuite,
  faultlessReplies,
  faultlessReply,
  replyFaults,
  replyValues,
} from './client-expectation.ts';
import { answerOf, listValues, pairFaults, replaceFact, withTitles } from './expectation.ts';

const decide = compileDecision(clientDecision);
const { table, choices, order } = clientSuite;

describe('a reply with one fault', () => {
  it.each(withTitles(replyFaults))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessReply, ...facts }, { ...choices, ...chosen }))).toEqual(answer);
  });
});

describe('a reply without a fault', () => {
  it.each(withTitles(faultlessReplies))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessReply, ...facts }, { ...choices, ...chosen }))).toEqual(answer);
  });
});

describe('with two faults the earlier of the list answers', () => {
  it.each(withTitles(pairFaults(clientSuite)))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessReply, ...facts }, { ...choices, ...chosen }))).toEqual(answer);
  });

  it('has a row for each of the list, in its order', () => {
    expect([...new Set(table.rows.map(({ guard }) => guard))]).toEqual(order);
  });
});

describe('each guard holds on its own, and for no other value', () => {
  it.each(listValues(replyValues))('%s %s: %s', (fact, value, guard) => {
    const facts = replaceFact(faultlessReply, fact, value);
    expect(judge(table, facts, choices).map((row) => row.guard)).toEqual([guard]);
  });
});

describe('what is left to a client', () => {
  it('is to keep the rules of RFC 6455 alone, unless somebody chooses', () => {
    expect(table.defaults).toEqual({ rules: 'rfc6455' });
  });
});
