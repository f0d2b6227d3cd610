import { createDecision, type RuleTable } from '../decision.ts';
import type { ClientChoices, ClientOutcome, ReplyFacts } from '../facts/reply.ts';
import type { Guards } from '../match.ts';
import { headGuards, headRows } from './reply-head.ts';
import type { ClientVerdict, Row } from './row.ts';

export const replyGuards = {
  ...headGuards,
  httpVersionIs10: { httpVersion: '1.0' },
  statusIsNot101: { status: 'final' },
  upgradeIsAbsent: { upgrade: 'absent' },
  upgradeIsNotWebsocket: { upgrade: 'other' },
  connectionIsAbsent: { connection: 'absent' },
  connectionLacksUpgrade: { connection: 'lacksUpgrade' },
  acceptIsAbsent: { accept: 'absent' },
  acceptIsRepeated: { accept: 'repeated' },
  acceptIsWrong: { accept: 'wrong' },
  subprotocolIsRepeated: { subprotocol: 'repeated' },
  subprotocolIsEmpty: { subprotocol: 'empty' },
  subprotocolIsMalformed: { subprotocol: 'malformed' },
  subprotocolIsUnoffered: { subprotocol: 'unoffered' },
  extensionsAreMalformed: { extensions: 'malformed' },
  extensionIsUnoffered: { extensions: 'unoffered' },
  extensionIsRepeated: { extensions: 'repeated' },
  extensionParameterIsUndefined: { extensions: 'parameterUndefined' },
  extensionParameterIsRepeated: { extensions: 'parameterRepeated' },
  extensionParameterIsInvalid: { extensions: 'parameterInvalid' },
  extensionServerTakeoverIsMissing: { extensions: 'serverTakeoverMissing' },
  extensionServerBitsAreMissing: { extensions: 'serverBitsMissing' },
  extensionServerBitsAreLarger: { extensions: 'serverBitsLarger' },
  extensionClientBitsAreUnoffered: { extensions: 'clientBitsUnoffered' },
  subprotocolIsNotChosen: { subprotocol: 'noneChosen' },
  otherwise: {},
} as const satisfies Guards<ReplyFacts>;

export type ReplyGuard = keyof typeof replyGuards;

/** A row of the client's table: it also says what no client is blamed for. */
export interface ClientRow<Guard extends string = string> extends Row<Guard, ClientVerdict, ClientChoices> {
  readonly permits: readonly ClientOutcome[];
}

const [tooLarge, tooMany, statusLine, major, fieldLines, flood, interim] = headRows;
const failed = { verdict: 'failed', permits: ['fails'] } as const;
const closed = { verdict: 'closed', permits: ['fails'] } as const;
/** How much a client reads is its own choice, and so is when it has read enough. */
const limits = { permits: ['fails', 'opens'] } as const;

/**
 * The client's decision. What is wrong before the peer has proved itself fails the connection; what is wrong
 * from the accept value onward closes it.
 */
