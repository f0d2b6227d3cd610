import { describe, expect, test } from 'vitest';
import { clientRows, type ReplyGuard } from '../../../models/decisions/client.ts';
import type { RequestGuard } from '../../../models/decisions/server.ts';
import type { ClientOutcome, ReplyDetails, ReplyFacts } from '../../../models/facts/reply.ts';
import {
  allowanceRules,
  busyStatuses,
  type DeclaredFacts,
  exemptionRules,
  isExempt,
  permitsOutcome,
} from '../../../models/verdict/exemption.ts';
import { plainReply } from '../../../src/facts/plain-reply.ts';
import { faultlessReply } from '../decisions/client-expectation.ts';
import { findIdleRows } from '../expectation.ts';

const strict: DeclaredFacts = { keyCheck: 'strict', version: 'undeclared' };

const exemptions: readonly (readonly [guard: RequestGuard, Partial<DeclaredFacts>, isExempt: boolean])[] = [
  ['keyIsMalformed', {}, false],
  ['keyIsMalformed', { keyCheck: 'length' }, true],
  ['keyIsMalformed', { keyCheck: 'presence' }, true],
  ['keyIsNot16Octets', { keyCheck: 'length' }, false],
  ['keyIsNot16Octets', { keyCheck: 'presence' }, true],
  ['keyIsRepeated', { keyCheck: 'length' }, false],
  ['keyIsRepeated', { keyCheck: 'presence' }, true],
  ['keyIsAbsent', { keyCheck: 'presence' }, false],
  ['versionIsNot13', { version: 'undeclared' }, false],
  ['versionIsNot13', { version: 'declared' }, true],
  ['versionIsMalformed', { version: 'declared' }, false],
];

describe('what a server is excused from, as it was declared', () => {
  test.each(exemptions)('%s %j: %s', (guard, declared, expected) => {
    expect(isExempt({ guard, ...strict, ...declared })).toBe(expected);
  });

  test('breaks an expectation without any one of its rules', () => {
    const isMet = (rules: typeof exemptionRules) =>
      exemptions.every(([guard, declared, is]) => isExempt({ guard, ...strict, ...declared }, rules) === is);
    expect(findIdleRows(exemptionRules, isMet)).toEqual([]);
  });

  test('each rule excuses, and says no more', () => {
    expect(new Set(exemptionRules.map(({ says }) => says))).toEqual(new Set(['exempt']));
  });

  test('the statuses of a server that is asked too much', () => {
    expect(busyStatuses).toEqual([429, 503]);
  });
});

type Outcome = readonly [
  guard: ReplyGuard,
  facts: Partial<ReplyFacts>,
  came: Partial<ReplyDetails>,
  outcome: ClientOutcome,
  isPermitted: boolean,
];

const outcomes: readonly Outcome[] = [
  ['otherwise', {}, {}, 'opens', true],
  ['otherwise', {}, {}, 'fails', false],
  ['otherwise', { subprotocol: 'noneChosen' }, {}, 'fails', true],
  ['otherwise', {}, { fieldLines: 'folded' }, 'fails', true],
  ['otherwise', { subprotocol: 'noneChosen' }, {}, 'opensAnother', false],
  ['upgradeIsNotWebsocket', {}, { upgrade: 'websocketAgain' }, 'waits', false],
  ['statusIsNot101', {}, {}, 'opensAnother', true],
  ['statusIsNot101', {}, {}, 'opens', false],
  ['upgradeIsNotWebsocket', {}, {}, 'opens', false],
  ['upgradeIsNotWebsocket', {}, { upgrade: 'websocketAgain' }, 'opens', true],
  ['acceptIsWrong', {}, { upgrade: 'websocketAgain' }, 'opens', false],
  ['acceptIsRepeated', {}, {}, 'opens', true],
  ['otherwise', {}, { statusLine: 'unspaced' }, 'fails', true],
  ['statusLineIsMalformed', {}, {}, 'opens', false],
  ['statusLineIsMalformed', {}, { statusLine: 'oddlySpaced' }, 'opens', true],
  ['fieldLinesAreMalformed', {}, {}, 'opens', true],
  ['extensionsAreMalformed', {}, {}, 'opens', false],
  ['extensionsAreMalformed', {}, { extensions: 'emptyElements' }, 'opens', true],
];

const permits = ([guard, facts, came, outcome]: Outcome, rules = allowanceRules) => {
  const row = clientRows.find((each) => each.guard === guard);
  const all = [
    { ...faultlessReply, ...facts },
    { ...plainReply, ...came },
  ] as const;
  return row !== undefined && permitsOutcome(row, outcome, ...all, rules);
};

describe('what no client is blamed for', () => {
  test.each(outcomes.map((each) => [each.map((part) => JSON.stringify(part)).join(' '), each] as const))(
    '%s',
    (_, outcome) => {
      expect(permits(outcome)).toBe(outcome[4]);
    },
  );

  test('breaks an expectation without any one of its rules', () => {
    const isMet = (rules: typeof allowanceRules) =>
      outcomes.every((each) => permits(each, rules) === each[4]);
    expect(findIdleRows(allowanceRules, isMet)).toEqual([]);
  });

  test('names the clause that leaves it open, or that says who else may be wrong', () => {
    const ofRows = new Map<unknown, string>(clientRows.map(({ guard, clause }) => [guard, clause]));
    const named = (wanted: ClientOutcome) => allowanceRules.filter(({ when }) => when.outcome === wanted);
    // Who opens on a fault is told of the clause by which the fault is found.
    for (const { when, says } of named('opens')) expect(says.clause).toBe(ofRows.get(when.guard));
    expect(named('fails').map(({ says }) => says.clause)).toEqual([
      'rfc6455/4.1/subprotocol-none-chosen',
      'rfc9112/5.2/reply-folding',
      'rfc9112/4/status-line',
    ]);
  });

  test('a client is told of two equal accept values, and of a list of nothing, all the same', () => {
    const warned = allowanceRules.flatMap(({ when, says }) => (says.isWarned ? [when.guard] : []));
    expect(warned).toEqual(['acceptIsRepeated', 'extensionsAreMalformed']);
  });

  const ofVerdict = { established: 'opens', interim: 'waits', failed: 'fails', closed: 'fails' } as const;

  test.each(clientRows.map((row) => [row.guard, row] as const))(
    '%s: the outcome of the row itself',
    (_, row) => {
      expect(row.permits).toContain(ofVerdict[row.verdict]);
    },
  );
});
