import type { ClauseId } from './clauses.ts';
import type { ReplyGuard } from './client-decision.ts';
import { holds } from './match.ts';
import type { RequestGuard } from './server-decision.ts';
import type { Topic } from './topic.ts';
import type { ReplyDetails } from './vocabulary.ts';

/**
 * Which clause the sender breaks where the recipient finds a fault. The first row of the guard whose details fit says
 * so; its clause is null where the sender does nothing wrong.
 */
export interface MirrorRow<Guard extends string, Details = object> {
  readonly guard: Guard;
  readonly came?: Partial<Details>;
  readonly clause: ClauseId | null;
  readonly about: Topic;
}

const accept = 'sec-websocket-accept';
const subprotocol = 'sec-websocket-protocol';
const extensions = 'sec-websocket-extensions';

// An offer that has to be declined can have no right answer.
const declining = <D extends ReplyDetails['deflateOffer'], C extends ClauseId>(deflateOffer: D, clause: C) =>
  ({ came: { deflateOffer }, clause, about: extensions }) as const;
const ofParameterUndefined = declining('parameterUndefined', 'rfc7692/7/parameter-undefined');
const ofParameterRepeated = declining('parameterRepeated', 'rfc7692/7/parameter-repeated');
const ofParameterInvalid = declining('parameterInvalid', 'rfc7692/7/parameter-invalid');

/** The client's table held against a server's 101. */
export const replyMirror = [
  { guard: 'headIsTooLarge', clause: 'rfc6455/4.2.2/status-101', about: 'start-line' },
  { guard: 'fieldsAreTooMany', clause: 'rfc6455/4.2.2/status-101', about: 'start-line' },
  { guard: 'httpMajorIsNot1', clause: 'rfc6455/4.2.2/status-101', about: 'start-line' },
  { guard: 'httpVersionIs10', clause: 'rfc6455/4.2.2/status-101', about: 'start-line' },
  { guard: 'upgradeIsAbsent', clause: 'rfc6455/4.2.2/reply-upgrade', about: 'upgrade' },
  // RFC 9110 §7.8 has a list there: `websocket` twice means the same as once.
  { guard: 'upgradeIsNotWebsocket', came: { upgrade: 'websocketAgain' }, clause: null, about: 'upgrade' },
  { guard: 'upgradeIsNotWebsocket', clause: 'rfc6455/4.2.2/reply-upgrade', about: 'upgrade' },
  { guard: 'connectionIsAbsent', clause: 'rfc6455/4.2.2/reply-connection', about: 'connection' },
  { guard: 'connectionLacksUpgrade', clause: 'rfc6455/4.2.2/reply-connection', about: 'connection' },
  { guard: 'acceptIsAbsent', clause: 'rfc6455/4.2.2/accept-value', about: accept },
  { guard: 'acceptIsRepeated', clause: 'rfc6455/11.3.3/accept-sent-once', about: accept },
  // If the right value is among several, it was computed correctly, and the fault is that there are several.
  {
    guard: 'acceptIsWrong',
    came: { accept: 'rightAmongSeveral' },
    clause: 'rfc6455/11.3.3/accept-sent-once',
    about: accept,
  },
  { guard: 'acceptIsWrong', clause: 'rfc6455/4.2.2/accept-value', about: accept },
  { guard: 'subprotocolIsRepeated', clause: 'rfc6455/11.3.4/subprotocol-sent-once', about: subprotocol },
  { guard: 'subprotocolIsEmpty', clause: 'rfc6455/4.2.2/subprotocol-empty-not-sent', about: subprotocol },
  { guard: 'subprotocolIsMalformed', clause: 'rfc6455/4.3/subprotocol-sent-grammar', about: subprotocol },
  { guard: 'subprotocolIsUnoffered', clause: 'rfc6455/4.2.2/subprotocol-from-offer', about: subprotocol },
  {
    guard: 'extensionsAreMalformed',
    came: { extensions: 'emptyElements' },
    clause: 'rfc6455/4.2.2/extension-empty-not-sent',
    about: extensions,
  },
  { guard: 'extensionsAreMalformed', clause: 'rfc6455/4.2.2/extension-from-offer', about: extensions },
  { guard: 'extensionIsUnoffered', clause: 'rfc6455/4.2.2/extension-from-offer', about: extensions },
  { guard: 'extensionIsRepeated', clause: 'rfc7692/5/answered-once', about: extensions },
  { guard: 'extensionParameterIsUndefined', ...ofParameterUndefined },
  {
    guard: 'extensionParameterIsUndefined',
    clause: 'rfc7692/7.1/answer-parameters-defined',
    about: extensions,
  },
  { guard: 'extensionParameterIsRepeated', ...ofParameterRepeated },
  { guard: 'extensionParameterIsRepeated', clause: 'rfc7692/7.1/answer-parameters-once', about: extensions },
  { guard: 'extensionParameterIsInvalid', ...ofParameterUndefined },
  { guard: 'extensionParameterIsInvalid', ...ofParameterRepeated },
  { guard: 'extensionParameterIsInvalid', ...ofParameterInvalid },
  {
    guard: 'extensionParameterIsInvalid',
    came: { clientBits: 'valueless' },
    clause: 'rfc7692/7.1.2.2/client-bits-value',
    about: extensions,
  },
  {
    guard: 'extensionParameterIsInvalid',
    clause: 'rfc6455/9/parameters-by-specification',
    about: extensions,
  },
  {
    guard: 'extensionServerTakeoverIsMissing',
    clause: 'rfc7692/7.1.1.1/server-takeover-echoed',
    about: extensions,
  },
  { guard: 'extensionServerBitsAreMissing', clause: 'rfc7692/7.1.2.1/server-bits-echoed', about: extensions },
  {
    guard: 'extensionServerBitsAreLarger',
    clause: 'rfc7692/7.1.2.1/server-bits-not-larger',
    about: extensions,
  },
  {
    guard: 'extensionClientBitsAreUnoffered',
    clause: 'rfc7692/7.1.2.2/client-bits-unoffered',
    about: extensions,
  },
] as const satisfies readonly MirrorRow<ReplyGuard, ReplyDetails>[];

