import { createDecision, type Guards, type RuleTable } from './decision.ts';
import { headGuards, headRows } from './reply-head.ts';
import type { ClientChoices, ClientVerdict, ReplyFacts, Row } from './vocabulary.ts';

export const replyGuards = {
  ...headGuards,
  httpVersionIs10: (facts) => facts.httpVersion === '1.0',
  statusIsNot101: (facts) => facts.status === 'final',
  upgradeIsAbsent: (facts) => facts.upgrade === 'absent',
  upgradeIsNotWebsocket: (facts) => facts.upgrade === 'other',
  connectionIsAbsent: (facts) => facts.connection === 'absent',
  connectionLacksUpgrade: (facts) => facts.connection === 'lacksUpgrade',
  acceptIsAbsent: (facts) => facts.accept === 'absent',
  acceptIsRepeated: (facts) => facts.accept === 'repeated',
  acceptIsWrong: (facts) => facts.accept === 'wrong',
  subprotocolIsRepeated: (facts) => facts.subprotocol === 'repeated',
  subprotocolIsEmpty: (facts) => facts.subprotocol === 'empty',
  subprotocolIsMalformed: (facts) => facts.subprotocol === 'malformed',
  subprotocolIsUnoffered: (facts) => facts.subprotocol === 'unoffered',
  extensionsAreMalformed: (facts) => facts.extensions === 'malformed',
  extensionIsUnoffered: (facts) => facts.extensions === 'unoffered',
  extensionIsRepeated: (facts) => facts.extensions === 'repeated',
  extensionParameterIsUndefined: (facts) => facts.extensions === 'parameterUndefined',
  extensionParameterIsRepeated: (facts) => facts.extensions === 'parameterRepeated',
  extensionParameterIsInvalid: (facts) => facts.extensions === 'parameterInvalid',
  extensionServerTakeoverIsMissing: (facts) => facts.extensions === 'serverTakeoverMissing',
  extensionServerBitsAreMissing: (facts) => facts.extensions === 'serverBitsMissing',
  extensionServerBitsAreLarger: (facts) => facts.extensions === 'serverBitsLarger',
  extensionClientBitsAreUnoffered: (facts) => facts.extensions === 'clientBitsUnoffered',
  subprotocolIsNotChosen: (facts) => facts.subprotocol === 'noneChosen',
  otherwise: () => true,
} as const satisfies Guards<ReplyFacts>;

export type ReplyGuard = keyof typeof replyGuards;
export type ClientRow<Guard extends string = string> = Row<Guard, ClientVerdict, ClientChoices>;

/**
 * The client's decision. What is wrong before the peer has proved itself fails the connection; what is wrong
 * from the accept value onward closes it.
 */
export const clientRows = [
  ...headRows,
  { guard: 'statusIsNot101', clause: 'rfc6455/4.1/status-101', verdict: 'failed' },
  { guard: 'httpVersionIs10', clause: 'rfc6455/4.2.2/reply-http11', verdict: 'failed' },
  { guard: 'upgradeIsAbsent', clause: 'rfc6455/4.1/reply-upgrade-present', verdict: 'failed' },
  { guard: 'upgradeIsNotWebsocket', clause: 'rfc6455/4.1/reply-upgrade-websocket', verdict: 'failed' },
  { guard: 'connectionIsAbsent', clause: 'rfc6455/4.1/reply-connection-present', verdict: 'failed' },
  { guard: 'connectionLacksUpgrade', clause: 'rfc6455/4.1/reply-connection-token', verdict: 'failed' },
  { guard: 'acceptIsAbsent', clause: 'rfc6455/4.1/accept-present', verdict: 'closed' },
  { guard: 'acceptIsRepeated', clause: 'rfc6455/11.3.3/accept-once', verdict: 'closed' },
  { guard: 'acceptIsWrong', clause: 'rfc6455/4.1/accept-value', verdict: 'closed' },
  { guard: 'subprotocolIsRepeated', clause: 'rfc6455/11.3.4/subprotocol-once', verdict: 'closed' },
  { guard: 'subprotocolIsEmpty', clause: 'rfc6455/4.2.2/subprotocol-not-empty', verdict: 'closed' },
  { guard: 'subprotocolIsMalformed', clause: 'rfc6455/4.3/subprotocol-reply-grammar', verdict: 'closed' },
  { guard: 'subprotocolIsUnoffered', clause: 'rfc6455/4.1/subprotocol-offered', verdict: 'closed' },
  { guard: 'extensionsAreMalformed', clause: 'rfc6455/9.1/reply-extension-grammar', verdict: 'closed' },
  { guard: 'extensionIsUnoffered', clause: 'rfc6455/4.1/extension-offered', verdict: 'closed' },
  { guard: 'extensionIsRepeated', clause: 'rfc7692/5/answered-twice', verdict: 'closed' },
  {
    guard: 'extensionParameterIsUndefined',
    clause: 'rfc7692/7/answer-parameter-undefined',
    verdict: 'closed',
  },
  {
    guard: 'extensionParameterIsRepeated',
    clause: 'rfc7692/7/answer-parameter-repeated',
    verdict: 'closed',
  },
  { guard: 'extensionParameterIsInvalid', clause: 'rfc7692/7/answer-parameter-invalid', verdict: 'closed' },
  {
    guard: 'extensionServerTakeoverIsMissing',
    clause: 'rfc7692/7.1.1.1/server-takeover-missing',
    verdict: 'closed',
  },
  {
    guard: 'extensionServerBitsAreMissing',
    clause: 'rfc7692/7.1.2.1/server-bits-missing',
    verdict: 'closed',
  },
  { guard: 'extensionServerBitsAreLarger', clause: 'rfc7692/7.1.2.1/server-bits-larger', verdict: 'closed' },
  {
    guard: 'extensionClientBitsAreUnoffered',
    clause: 'rfc7692/7.1.2.2/answer-bits-unoffered',
    verdict: 'closed',
  },
  {
    guard: 'subprotocolIsNotChosen',
    when: { rules: 'whatwg' },
    clause: 'whatwg/2.2/subprotocol-chosen',
    verdict: 'closed',
  },
  { guard: 'otherwise', clause: 'rfc6455/4.1/established', verdict: 'established' },
] as const satisfies readonly ClientRow<ReplyGuard>[];

export const clientTable: RuleTable<ReplyFacts, ClientChoices, ClientRow<ReplyGuard>> = {
  id: 'clientDecision',
  guards: replyGuards,
  rows: clientRows,
  faultless: ['interim', 'established'],
  defaults: { rules: 'rfc6455' },
};

export const clientDecision = createDecision(clientTable);
