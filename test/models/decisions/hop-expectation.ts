import type { ClauseId } from '../../../models/clauses.ts';
import { type HopGuard, type HopRow, hopTable } from '../../../models/decisions/hop.ts';
import type { HopVerdict } from '../../../models/decisions/row.ts';
import type { HopFacts, HopPermit } from '../../../models/facts/hop.ts';
import type { Expectation, Suite, Values } from '../expectation.ts';

type HopExpectation = Expectation<HopFacts, object, HopRow<HopGuard>>;

export const faultlessHop: HopFacts = {
  request: 'arrived',
  requestHttp: '1.1',
  upgrade: 'kept',
  connection: 'replaced',
  nominated: 'none',
  host: 'kept',
  target: 'kept',
  key: 'kept',
  version: 'kept',
  offeredSubprotocols: 'kept',
  offeredExtensions: 'absent',
  origin: 'absent',
  interims: 'none',
  reply: 'relayed',
  replyHttp: '1.1',
  switched: 'asked',
  status: 'kept',
  repliedUpgrade: 'kept',
  repliedConnection: 'kept',
  accept: 'kept',
  chosenSubprotocol: 'kept',
  agreedExtensions: 'absent',
  idle: 'outlived',
};

const untouched = { unseen: null, absent: null, kept: null } as const;

/** A field with one value: anything but the same is a fault. */
function single<Guard extends HopGuard>(guard: Guard) {
  const joined = { merged: guard, split: guard } as const;
  return { ...untouched, ...joined, changed: guard, dropped: guard, doubled: guard, added: guard } as const;
}

/** A list: its lines may be joined and parted. */
function list<Guard extends HopGuard>(guard: Guard) {
  return { ...single(guard), merged: null, split: null } as const;
}

/** A list that the hop may write itself. */
function own<Guard extends HopGuard>(guard: Guard) {
  return { ...list(guard), doubled: null, added: null, replaced: null } as const;
}

const hopValues = {
  request: {
    arrived: null,
    withheld: 'hopAnswersFirst',
    dropped: 'requestIsDropped',
    garbled: 'requestIsGarbled',
  },
  requestHttp: { unseen: null, '1.1': null, '1.0': 'backendHttpIs10', other: 'requestHttpIsNotOwn' },
  upgrade: own('upgradeIsStripped'),
  connection: own('connectionIsNotSet'),
  nominated: { unseen: null, none: null, removed: null, forwarded: 'nominatedFieldIsForwarded' },
  host: single('hostIsRewritten'),
  target: { unseen: null, kept: null, reduced: null, changed: 'targetIsRewritten' },
  key: single('keyIsAltered'),
  version: single('versionIsAltered'),
  offeredSubprotocols: list('offeredSubprotocolsAreAltered'),
  offeredExtensions: list('offeredExtensionsAreAltered'),
  origin: single('originIsAltered'),
  interims: { unseen: null, none: null, passed: null, dropped: 'interimIsDropped' },
  reply: {
    unseen: null,
    relayed: null,
    none: 'backendIsSilent',
    own: 'hopAnswersInstead',
    dropped: 'replyIsDropped',
    garbled: 'replyIsGarbled',
  },
  replyHttp: {
    unseen: null,
    '1.1': null,
    downgraded: null,
    '1.0': 'replyHttpIsNotOwn',
    other: 'replyHttpIsNotOwn',
  },
  switched: { unseen: null, none: null, asked: null, unasked: 'switchIsUnasked' },
  status: { unseen: null, kept: null, replaced: null, changed: 'statusIsChanged' },
  repliedUpgrade: own('repliedUpgradeIsStripped'),
  repliedConnection: own('repliedConnectionIsNotSet'),
  accept: single('acceptIsAltered'),
  chosenSubprotocol: single('chosenSubprotocolIsAltered'),
  agreedExtensions: list('agreedExtensionsAreAltered'),
  idle: { unseen: null, outlived: null, ended: 'idleTimeIsTooShort' },
} as const satisfies Values<HopFacts, HopGuard>;

type Answer = readonly [guard: HopGuard, clause: ClauseId, verdict: HopVerdict, ...permits: HopPermit[]];

function answered(facts: Partial<HopFacts>, ...[guard, clause, verdict, ...permits]: Answer): HopExpectation {
  return { facts, choices: {}, answer: { guard, clause, verdict, permits } };
}

/** The same answer for each of these values of one fact. */
function each<Fact extends keyof HopFacts>(
  fact: Fact,
  values: readonly HopFacts[Fact][],
  ...answer: Answer
): readonly HopExpectation[] {
  return values.map((value) => answered({ [fact]: value }, ...answer));
}

const otherValues = ['changed', 'dropped', 'doubled', 'added'] as const;
const otherField = [...otherValues, 'merged', 'split'] as const;
const lost = ['changed', 'dropped'] as const;

const drop = ['service/3/proxy-drop', 'failed', 'refuseOddRequest'] as const;
const garbled = ['rfc9110/2.2/well-formed-forwarded', 'failed'] as const;
const notOwn = ['rfc9112/2.3/own-version', 'failed'] as const;
const forwarded = ['rfc9110/5.1/handshake-fields-forwarded', 'failed'] as const;
const relayed = ['service/7/proxy-reply-relayed', 'failed'] as const;
const ownList = ['failed', 'ownOptions', 'otherLines'] as const;
const freeList = ['otherLines', 'configured'] as const;

