import type { ClauseId } from '../clauses.ts';
import { createDecision, type RuleTable } from '../decision.ts';
import type { HopFacts, HopPermit } from '../facts/hop.ts';
import type { Guards, Rule } from '../match.ts';
import type { HopVerdict, Row } from './row.ts';

/** What a list comes through as that is another one; its lines may be joined and parted. */
export const listAltered = ['changed', 'dropped', 'doubled', 'added'] as const;

/** The same of a field that has one value, and belongs to client and server. */
const altered = [...listAltered, 'merged', 'split'] as const;

/** What a list that a hop may write itself comes through as where it no longer names what it has to. */
const lost = ['changed', 'dropped'] as const;

export const hopGuards = {
  requestIsDropped: { request: 'dropped' },
  hopAnswersFirst: { request: 'withheld' },
  requestIsGarbled: { request: 'garbled' },
  backendHttpIs10: { requestHttp: '1.0' },
  requestHttpIsNotOwn: { requestHttp: 'other' },
  upgradeIsStripped: { upgrade: lost },
  connectionIsNotSet: { connection: lost },
  nominatedFieldIsForwarded: { nominated: 'forwarded' },
  hostIsRewritten: { host: altered },
  targetIsRewritten: { target: 'changed' },
  keyIsAltered: { key: altered },
  versionIsAltered: { version: altered },
  offeredSubprotocolsAreAltered: { offeredSubprotocols: listAltered },
  offeredExtensionsAreAltered: { offeredExtensions: listAltered },
  originIsAltered: { origin: altered },
  interimIsDropped: { interims: 'dropped' },
  backendIsSilent: { reply: 'none' },
  hopAnswersInstead: { reply: 'own' },
  replyIsDropped: { reply: 'dropped' },
  replyIsGarbled: { reply: 'garbled' },
  replyHttpIsNotOwn: { replyHttp: ['1.0', 'other'] },
  switchIsUnasked: { switched: 'unasked' },
  statusIsChanged: { status: 'changed' },
  repliedUpgradeIsStripped: { repliedUpgrade: lost },
  repliedConnectionIsNotSet: { repliedConnection: lost },
  acceptIsAltered: { accept: altered },
  chosenSubprotocolIsAltered: { chosenSubprotocol: altered },
  agreedExtensionsAreAltered: { agreedExtensions: listAltered },
  idleTimeIsTooShort: { idle: 'ended' },
  otherwise: {},
} as const satisfies Guards<HopFacts>;

export type HopGuard = keyof typeof hopGuards;

/** One row on an intermediary: it also says what stays the hop's own affair where it is about to be judged. */
export interface HopRow<Guard extends string = string> extends Row<Guard, HopVerdict> {
  /** Which way that goes what its guard looks at: to the backend, or back to the client. */
  readonly way: 'forth' | 'back';
  readonly permits: readonly HopPermit[];
}

const failed = { verdict: 'failed', permits: [] } as const;
const dropped = { clause: 'service/3/proxy-drop', verdict: 'failed', permits: ['refuseOddRequest'] } as const;
const garbled = { clause: 'rfc9110/2.2/well-formed-forwarded', ...failed } as const;
const notOwn = { clause: 'rfc9112/2.3/own-version', ...failed } as const;
const forwarded = { clause: 'rfc9110/5.1/handshake-fields-forwarded', ...failed } as const;
const list = { permits: ['otherLines', 'configured'] } as const;
const ownList = { verdict: 'failed', permits: ['ownOptions', 'otherLines'] } as const;
const relayed = { clause: 'service/7/proxy-reply-relayed', ...failed } as const;

/**
 * What a hop was seen to do, the earliest cause first: how the request came to the backend, what the backend made of
 * it, how the reply came back, how long the connection lived.
 */
