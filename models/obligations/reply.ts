import {
  type AnsweredStatus,
  type AnswerFacts,
  clientErrors,
  redirects,
  serverErrors,
  statuses,
  successes,
} from '../facts/answer.ts';
import type { Guards } from '../match.ts';
import type { ObligationRow, ObligationTable } from './obligation.ts';

const errors = [...clientErrors, ...serverErrors] as const;

function otherThan(...left: readonly AnsweredStatus[]): readonly AnsweredStatus[] {
  return statuses.filter((status) => !left.includes(status));
}

/** Statuses that refuse the fault: a server that is overloaded has not looked at it. */
const refusing = otherThan(101, ...successes, 429, 503);

function refusingBut(right: AnsweredStatus): readonly AnsweredStatus[] {
  return refusing.filter((status) => status !== right);
}

/** Faults of the message itself, which every server has to refuse. */
const malformed = [
  'requestLineIsMalformed',
  'fieldLinesAreMalformed',
  'hostIsAbsent',
  'hostIsMalformed',
  'contentLengthIsMalformed',
  'transferCodingIsMalformed',
  'targetIsMalformed',
  'versionIsMalformed',
  'keyIsMalformed',
  'keyIsNot16Octets',
  'subprotocolsAreMalformed',
  'extensionsAreMalformed',
] as const;

const unwelcome = ['originIsAbsent', 'originIsForeign', 'originIsRepeated', 'originIsMalformed'] as const;

/** A client that expects 100 without content breaks a rule itself, and a server may wait for the content. */
const lastingSwitch = {
  status: 101,
  requestContent: 'none',
  expectation: 'none',
  pong: ['came', 'missing', 'ended', 'reset'],
} as const;

const listedVersions = ['malformed', 'only13', 'other'] as const;
const seenEnd = ['open', 'ended'] as const;

/** Where something is owed. */
export const answerGuards = {
  refusalIsDue: { refusal: 'due' },
  webSocketIsUnasked: { asksFor: 'other' },
  refusesVersion: { status: refusing, fault: 'versionIsNot13' },
  refusesCredential: { status: refusing, fault: ['credentialIsAbsent', 'credentialIsInvalid'] },
  refusesOrigin: { status: refusing, fault: unwelcome },
  refusesMethod: { status: refusing, fault: 'methodIsNotGet', resource: 'getOnly' },
  refusesMalformed: { status: refusing, fault: malformed },
  statusIs401: { status: 401 },
  statusIs405: { status: 405 },
  statusIs426: { status: 426 },
  isNoSwitchAndSendsUpgrade: { status: otherThan(101), upgrade: 'sent' },
  refusesOtherVersion: { status: refusing, askedVersion: ['number', 'nearNumber'] },
  versionsAreListed: { versions: listedVersions },
  refusesVersionAndListsOthers: { status: refusing, fault: 'versionIsNot13', versions: listedVersions },
  refusesVersionAsDeclared: {
    status: refusing,
    fault: 'versionIsNot13',
    versions: listedVersions,
    speaks: ['only13', 'others'],
  },
  versionsOf13AloneAreListed: { versions: listedVersions, speaks: ['undeclared', 'only13'] },
  dateIsDue: { clock: 'known', status: [...successes, ...redirects, ...clientErrors] },
  isRefusal: { status: errors },
  isSwitchWithoutChoice: { status: 101, choice: 'none' },
  isSwitchWithoutSupport: { status: 101, support: 'none' },
  isSwitch: { status: 101 },
  isSwitchOfPinged: { ...lastingSwitch, pong: ['came', 'missing'] },
  isSwitchThatLasts: lastingSwitch,
  contentIsSentAndDecided: { contentUse: ['refused', 'asContent', 'asFrames'] },
  isSwitchOfExpectant: { status: 101, expectation: 'continue', wait: ['continued', 'skipped'] },
  requestIsHttp10: { requestVersion: '1.0' },
  always: {},
  refusesContentFramedTwice: {
    status: otherThan(101),
    fault: 'contentIsFramedTwice',
    second: ['answered', 'ended'],
  },
  contentToHeadIsSeen: { method: 'HEAD', content: ['none', 'some'] },
  isRefusalBeforeClose: { status: errors, intent: 'closes' },
  closeIsAnnounced: { status: otherThan(101), closeOption: 'listed', end: seenEnd },
  isRefusalWithSeenEnd: { status: errors, end: seenEnd },
} as const satisfies Guards<AnswerFacts>;

export type AnswerGuard = keyof typeof answerGuards;