const hopFaults: readonly HopExpectation[] = [
  answered({ request: 'dropped' }, 'requestIsDropped', ...drop),
  answered(
    { request: 'withheld' },
    'hopAnswersFirst',
    'rfc9110/3.7/gateway-answers',
    'answered',
    'ownReply',
    'refuseOddRequest',
  ),
  answered({ request: 'garbled' }, 'requestIsGarbled', ...garbled),
  answered({ requestHttp: '1.0' }, 'backendHttpIs10', 'service/7/proxy-http11', 'failed'),
  answered({ requestHttp: 'other' }, 'requestHttpIsNotOwn', ...notOwn),
  ...each('upgrade', lost, 'upgradeIsStripped', 'service/7/proxy-upgrade-passed', ...ownList),
  ...each('connection', lost, 'connectionIsNotSet', 'service/7/proxy-connection-set', ...ownList),
  answered(
    { nominated: 'forwarded' },
    'nominatedFieldIsForwarded',
    'rfc9110/7.6.1/hop-fields-removed',
    'failed',
  ),
  ...each('host', otherField, 'hostIsRewritten', 'service/7/proxy-host-kept', 'failed', 'originForm'),
  answered(
    { target: 'changed' },
    'targetIsRewritten',
    'rfc9110/7.7/target-kept',
    'failed',
    'originForm',
    'configured',
  ),
  ...each('key', otherField, 'keyIsAltered', ...forwarded),
  ...each('version', otherField, 'versionIsAltered', ...forwarded),
  ...each(
    'offeredSubprotocols',
    otherValues,
    'offeredSubprotocolsAreAltered',
    ...([...forwarded, ...freeList] as const),
  ),
  ...each(
    'offeredExtensions',
    otherValues,
    'offeredExtensionsAreAltered',
    ...([...forwarded, ...freeList] as const),
  ),
  ...each('origin', otherField, 'originIsAltered', 'rfc9110/7.7/origin-kept', 'failed', 'configured'),
  answered(
    { interims: 'dropped' },
    'interimIsDropped',
    'rfc9110/15.2/interim-relayed',
    'failed',
    'ownInterim',
  ),
  answered({ reply: 'none' }, 'backendIsSilent', 'rfc9110/15.6.5/gateway-timeout', 'unanswered', 'ownReply'),
  answered({ reply: 'own' }, 'hopAnswersInstead', 'rfc9110/15.6.3/bad-gateway', 'answered', 'ownReply'),
  answered({ reply: 'dropped' }, 'replyIsDropped', ...drop),
  answered({ reply: 'garbled' }, 'replyIsGarbled', ...garbled),
  ...each('replyHttp', ['1.0', 'other'], 'replyHttpIsNotOwn', ...notOwn, 'refuseInHttp10'),
  answered({ switched: 'unasked' }, 'switchIsUnasked', 'rfc9110/7.8/unasked-switch-stopped', 'failed'),
  answered({ status: 'changed' }, 'statusIsChanged', ...relayed, 'otherRefusal'),
  ...each(
    'repliedUpgrade',
    lost,
    'repliedUpgradeIsStripped',
    'rfc9110/7.8/upgrade-in-relayed-switch',
    ...ownList,
  ),
  ...each(
    'repliedConnection',
    lost,
    'repliedConnectionIsNotSet',
    'rfc9110/7.8/connection-in-relayed-switch',
    ...ownList,
  ),
  ...each('accept', otherField, 'acceptIsAltered', ...relayed),
  ...each('chosenSubprotocol', otherField, 'chosenSubprotocolIsAltered', ...relayed),
  ...each(
    'agreedExtensions',
    otherValues,
    'agreedExtensionsAreAltered',
    ...([...relayed, ...freeList] as const),
  ),
  answered({ idle: 'ended' }, 'idleTimeIsTooShort', 'service/7/proxy-idle-timeout', 'failed'),
];

const passes = [
  'otherwise',
  'service/7/proxy-passes',
  'passes',
  ...(['addedFields', 'otherSpelling'] as const),
] as const;

const faultlessHops: readonly HopExpectation[] = [
  answered({}, ...passes),
  answered({ requestHttp: 'unseen', upgrade: 'unseen', connection: 'unseen', host: 'unseen' }, ...passes),
  answered({ connection: 'kept' }, ...passes),
  answered({ upgrade: 'replaced' }, ...passes),
  answered({ nominated: 'removed' }, ...passes),
  answered({ host: 'kept', target: 'reduced' }, ...passes),
  answered({ offeredSubprotocols: 'merged', offeredExtensions: 'split' }, ...passes),
  answered({ interims: 'passed' }, ...passes),
  answered({ replyHttp: 'downgraded', switched: 'none' }, ...passes),
  answered({ status: 'replaced' }, ...passes),
  answered({ idle: 'unseen' }, ...passes),
];

export const hopSuite: Suite<HopFacts, object, HopRow<HopGuard>> = {
  table: hopTable,
  faultless: faultlessHop,
  choices: {},
  values: hopValues,
  faults: hopFaults,
  harmless: ['hopAnswersFirst', 'backendIsSilent', 'hopAnswersInstead'],
  faultlessOnes: faultlessHops,
};
