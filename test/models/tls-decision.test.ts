import { describe, expect, it } from 'vitest';
import { compileDecision } from '../../models/compile.ts';
import { judge } from '../../models/decide.ts';
import { tlsDecision } from '../../models/tls-decision.ts';
import { answerOf, listValues, pairFaults, replaceFact, withTitles } from './expectation.ts';
import { faultlessTls, faultlessTlsHandshakes, tlsFaults, tlsSuite, tlsValues } from './tls-expectation.ts';

const decide = compileDecision(tlsDecision);
const { table, choices, order } = tlsSuite;

describe('a TLS handshake with one fault', () => {
  it.each(withTitles(tlsFaults))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessTls, ...facts }, { ...choices, ...chosen }))).toEqual(answer);
  });
});

describe('a TLS handshake without a fault', () => {
  it.each(withTitles(faultlessTlsHandshakes))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessTls, ...facts }, { ...choices, ...chosen }))).toEqual(answer);
  });
});

describe('with two faults the earlier of the list answers', () => {
  it.each(withTitles(pairFaults(tlsSuite)))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessTls, ...facts }, { ...choices, ...chosen }))).toEqual(answer);
  });

  it('has a row for each of the list, in its order', () => {
    expect([...new Set(table.rows.map(({ guard }) => guard))]).toEqual(order);
  });
});

describe('each guard holds on its own, and for no other value', () => {
  it.each(listValues(tlsValues))('%s %s: %s', (fact, value, guard) => {
    const facts = replaceFact(faultlessTls, fact, value);
    expect(judge(table, facts, choices).map((row) => row.guard)).toEqual([guard]);
  });
});
