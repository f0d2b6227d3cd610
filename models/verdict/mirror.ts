import type { ClauseId } from '../clauses.ts';
import type { ReplyGuard } from '../decisions/client.ts';
import type { RequestGuard } from '../decisions/server.ts';
import type { ReplyDetails } from '../facts/reply.ts';
import { firstRule, type Rule } from '../match.ts';
import type { Topic } from '../topic.ts';

/** What a recipient has found in a message, with what came. */
type Found<Guard extends string, Details> = Details & { readonly guard: Guard };

/** The clause that the sender has broken, and where that shows. */
export interface Mirrored {
  readonly clause: ClauseId;
  readonly about: Topic;
}

/**
 * Which clause the sender breaks where the recipient finds a fault: the first rule that is about it says so, null where
 * the sender does nothing wrong.
 */
export type MirrorRule<Guard extends string, Details = object, Said = Mirrored | null> = Rule<
  Found<Guard, Details>,
  Said
>;

const accept = 'sec-websocket-accept';
const subprotocol = 'sec-websocket-protocol';
const extensions = 'sec-websocket-extensions';
const version = 'sec-websocket-version';
const key = 'sec-websocket-key';

/** The client's table held against a server's 101. */
export const replyMirror: readonly MirrorRule<ReplyGuard, ReplyDetails>[] = [
  {
    when: { guard: ['headIsTooLarge', 'fieldsAreTooMany', 'httpMajorIsNot1', 'httpVersionIs10'] },
    says: { clause: 'rfc6455/4.2.2/status-101', about: 'start-line' },
  },
  // RFC 9110 §7.8 has a list there: `websocket` twice means the same as once.
  { when: { guard: 'upgradeIsNotWebsocket', upgrade: 'websocketAgain' }, says: null },
  {
    when: { guard: ['upgradeIsAbsent', 'upgradeIsNotWebsocket'] },
    says: { clause: 'rfc6455/4.2.2/reply-upgrade', about: 'upgrade' },
  },
  {
    when: { guard: ['connectionIsAbsent', 'connectionLacksUpgrade'] },
    says: { clause: 'rfc6455/4.2.2/reply-connection', about: 'connection' },
  },
  { when: { guard: 'acceptIsRepeated' }, says: { clause: 'rfc6455/11.3.3/accept-sent-once', about: accept } },
  // If the right value is among several, it was computed correctly, and the fault is that there are several.
  {
    when: { guard: 'acceptIsWrong', accept: 'rightAmongSeveral' },
    says: { clause: 'rfc6455/11.3.3/accept-sent-once', about: accept },
  },
  {
    when: { guard: ['acceptIsAbsent', 'acceptIsWrong'] },
    says: { clause: 'rfc6455/4.2.2/accept-value', about: accept },
  },
  {
    when: { guard: 'subprotocolIsRepeated' },
    says: { clause: 'rfc6455/11.3.4/subprotocol-sent-once', about: subprotocol },
  },
  {
    when: { guard: 'subprotocolIsEmpty' },
    says: { clause: 'rfc6455/4.2.2/subprotocol-empty-not-sent', about: subprotocol },
  },
  {
    when: { guard: 'subprotocolIsMalformed' },
    says: { clause: 'rfc6455/4.3/subprotocol-sent-grammar', about: subprotocol },
  },
  {
    when: { guard: 'subprotocolIsUnoffered' },
    says: { clause: 'rfc6455/4.2.2/subprotocol-from-offer', about: subprotocol },
  },
  {
    when: { guard: 'extensionsAreMalformed', extensions: 'emptyElements' },
    says: { clause: 'rfc6455/4.2.2/extension-empty-not-sent', about: extensions },
  },
  {
    when: { guard: ['extensionsAreMalformed', 'extensionIsUnoffered'] },
    says: { clause: 'rfc6455/4.2.2/extension-from-offer', about: extensions },
  },
  { when: { guard: 'extensionIsRepeated' }, says: { clause: 'rfc7692/5/answered-once', about: extensions } },
  // An offer that has to be declined can have no right answer.
  {
    when: {
      guard: ['extensionParameterIsUndefined', 'extensionParameterIsInvalid'],
      deflateOffer: 'parameterUndefined',
    },
    says: { clause: 'rfc7692/7/parameter-undefined', about: extensions },
  },
  {
    when: {
      guard: ['extensionParameterIsRepeated', 'extensionParameterIsInvalid'],
      deflateOffer: 'parameterRepeated',
    },
    says: { clause: 'rfc7692/7/parameter-repeated', about: extensions },
  },
  {
    when: { guard: 'extensionParameterIsInvalid', deflateOffer: 'parameterInvalid' },
    says: { clause: 'rfc7692/7/parameter-invalid', about: extensions },
  },
  {
    when: { guard: 'extensionParameterIsUndefined' },
    says: { clause: 'rfc7692/7.1/answer-parameters-defined', about: extensions },
  },
  {
    when: { guard: 'extensionParameterIsRepeated' },
    says: { clause: 'rfc7692/7.1/answer-parameters-once', about: extensions },
  },
  {
    when: { guard: 'extensionParameterIsInvalid', clientBits: 'valueless' },
    says: { clause: 'rfc7692/7.1.2.2/client-bits-value', about: extensions },
  },
  {
    when: { guard: 'extensionParameterIsInvalid' },
    says: { clause: 'rfc6455/9/parameters-by-specification', about: extensions },
  },
  {
    when: { guard: 'extensionServerTakeoverIsMissing' },
    says: { clause: 'rfc7692/7.1.1.1/server-takeover-echoed', about: extensions },
  },
  {
    when: { guard: 'extensionServerBitsAreMissing' },
    says: { clause: 'rfc7692/7.1.2.1/server-bits-echoed', about: extensions },
  },
  {
    when: { guard: 'extensionServerBitsAreLarger' },
    says: { clause: 'rfc7692/7.1.2.1/server-bits-not-larger', about: extensions },
  },
  {
    when: { guard: 'extensionClientBitsAreUnoffered' },
    says: { clause: 'rfc7692/7.1.2.2/client-bits-unoffered', about: extensions },
  },
];