/** The server's table held against a client's opening; what a server welcomes is no matter of the client's. */
export const requestMirror = [
  { guard: 'requestLineIsMalformed', clause: 'rfc6455/4.1/valid-http-request', about: 'start-line' },
  { guard: 'fieldLinesAreMalformed', clause: 'rfc6455/4.1/valid-http-request', about: 'fields' },
  { guard: 'methodIsNotGet', clause: 'rfc6455/4.1/method-get', about: 'start-line' },
  { guard: 'httpMajorIsNot1', clause: 'rfc6455/4.1/http-version', about: 'start-line' },
  { guard: 'httpVersionIs10', clause: 'rfc6455/4.1/http-version', about: 'start-line' },
  { guard: 'targetIsMalformed', clause: 'rfc6455/4.1/request-uri', about: 'target' },
  { guard: 'targetNamesNoResource', clause: 'rfc6455/4.1/request-uri', about: 'target' },
  { guard: 'hostIsAbsent', clause: 'rfc6455/4.1/host-sent', about: 'host' },
  { guard: 'hostIsRepeated', clause: 'rfc6455/4.1/host-sent', about: 'host' },
  { guard: 'hostIsMalformed', clause: 'rfc6455/4.1/host-sent', about: 'host' },
  { guard: 'upgradeIsAbsent', clause: 'rfc6455/4.1/upgrade-sent', about: 'upgrade' },
  { guard: 'upgradeIsNotWebsocket', clause: 'rfc6455/4.1/upgrade-sent', about: 'upgrade' },
  { guard: 'connectionLacksUpgrade', clause: 'rfc6455/4.1/connection-sent', about: 'connection' },
  { guard: 'versionIsAbsent', clause: 'rfc6455/4.1/version-sent', about: 'sec-websocket-version' },
  { guard: 'versionIsMalformed', clause: 'rfc6455/4.1/version-sent', about: 'sec-websocket-version' },
  { guard: 'versionIsNot13', clause: 'rfc6455/4.1/version-sent', about: 'sec-websocket-version' },
  { guard: 'versionIsRepeated', clause: 'rfc6455/11.3.5/version-sent-once', about: 'sec-websocket-version' },
  { guard: 'keyIsAbsent', clause: 'rfc6455/4.1/key-sent', about: 'sec-websocket-key' },
  { guard: 'keyIsMalformed', clause: 'rfc6455/4.1/key-sent', about: 'sec-websocket-key' },
  { guard: 'keyIsNot16Octets', clause: 'rfc6455/4.1/key-sent', about: 'sec-websocket-key' },
  { guard: 'keyIsRepeated', clause: 'rfc6455/11.3.1/key-sent-once', about: 'sec-websocket-key' },
  { guard: 'subprotocolsAreMalformed', clause: 'rfc6455/4.1/subprotocol-token', about: subprotocol },
] as const satisfies readonly MirrorRow<RequestGuard>[];

/** The clauses that a sender breaks, for the guards that hold for what it sent. */
export function mirrorFaults<Guard extends string, Details extends object>(
  rows: readonly MirrorRow<Guard, Details>[],
  guards: readonly string[],
  came: Details,
): readonly (MirrorRow<Guard, Details> & { readonly clause: ClauseId })[] {
  return guards.flatMap((guard) => {
    const row = rows.find((each) => each.guard === guard && holds(each.came ?? {}, came));
    return row && row.clause !== null ? [{ ...row, clause: row.clause }] : [];
  });
}