/** What a server owes in any reply; what a 101 agrees to is in the table of the client, and in `mirror.ts`. */
export const replyObligations = [
  // The status.
  {
    clause: 'rfc6455/4.2.1/error-status',
    owed: 'refusalIsDue',
    broken: { status: [101, ...successes] },
    about: 'status',
    expected: 'an error status',
  },
  {
    clause: 'rfc9110/7.8/switch-only-as-asked',
    owed: 'webSocketIsUnasked',
    broken: { status: 101 },
    about: 'status',
    expected: 'no 101 where the request asks for no WebSocket',
  },
  {
    clause: 'service/9/version-426',
    owed: 'refusesVersion',
    broken: { status: refusingBut(426) },
    about: 'status',
    expected: '426',
  },
  {
    clause: 'service/5.2/credential-401',
    owed: 'refusesCredential',
    broken: { status: refusingBut(401) },
    about: 'status',
    expected: '401 or 403',
  },
  {
    clause: 'rfc6455/10.2/origin-403',
    owed: 'refusesOrigin',
    broken: { status: refusingBut(403) },
    about: 'status',
    expected: '403',
  },
  {
    clause: 'rfc9110/9.1/method-405',
    owed: 'refusesMethod',
    broken: { status: refusingBut(405) },
    about: 'status',
    expected: '405',
  },
  {
    clause: 'service/7/malformed-400',
    owed: 'refusesMalformed',
    broken: { status: refusingBut(400) },
    about: 'status',
    expected: '400',
  },
  // Fields that belong to a status.
  {
    clause: 'rfc9110/15.5.2/challenge',
    owed: 'statusIs401',
    broken: { challenge: ['absent', 'malformed'] },
    about: 'www-authenticate',
    expected: 'WWW-Authenticate in a 401',
  },
  {
    clause: 'rfc9110/15.5.6/allow',
    owed: 'statusIs405',
    broken: { allow: 'absent' },
    about: 'allow',
    expected: 'Allow in a 405',
  },
  {
    clause: 'rfc9110/15.5.22/upgrade-in-426',
    owed: 'statusIs426',
    broken: { upgrade: 'absent' },
    about: 'upgrade',
    expected: 'Upgrade in a 426',
  },
  {
    clause: 'rfc9110/7.8/connection-option-with-upgrade',
    owed: 'isNoSwitchAndSendsUpgrade',
    broken: { upgradeOption: 'unlisted' },
    about: 'connection',
    expected: 'upgrade in Connection, where Upgrade is sent',
  },
  {
    clause: 'rfc6455/4.2.2/version-advertised',
    owed: 'refusesOtherVersion',
    broken: { versions: 'absent' },
    about: 'sec-websocket-version',
    expected: 'Sec-WebSocket-Version in the refusal, with the versions that the target speaks',
  },
  {
    clause: 'rfc6455/4.3/version-sent-grammar',
    owed: 'versionsAreListed',
    broken: { versions: 'malformed' },
    about: 'sec-websocket-version',
    expected: 'a list of numbers from 0 to 255 without leading zeros in Sec-WebSocket-Version',
  },
  {
    clause: 'rfc6455/11.3.5/refused-version-unlisted',
    owed: 'refusesVersionAndListsOthers',
    broken: { refusedVersion: 'listed' },
    about: 'sec-websocket-version',
    expected: 'no version that is refused in Sec-WebSocket-Version',
  },
  {
    clause: 'rfc6455/4.4/all-versions-listed',
    owed: 'refusesVersionAsDeclared',
    broken: { declaredVersions: 'unlisted' },
    about: 'sec-websocket-version',
    expected: 'every version that the target speaks in Sec-WebSocket-Version: those declared, or else 13',
  },
  {
    clause: 'service/9/version-13-only',
    owed: 'versionsOf13AloneAreListed',
    broken: { versions: 'other' },
    about: 'sec-websocket-version',
    expected: '13 alone in Sec-WebSocket-Version',
  },
  {
    clause: 'rfc9110/6.6.1/date',
    owed: 'dateIsDue',
    broken: { date: 'wrong' },
    about: 'date',
    expected: 'one Date',
  },
  {
    clause: 'service/7/no-upgrade-after-refusal',
    owed: 'isRefusal',
    broken: { accept: 'sent' },
    about: 'sec-websocket-accept',
    expected: 'no Sec-WebSocket-Accept in a refusal',
  },
  // What a 101 owes beside what it agrees to.
  {
    clause: 'rfc6455/4.2.2/subprotocol-null',
    owed: 'isSwitchWithoutChoice',
    broken: { subprotocol: ['offered', 'unoffered'] },
    about: 'sec-websocket-protocol',
    expected: 'no Sec-WebSocket-Protocol where there is none to choose',
  },
  {
    clause: 'rfc6455/4.2.2/subprotocol-supported',
    owed: 'isSwitchWithoutSupport',
    broken: { subprotocol: 'offered' },
    about: 'sec-websocket-protocol',
    expected:
      'no Sec-WebSocket-Protocol where none of the names is one that the target was declared to support',
  },
  {
    clause: 'rfc9110/8.6/no-content-length-in-1xx',
    owed: 'isSwitch',
    broken: { contentLength: 'sent' },
    about: 'content-length',
    expected: 'no content-length in a 101',
  },
  {
    clause: 'rfc9112/6.1/no-transfer-encoding-in-1xx',
    owed: 'isSwitch',
    broken: { transferEncoding: 'sent' },
    about: 'transfer-encoding',
    expected: 'no transfer-encoding in a 101',
  },
  {
    clause: 'rfc9112/9.6/no-close-in-101',
    owed: 'isSwitch',
    broken: { closeOption: 'listed' },
    about: 'connection',
    expected: 'no close in the Connection of a 101',
  },
  {
    clause: 'rfc6455/5.5.2/pong',
    owed: 'isSwitchOfPinged',
    broken: { pong: 'missing' },
    about: 'pong',
    expected: 'a pong to a masked ping behind the 101',
  },
  {
    clause: 'rfc6455/7.3/not-ended-at-once',
    owed: 'isSwitchThatLasts',
    broken: { pong: ['ended', 'reset'] },
    about: 'pong',
    expected: 'a connection that lasts behind the 101, or a Close frame before its end',
  },
  {
    clause: 'rfc9112/6.3/content-read-as-content',
    owed: 'contentIsSentAndDecided',
    broken: { contentUse: 'asFrames' },
    about: 'pong',
    expected:
      'a refusal, or behind the 101 a pong to the ping behind the content, and to nothing in the content',
  },
  {
    clause: 'service/1/frames-after-101',
    owed: 'isSwitch',
    broken: { behind: 'http' },
    about: 'behind',
    expected: 'no reply of HTTP behind the 101',
  },
  {
    clause: 'service/1/no-body-in-101',
    owed: 'isSwitch',
    broken: { behind: 'other' },
    about: 'behind',
    expected: 'nothing but frames behind the 101',
  },
  // Interim replies.
  {
    clause: 'rfc9110/7.8/continue-before-switching',
    owed: 'isSwitchOfExpectant',
    broken: { interims: ['none', 'other'] },
    about: 'interims',
    expected: 'a 100 before the 101, where one is expected before the content is sent',
  },
  {
    clause: 'rfc9110/15.2/no-1xx-to-http10',
    owed: 'requestIsHttp10',
    broken: { interims: ['continue', 'other'] },
    about: 'interims',
    expected: 'no interim reply to a request in HTTP/1.0',
  },
  // How it is written.
  {
    clause: 'rfc9112/4/reason-space',
    owed: 'always',
    broken: { statusLine: 'unspaced' },
    about: 'start-line',
    expected: 'a space behind the status code',
  },
  {
    clause: 'rfc9112/5.2/no-folding-in-reply',
    owed: 'always',
    broken: { fieldLines: 'folded' },
    about: 'fields',
    expected: 'every field on one line',
  },
  {
    clause: 'rfc9110/5.6.1.1/no-empty-elements-in-reply',
    owed: 'always',
    broken: { lists: 'emptyElement' },
    about: 'lists',
    expected: 'no empty element in a list',
  },
  // What follows the reply.
  {
    clause: 'rfc9112/6.1/closed-after-both',
    owed: 'refusesContentFramedTwice',
    broken: { second: 'answered' },
    about: 'second',
    expected: 'the end of the connection behind the reply',
  },
  {
    clause: 'rfc9110/9.3.2/no-content-to-head',
    owed: 'contentToHeadIsSeen',
    broken: { content: 'some' },
    about: 'content',
    expected: 'no content in a reply to HEAD',
  },
  {
    clause: 'rfc9112/9.6/close-option-sent',
    owed: 'isRefusalBeforeClose',
    broken: { closeOption: 'unlisted' },
    about: 'connection',
    expected: 'close in Connection, where the connection is closed',
  },
  {
    clause: 'rfc9112/9.6/close-after-close-option',
    owed: 'closeIsAnnounced',
    broken: { end: 'open' },
    about: 'end',
    expected: 'the end of the connection',
  },
  {
    clause: 'rfc6455/7.1.7/server-closed-on-failure',
    owed: 'isRefusalWithSeenEnd',
    broken: { end: 'open' },
    about: 'end',
    expected: 'the end of the connection',
  },
] as const satisfies readonly ObligationRow<AnswerFacts, AnswerGuard>[];

export const replyObligationTable: ObligationTable<
  AnswerFacts,
  AnswerGuard,
  ObligationRow<AnswerFacts, AnswerGuard>
> = {
  id: 'replyObligations',
  guards: answerGuards,
  rows: replyObligations,
};