/** The server's table held against a client's opening; what a server welcomes is no matter of the client's. */
export const requestMirror: readonly MirrorRule<RequestGuard, object, Mirrored>[] = [
  {
    when: { guard: 'requestLineIsMalformed' },
    says: { clause: 'rfc6455/4.1/valid-http-request', about: 'start-line' },
  },
  {
    when: { guard: 'fieldLinesAreMalformed' },
    says: { clause: 'rfc6455/4.1/valid-http-request', about: 'fields' },
  },
  { when: { guard: 'methodIsNotGet' }, says: { clause: 'rfc6455/4.1/method-get', about: 'start-line' } },
  {
    when: { guard: ['httpMajorIsNot1', 'httpVersionIs10'] },
    says: { clause: 'rfc6455/4.1/http-version', about: 'start-line' },
  },
  {
    when: { guard: ['targetIsMalformed', 'targetNamesNoResource'] },
    says: { clause: 'rfc6455/4.1/request-uri', about: 'target' },
  },
  {
    when: { guard: ['hostIsAbsent', 'hostIsRepeated', 'hostIsMalformed'] },
    says: { clause: 'rfc6455/4.1/host-sent', about: 'host' },
  },
  {
    when: { guard: ['upgradeIsAbsent', 'upgradeIsNotWebsocket'] },
    says: { clause: 'rfc6455/4.1/upgrade-sent', about: 'upgrade' },
  },
  {
    when: { guard: 'connectionLacksUpgrade' },
    says: { clause: 'rfc6455/4.1/connection-sent', about: 'connection' },
  },
  {
    when: { guard: ['versionIsAbsent', 'versionIsMalformed', 'versionIsNot13'] },
    says: { clause: 'rfc6455/4.1/version-sent', about: version },
  },
  {
    when: { guard: 'versionIsRepeated' },
    says: { clause: 'rfc6455/11.3.5/version-sent-once', about: version },
  },
  {
    when: { guard: ['keyIsAbsent', 'keyIsMalformed', 'keyIsNot16Octets'] },
    says: { clause: 'rfc6455/4.1/key-sent', about: key },
  },
  { when: { guard: 'keyIsRepeated' }, says: { clause: 'rfc6455/11.3.1/key-sent-once', about: key } },
  {
    when: { guard: 'subprotocolsAreMalformed' },
    says: { clause: 'rfc6455/4.1/subprotocol-token', about: subprotocol },
  },
];

/** The clauses that a sender breaks, for the guards that hold for what it sent. */
export function mirrorFaults<Guard extends string, Details extends object>(
  rules: readonly MirrorRule<Guard, Details>[],
  guards: readonly Guard[],
  came: Details,
): readonly Mirrored[] {
  return guards.flatMap((guard) => firstRule(rules, { ...came, guard })?.says ?? []);
}