export const clientRows = [
  { ...tooLarge, ...limits },
  { ...tooMany, ...limits },
  { ...statusLine, ...failed },
  { ...major, ...failed },
  { ...fieldLines, ...failed },
  { ...flood, permits: ['fails', 'waits', 'opens'] },
  { ...interim, permits: ['waits'] },
  {
    guard: 'statusIsNot101',
    about: 'status',
    clause: 'rfc6455/4.1/status-101',
    verdict: 'failed',
    permits: ['fails', 'opensAnother'],
  },
  { guard: 'httpVersionIs10', about: 'http-version', clause: 'rfc6455/4.2.2/reply-http11', ...failed },
  { guard: 'upgradeIsAbsent', about: 'upgrade', clause: 'rfc6455/4.1/reply-upgrade-present', ...failed },
  {
    guard: 'upgradeIsNotWebsocket',
    about: 'upgrade',
    clause: 'rfc6455/4.1/reply-upgrade-websocket',
    ...failed,
  },
  {
    guard: 'connectionIsAbsent',
    about: 'connection',
    clause: 'rfc6455/4.1/reply-connection-present',
    ...failed,
  },
  {
    guard: 'connectionLacksUpgrade',
    about: 'connection',
    clause: 'rfc6455/4.1/reply-connection-token',
    ...failed,
  },
  { guard: 'acceptIsAbsent', about: 'sec-websocket-accept', clause: 'rfc6455/4.1/accept-present', ...closed },
  {
    guard: 'acceptIsRepeated',
    about: 'sec-websocket-accept',
    clause: 'rfc6455/11.3.3/accept-once',
    ...closed,
  },
  { guard: 'acceptIsWrong', about: 'sec-websocket-accept', clause: 'rfc6455/4.1/accept-value', ...closed },
  {
    guard: 'subprotocolIsRepeated',
    about: 'sec-websocket-protocol',
    clause: 'rfc6455/11.3.4/subprotocol-once',
    ...closed,
  },
  {
    guard: 'subprotocolIsEmpty',
    about: 'sec-websocket-protocol',
    clause: 'rfc6455/4.2.2/subprotocol-not-empty',
    ...closed,
  },
  {
    guard: 'subprotocolIsMalformed',
    about: 'sec-websocket-protocol',
    clause: 'rfc6455/4.3/subprotocol-reply-grammar',
    ...closed,
  },
  {
    guard: 'subprotocolIsUnoffered',
    about: 'sec-websocket-protocol',
    clause: 'rfc6455/4.1/subprotocol-offered',
    ...closed,
  },
  {
    guard: 'extensionsAreMalformed',
    about: 'sec-websocket-extensions',
    clause: 'rfc6455/9.1/reply-extension-grammar',
    ...closed,
  },
  {
    guard: 'extensionIsUnoffered',
    about: 'sec-websocket-extensions',
    clause: 'rfc6455/4.1/extension-offered',
    ...closed,
  },
  {
    guard: 'extensionIsRepeated',
    about: 'sec-websocket-extensions',
    clause: 'rfc7692/5/answered-twice',
    ...closed,
  },
  {
    guard: 'extensionParameterIsUndefined',
    about: 'sec-websocket-extensions',
    clause: 'rfc7692/7/answer-parameter-undefined',
    ...closed,
  },
  {
    guard: 'extensionParameterIsRepeated',
    about: 'sec-websocket-extensions',
    clause: 'rfc7692/7/answer-parameter-repeated',
    ...closed,
  },
  {
    guard: 'extensionParameterIsInvalid',
    about: 'sec-websocket-extensions',
    clause: 'rfc7692/7/answer-parameter-invalid',
    ...closed,
  },
  {
    guard: 'extensionServerTakeoverIsMissing',
    about: 'sec-websocket-extensions',
    clause: 'rfc7692/7.1.1.1/server-takeover-missing',
    ...closed,
  },
  {
    guard: 'extensionServerBitsAreMissing',
    about: 'sec-websocket-extensions',
    clause: 'rfc7692/7.1.2.1/server-bits-missing',
    ...closed,
  },
  {
    guard: 'extensionServerBitsAreLarger',
    about: 'sec-websocket-extensions',
    clause: 'rfc7692/7.1.2.1/server-bits-larger',
    ...closed,
  },
  {
    guard: 'extensionClientBitsAreUnoffered',
    about: 'sec-websocket-extensions',
    clause: 'rfc7692/7.1.2.2/answer-bits-unoffered',
    ...closed,
  },
  {
    guard: 'subprotocolIsNotChosen',
    about: 'sec-websocket-protocol',
    when: { rules: 'whatwg' },
    clause: 'whatwg/2.2/subprotocol-chosen',
    ...closed,
  },
  {
    guard: 'otherwise',
    about: 'head',
    clause: 'rfc6455/4.1/established',
    verdict: 'established',
    permits: ['opens'],
  },
] as const satisfies readonly ClientRow<ReplyGuard>[];

export const clientTable: RuleTable<ReplyFacts, ClientChoices, ClientRow<ReplyGuard>> = {
  id: 'clientDecision',
  guards: replyGuards,
  rows: clientRows,
  faultless: ['interim', 'established'],
  defaults: { rules: 'rfc6455' },
};

export const clientDecision = createDecision(clientTable);
