import type { ClauseId } from '../../models/clauses.ts';
import { type HopGuard, type HopRow, hopTable } from '../../models/intermediary.ts';
import type { HopFacts, HopVerdict } from '../../models/vocabulary.ts';
import type { Expectation, Suite, Values } from './expectation.ts';

type HopExpectation = Expectation<HopFacts, object, HopRow<HopGuard>>;

export const faultlessHop: HopFacts = {
  reply: 'relayed',
  backendHttp: '1.1',
  upgrade: 'passed',
  connection: 'set',
  host: 'kept',
  idle: 'outlived',
};

export const hopValues = {
  reply: { relayed: null, altered: 'replyIsAltered', none: 'connectionIsDropped' },
  backendHttp: { '1.1': null, '1.0': 'backendHttpIs10', unseen: null },
  upgrade: { passed: null, stripped: 'upgradeIsStripped', unseen: null },
  connection: { set: null, unset: 'connectionIsNotSet', unseen: null },
  host: { kept: null, rewritten: 'hostIsRewritten', unseen: null },
  idle: { outlived: null, ended: 'idleTimeIsTooShort', unseen: null },
} as const satisfies Values<HopFacts, HopGuard>;

/** The guards in the order in which they decide. */
const order: readonly HopGuard[] = [
  'connectionIsDropped',
  'backendHttpIs10',
  'upgradeIsStripped',
  'connectionIsNotSet',
  'hostIsRewritten',
  'replyIsAltered',
  'idleTimeIsTooShort',
  'otherwise',
];

function answered(
  facts: Partial<HopFacts>,
  guard: HopGuard,
  clause: ClauseId,
  verdict: HopVerdict,
): HopExpectation {
  return { facts, choices: {}, answer: { guard, clause, verdict } };
}

export const hopFaults: readonly HopExpectation[] = [
  answered({ reply: 'none' }, 'connectionIsDropped', 'service/3/proxy-drop', 'failed'),
  answered({ backendHttp: '1.0' }, 'backendHttpIs10', 'service/7/proxy-http11', 'failed'),
  answered({ upgrade: 'stripped' }, 'upgradeIsStripped', 'service/7/proxy-upgrade-passed', 'failed'),
  answered({ connection: 'unset' }, 'connectionIsNotSet', 'service/7/proxy-connection-set', 'failed'),
  answered({ host: 'rewritten' }, 'hostIsRewritten', 'service/7/proxy-host-kept', 'failed'),
  answered({ reply: 'altered' }, 'replyIsAltered', 'service/7/proxy-reply-relayed', 'failed'),
  answered({ idle: 'ended' }, 'idleTimeIsTooShort', 'service/7/proxy-idle-timeout', 'failed'),
];

const passes = ['otherwise', 'service/7/proxy-passes', 'passes'] as const;

export const faultlessHops: readonly HopExpectation[] = [
  answered({}, ...passes),
  answered({ backendHttp: 'unseen' }, ...passes),
  answered({ upgrade: 'unseen' }, ...passes),
  answered({ connection: 'unseen' }, ...passes),
  answered({ host: 'unseen' }, ...passes),
  answered({ idle: 'unseen' }, ...passes),
];

export const hopSuite: Suite<HopFacts, object, HopRow<HopGuard>> = {
  table: hopTable,
  faultless: faultlessHop,
  choices: {},
  values: hopValues,
  order,
  faults: hopFaults,
  faultlessOnes: faultlessHops,
};