export const hopRows = [
  { guard: 'requestIsDropped', way: 'forth', about: 'head', ...dropped },
  {
    guard: 'hopAnswersFirst',
    way: 'forth',
    about: 'head',
    clause: 'rfc9110/3.7/gateway-answers',
    verdict: 'answered',
    permits: ['ownReply', 'refuseOddRequest'],
  },
  { guard: 'requestIsGarbled', way: 'forth', about: 'head', ...garbled },
  {
    guard: 'backendHttpIs10',
    way: 'forth',
    about: 'http-version',
    clause: 'service/7/proxy-http11',
    ...failed,
  },
  { guard: 'requestHttpIsNotOwn', way: 'forth', about: 'http-version', ...notOwn },
  {
    guard: 'upgradeIsStripped',
    way: 'forth',
    about: 'upgrade',
    clause: 'service/7/proxy-upgrade-passed',
    ...ownList,
  },
  {
    guard: 'connectionIsNotSet',
    way: 'forth',
    about: 'connection',
    clause: 'service/7/proxy-connection-set',
    ...ownList,
  },
  {
    guard: 'nominatedFieldIsForwarded',
    way: 'forth',
    about: 'nominated',
    clause: 'rfc9110/7.6.1/hop-fields-removed',
    ...failed,
  },
  {
    guard: 'hostIsRewritten',
    way: 'forth',
    about: 'host',
    clause: 'service/7/proxy-host-kept',
    verdict: 'failed',
    permits: ['originForm'],
  },
  {
    guard: 'targetIsRewritten',
    way: 'forth',
    about: 'target',
    clause: 'rfc9110/7.7/target-kept',
    verdict: 'failed',
    permits: ['originForm', 'configured'],
  },
  { guard: 'keyIsAltered', way: 'forth', about: 'sec-websocket-key', ...forwarded },
  { guard: 'versionIsAltered', way: 'forth', about: 'sec-websocket-version', ...forwarded },
  {
    guard: 'offeredSubprotocolsAreAltered',
    way: 'forth',
    about: 'sec-websocket-protocol',
    ...forwarded,
    ...list,
  },
  {
    guard: 'offeredExtensionsAreAltered',
    way: 'forth',
    about: 'sec-websocket-extensions',
    ...forwarded,
    ...list,
  },
  {
    guard: 'originIsAltered',
    way: 'forth',
    about: 'origin',
    clause: 'rfc9110/7.7/origin-kept',
    verdict: 'failed',
    permits: ['configured'],
  },
  {
    guard: 'interimIsDropped',
    way: 'back',
    about: 'interims',
    clause: 'rfc9110/15.2/interim-relayed',
    verdict: 'failed',
    permits: ['ownInterim'],
  },
  {
    guard: 'backendIsSilent',
    way: 'back',
    about: 'head',
    clause: 'rfc9110/15.6.5/gateway-timeout',
    verdict: 'unanswered',
    permits: ['ownReply'],
  },
  {
    guard: 'hopAnswersInstead',
    way: 'back',
    about: 'head',
    clause: 'rfc9110/15.6.3/bad-gateway',
    verdict: 'answered',
    permits: ['ownReply'],
  },
  { guard: 'replyIsDropped', way: 'back', about: 'head', ...dropped },
  { guard: 'replyIsGarbled', way: 'back', about: 'head', ...garbled },
  { guard: 'replyHttpIsNotOwn', way: 'back', about: 'http-version', ...notOwn, permits: ['refuseInHttp10'] },
  {
    guard: 'switchIsUnasked',
    way: 'back',
    about: 'status',
    clause: 'rfc9110/7.8/unasked-switch-stopped',
    ...failed,
  },
  { guard: 'statusIsChanged', way: 'back', about: 'status', ...relayed, permits: ['otherRefusal'] },
  {
    guard: 'repliedUpgradeIsStripped',
    way: 'back',
    about: 'upgrade',
    clause: 'rfc9110/7.8/upgrade-in-relayed-switch',
    ...ownList,
  },
  {
    guard: 'repliedConnectionIsNotSet',
    way: 'back',
    about: 'connection',
    clause: 'rfc9110/7.8/connection-in-relayed-switch',
    ...ownList,
  },
  { guard: 'acceptIsAltered', way: 'back', about: 'sec-websocket-accept', ...relayed },
  { guard: 'chosenSubprotocolIsAltered', way: 'back', about: 'sec-websocket-protocol', ...relayed },
  {
    guard: 'agreedExtensionsAreAltered',
    way: 'back',
    about: 'sec-websocket-extensions',
    ...relayed,
    ...list,
  },
  {
    guard: 'idleTimeIsTooShort',
    way: 'back',
    about: 'end',
    clause: 'service/7/proxy-idle-timeout',
    ...failed,
  },
  {
    guard: 'otherwise',
    way: 'back',
    about: 'head',
    clause: 'service/7/proxy-passes',
    verdict: 'passes',
    permits: ['addedFields', 'otherSpelling'],
  },
] as const satisfies readonly HopRow<HopGuard>[];

export const hopTable: RuleTable<HopFacts, object, HopRow<HopGuard>> = {
  id: 'intermediary',
  guards: hopGuards,
  rows: hopRows,
  faultless: ['passes', 'answered', 'unanswered'],
  defaults: {},
};

export const hopDecision = createDecision(hopTable);

/** What a field comes through as that was sent. */
const seen = ['kept', ...altered] as const;
const seenOption = [...seen, 'replaced'] as const;

/** What a handshake that went through a hop shows, kept or broken, by what became of a part of it. */
export const hopShown: readonly Rule<HopFacts, readonly ClauseId[]>[] = [
  {
    when: { reply: ['relayed', 'own', 'dropped', 'garbled'] },
    says: ['service/3/proxy-drop', 'rfc9110/2.2/well-formed-forwarded'],
  },
  { when: { reply: 'relayed' }, says: ['service/7/proxy-passes'] },
  {
    when: { requestHttp: ['1.1', '1.0', 'other'] },
    says: ['service/7/proxy-http11', 'rfc9112/2.3/own-version'],
  },
  { when: { upgrade: seenOption }, says: ['service/7/proxy-upgrade-passed'] },
  { when: { connection: seenOption }, says: ['service/7/proxy-connection-set'] },
  { when: { nominated: ['removed', 'forwarded'] }, says: ['rfc9110/7.6.1/hop-fields-removed'] },
  { when: { host: seen }, says: ['service/7/proxy-host-kept'] },
  { when: { target: ['kept', 'reduced', 'changed'] }, says: ['rfc9110/7.7/target-kept'] },
  { when: { key: seen }, says: ['rfc9110/5.1/handshake-fields-forwarded'] },
  { when: { origin: seen }, says: ['rfc9110/7.7/origin-kept'] },
  { when: { interims: ['passed', 'dropped'] }, says: ['rfc9110/15.2/interim-relayed'] },
  { when: { switched: ['asked', 'unasked'] }, says: ['rfc9110/7.8/unasked-switch-stopped'] },
  { when: { status: ['kept', 'replaced', 'changed'] }, says: ['service/7/proxy-reply-relayed'] },
  { when: { repliedUpgrade: seenOption }, says: ['rfc9110/7.8/upgrade-in-relayed-switch'] },
  { when: { repliedConnection: seenOption }, says: ['rfc9110/7.8/connection-in-relayed-switch'] },
  { when: { idle: ['outlived', 'ended'] }, says: ['service/7/proxy-idle-timeout'] },
];
