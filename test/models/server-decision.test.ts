import { describe, expect, it } from 'vitest';
import { compileDecision } from '../../models/compile.ts';
import { judge } from '../../models/decide.ts';
import { serverDecision } from '../../models/server-decision.ts';
import { answerOf, listValues, pairFaults, replaceFact, withTitles } from './expectation.ts';
import {
  faultlessRequest,
  faultlessRequests,
  requestFaults,
  requestValues,
  serverSuite,
} from './server-expectation.ts';

const decide = compileDecision(serverDecision);
const { table, choices, order } = serverSuite;

describe('a request with one fault', () => {
  it.each(withTitles(requestFaults))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessRequest, ...facts }, { ...choices, ...chosen }))).toEqual(answer);
  });
});

describe('a request without a fault', () => {
  it.each(withTitles(faultlessRequests))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessRequest, ...facts }, { ...choices, ...chosen }))).toEqual(answer);
  });
});

describe('with two faults the earlier of the list answers', () => {
  it.each(withTitles(pairFaults(serverSuite)))('%s', (_, { facts, choices: chosen, answer }) => {
    expect(answerOf(decide({ ...faultlessRequest, ...facts }, { ...choices, ...chosen }))).toEqual(answer);
  });

  it('has a row for each of the list, in its order', () => {
    expect([...new Set(table.rows.map(({ guard }) => guard))]).toEqual(order);
  });
});

describe('each guard holds on its own, and for no other value', () => {
  it.each(listValues(requestValues))('%s %s: %s', (fact, value, guard) => {
    const facts = replaceFact(faultlessRequest, fact, value);
    expect(judge(table, facts, choices).map((row) => row.guard)).toEqual([guard]);
  });
});

describe('what the texts leave to a server', () => {
  it('is upgrade required, and neither subprotocol nor origin insisted on, unless somebody chooses', () => {
    expect(table.defaults).toEqual({
      plainHttp: 'upgradeRequired',
      subprotocolMismatch: 'omit',
      subprotocolAbsent: 'omit',
      originAbsent: 'accept',
    });
  });
});
