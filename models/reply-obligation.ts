import type { Guards } from './decision.ts';
import { busyStatuses } from './exemption.ts';
import type { ObligationRow, ObligationTable } from './obligation.ts';
import type { RequestGuard } from './server-decision.ts';

/** What is compared in a reply, in what it answers, and in what is known of whoever sent it. */
export interface AnswerFacts {
  readonly status: number;
  readonly interims: 'none' | 'continue' | 'other';
  readonly statusLine: 'spaced' | 'unspaced';
  readonly fieldLines: 'whole' | 'folded';
  readonly lists: 'ok' | 'emptyElement';
  readonly upgrade: 'absent' | 'sent';
  readonly upgradeOption: 'listed' | 'unlisted';
  readonly closeOption: 'listed' | 'unlisted';
  readonly accept: 'absent' | 'sent';
  /** Whether the one that was sent is among those of the request. */
  readonly subprotocol: 'absent' | 'offered' | 'unoffered';
  readonly allow: 'absent' | 'sent';
  readonly challenge: 'absent' | 'malformed' | 'ok';
  readonly date: 'ok' | 'wrong';
  readonly contentLength: 'absent' | 'sent';
  readonly transferEncoding: 'absent' | 'sent';
  readonly versions: 'absent' | 'malformed' | 'only13' | 'other';
  readonly refusedVersion: 'listed' | 'unlisted';
  readonly declaredVersions: 'listed' | 'unlisted';
  /** Octets after the head of a reply, octets after a 101, and whether a ping got its pong. */
  readonly content: 'unseen' | 'none' | 'some';
  readonly behind: 'nothing' | 'frames' | 'http' | 'other';
  /**
   * In its place a Close frame may come, `failed` for wrong frames and `closed` for any other reason, or, without
   * one, the end of the connection in order or by a reset.
   */
  readonly pong: 'unasked' | 'came' | 'failed' | 'closed' | 'ended' | 'reset' | 'missing';
  readonly end: 'unseen' | 'open' | 'ended';
  /** Whether a second request on the same connection was answered, or the connection was ended before. */
  readonly second: 'unasked' | 'answered' | 'unanswered' | 'ended';

  /** The one fault of the request. */
  readonly fault: RequestGuard | 'none' | 'several';
  /** Whether nothing but an error will do. */
  readonly refusal: 'due' | 'open';
  readonly asksFor: 'websocket' | 'other';
  /** Whether the version of the request, which is none, begins with a number. */
  readonly askedVersion: 'near' | 'other';
  readonly requestVersion: '1.0' | 'other';
  readonly method: 'HEAD' | 'other';
  readonly expectation: 'continue' | 'none';
  /**
   * What a request announces behind its head: nothing, what was not sent, or what was sent as a whole; or nothing,
   * and octets are there all the same.
   */
  readonly requestContent: 'none' | 'outstanding' | 'sent' | 'unannounced';
  /** Whether the reply began before any of that content had been sent. */
  readonly began: 'beforeContent' | 'other';
  /** Whether a ping that stood in the content got a pong. */
  readonly pingInContent: 'answered' | 'unanswered';
  /** Whether the server can have no subprotocol to choose, as far as is known. */
  readonly choice: 'none' | 'open';
  /** Whether names are offered of which it was declared to support none, in whatever letter case. */
  readonly support: 'none' | 'open';
  /** The versions that it speaks, as far as is known. */
  readonly speaks: 'undeclared' | 'only13' | 'others';
  readonly clock: 'known' | 'unknown';
  readonly resource: 'getOnly' | 'unknown';
  /** Whether it means to close the connection after a refusal. */
  readonly intent: 'closes' | 'unknown';
}

/** Faults of the message itself, which every server has to refuse. */
const malformed: ReadonlySet<AnswerFacts['fault']> = new Set<RequestGuard>([
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
]);

const unwelcome: ReadonlySet<AnswerFacts['fault']> = new Set<RequestGuard>([
  'originIsAbsent',
  'originIsForeign',
  'originIsRepeated',
  'originIsMalformed',
]);

/** Whether a server refused the fault: one that is overloaded has not looked at it. */
const refuses = ({ status }: AnswerFacts) => status >= 300 && !busyStatuses.includes(status);
const isError = ({ status }: AnswerFacts) => status >= 400;
const refusesVersion = (facts: AnswerFacts) => refuses(facts) && facts.fault === 'versionIsNot13';
/** A client that expects 100 without content breaks a rule itself, and a server may wait for the content. */
const isSwitchThatLasts = ({ status, pong, requestContent, expectation }: AnswerFacts) =>
  status === 101 &&
  requestContent === 'none' &&
  expectation === 'none' &&
  (pong === 'came' || pong === 'missing' || pong === 'ended' || pong === 'reset');
const isEndedAtOnce = ({ pong }: AnswerFacts) => pong === 'ended' || pong === 'reset';
const isSwitchAfterContent = ({ status, requestContent, pong }: AnswerFacts) =>
  status === 101 && requestContent === 'sent' && pong !== 'unasked';
/** A refusal for another fault does not show whether the content was looked at, nor does one ahead of it. */
const refusesContent = (facts: AnswerFacts) =>
  refuses(facts) &&
  facts.requestContent === 'sent' &&
  facts.began !== 'beforeContent' &&
  (facts.fault === 'none' || facts.fault === 'contentIsAnnounced' || facts.fault === 'contentIsFramedTwice');
const listsVersions = ({ versions }: AnswerFacts) => versions !== 'absent';

export const answerGuards = {
  always: () => true,
  // Where something is owed.
  isSwitch: ({ status }) => status === 101,
  isNoSwitchAndSendsUpgrade: ({ status, upgrade }) => status !== 101 && upgrade === 'sent',
  isSwitchOfPinged: (facts) => isSwitchThatLasts(facts) && !isEndedAtOnce(facts),
  isSwitchThatLasts,
  // A reset may have destroyed what was sent before it.
  contentIsSentAndDecided: (facts) =>
    (isSwitchAfterContent(facts) && (facts.pong !== 'reset' || facts.pingInContent === 'answered')) ||
    refusesContent(facts),
  refusesContentFramedTwice: (facts) =>
    facts.fault === 'contentIsFramedTwice' &&
    facts.status !== 101 &&
    (facts.second === 'answered' || facts.second === 'ended'),
  refusesOtherVersion: (facts) =>
    refuses(facts) &&
    (facts.fault === 'versionIsNot13' ||
      (facts.fault === 'versionIsMalformed' && facts.askedVersion === 'near')),
  isSwitchWithoutChoice: ({ status, choice }) => status === 101 && choice === 'none',
  isSwitchWithoutSupport: ({ status, support }) => status === 101 && support === 'none',
  // Without content to wait for none is owed, and one that comes keeps the clause all the same.
  isSwitchOfExpectant: ({ status, expectation, requestContent, began, interims }) =>
    status === 101 &&
    expectation === 'continue' &&
    // Octets that nothing announces are no content: a server may read them as frames.
    (interims === 'continue' ||
      ((requestContent === 'outstanding' || requestContent === 'sent') && began === 'beforeContent')),
  webSocketIsUnasked: ({ asksFor }) => asksFor === 'other',
  requestIsHttp10: ({ requestVersion }) => requestVersion === '1.0',
  contentToHeadIsSeen: ({ method, content }) => method === 'HEAD' && content !== 'unseen',
  refusalIsDue: ({ refusal }) => refusal === 'due',
  isRefusal: isError,
  isRefusalWithSeenEnd: (facts) => isError(facts) && facts.end !== 'unseen',
  isRefusalBeforeClose: (facts) => isError(facts) && facts.intent === 'closes',
  closeIsAnnounced: ({ status, closeOption, end }) =>
    status !== 101 && closeOption === 'listed' && end !== 'unseen',
  statusIs401: ({ status }) => status === 401,
  statusIs405: ({ status }) => status === 405,
  statusIs426: ({ status }) => status === 426,
  dateIsDue: ({ status, clock }) => clock === 'known' && status >= 200 && status < 500,
  versionsAreListed: listsVersions,
  versionsOf13AloneAreListed: (facts) => listsVersions(facts) && facts.speaks !== 'others',
  refusesVersion,
  refusesVersionAndListsOthers: (facts) => refusesVersion(facts) && listsVersions(facts),
  refusesVersionAsDeclared: (facts) =>
    refusesVersion(facts) && listsVersions(facts) && facts.speaks !== 'undeclared',
  refusesMethod: (facts) =>
    refuses(facts) && facts.fault === 'methodIsNotGet' && facts.resource === 'getOnly',
  refusesMalformed: (facts) => refuses(facts) && malformed.has(facts.fault),
  refusesCredential: (facts) =>
    refuses(facts) && (facts.fault === 'credentialIsAbsent' || facts.fault === 'credentialIsInvalid'),
  refusesOrigin: (facts) => refuses(facts) && unwelcome.has(facts.fault),
  // Where it is broken.
  statusIsNoError: ({ status }) => status < 300,
  statusIsNot400: ({ status }) => status !== 400,
  statusIsNot401: ({ status }) => status !== 401,
  statusIsNot403: ({ status }) => status !== 403,
  statusIsNot405: ({ status }) => status !== 405,
  statusIsNot426: ({ status }) => status !== 426,
  challengeIsMissing: ({ challenge }) => challenge !== 'ok',
  allowIsAbsent: ({ allow }) => allow === 'absent',
  upgradeIsAbsent: ({ upgrade }) => upgrade === 'absent',
  upgradeOptionIsUnlisted: ({ upgradeOption }) => upgradeOption === 'unlisted',
  closeOptionIsUnlisted: ({ closeOption }) => closeOption === 'unlisted',
  acceptIsSent: ({ accept }) => accept === 'sent',
  subprotocolIsSent: ({ subprotocol }) => subprotocol !== 'absent',
  offeredSubprotocolIsSent: ({ subprotocol }) => subprotocol === 'offered',
  dateIsWrong: ({ date }) => date === 'wrong',
  contentLengthIsSent: ({ contentLength }) => contentLength === 'sent',
  transferEncodingIsSent: ({ transferEncoding }) => transferEncoding === 'sent',
  versionsAreAbsent: ({ versions }) => versions === 'absent',
  versionsAreMalformed: ({ versions }) => versions === 'malformed',
  otherVersionIsListed: ({ versions }) => versions === 'other',
  refusedVersionIsListed: ({ refusedVersion }) => refusedVersion === 'listed',
  declaredVersionIsUnlisted: ({ declaredVersions }) => declaredVersions === 'unlisted',
  interimsAreSent: ({ interims }) => interims !== 'none',
  continueIsNotSent: ({ interims }) => interims !== 'continue',
  statusLineIsUnspaced: ({ statusLine }) => statusLine === 'unspaced',
  fieldIsFolded: ({ fieldLines }) => fieldLines === 'folded',
  elementIsEmpty: ({ lists }) => lists === 'emptyElement',
  contentIsSent: ({ content }) => content === 'some',
  behindIsNoFrame: ({ behind }) => behind === 'other',
  behindIsHttp: ({ behind }) => behind === 'http',
  contentIsReadAsFrames: (facts) =>
    isSwitchAfterContent(facts) && (facts.pingInContent === 'answered' || facts.pong !== 'came'),
  secondIsAnswered: ({ second }) => second === 'answered',
  closeOptionIsListed: ({ closeOption }) => closeOption === 'listed',
  pongIsMissing: ({ pong }) => pong === 'missing',
  isEndedAtOnce,
  endIsMissing: ({ end }) => end === 'open',
} as const satisfies Guards<AnswerFacts>;

export type AnswerGuard = keyof typeof answerGuards;

/** What a server owes in any reply; what a 101 agrees to is in the table of the client, and in `mirror.ts`. */
export const replyObligations = [
  // The status.
  {
    clause: 'rfc6455/4.2.1/error-status',
    owed: 'refusalIsDue',
    broken: 'statusIsNoError',
    about: 'status',
    expected: 'an error status',
  },
  {
    clause: 'rfc9110/7.8/switch-only-as-asked',
    owed: 'webSocketIsUnasked',
    broken: 'isSwitch',
    about: 'status',
    expected: 'no 101 where the request asks for no WebSocket',
  },
  {
    clause: 'service/9/version-426',
    owed: 'refusesVersion',
    broken: 'statusIsNot426',
    about: 'status',
    expected: '426',
  },
  {
    clause: 'service/5.2/credential-401',
    owed: 'refusesCredential',
    broken: 'statusIsNot401',
    about: 'status',
    expected: '401 or 403',
  },
  {
    clause: 'rfc6455/10.2/origin-403',
    owed: 'refusesOrigin',
    broken: 'statusIsNot403',
    about: 'status',
    expected: '403',
  },
  {
    clause: 'rfc9110/9.1/method-405',
    owed: 'refusesMethod',
    broken: 'statusIsNot405',
    about: 'status',
    expected: '405',
  },
  {
    clause: 'service/7/malformed-400',
    owed: 'refusesMalformed',
    broken: 'statusIsNot400',
    about: 'status',
    expected: '400',
  },
  // Fields that belong to a status.
  {
    clause: 'rfc9110/15.5.2/challenge',
    owed: 'statusIs401',
    broken: 'challengeIsMissing',
    about: 'www-authenticate',
    expected: 'WWW-Authenticate in a 401',
  },
  {
    clause: 'rfc9110/15.5.6/allow',
    owed: 'statusIs405',
    broken: 'allowIsAbsent',
    about: 'allow',
    expected: 'Allow in a 405',
  },
  {
    clause: 'rfc9110/15.5.22/upgrade-in-426',
    owed: 'statusIs426',
    broken: 'upgradeIsAbsent',
    about: 'upgrade',
    expected: 'Upgrade in a 426',
  },
  {
    clause: 'rfc9110/7.8/connection-option-with-upgrade',
    owed: 'isNoSwitchAndSendsUpgrade',
    broken: 'upgradeOptionIsUnlisted',
    about: 'connection',
    expected: 'upgrade in Connection, where Upgrade is sent',
  },
  {
    clause: 'rfc6455/4.2.2/version-advertised',
    owed: 'refusesOtherVersion',
    broken: 'versionsAreAbsent',
    about: 'sec-websocket-version',
    expected: 'Sec-WebSocket-Version in the refusal, with the versions that the target speaks',
  },
  {
    clause: 'rfc6455/4.3/version-sent-grammar',
    owed: 'versionsAreListed',
    broken: 'versionsAreMalformed',
    about: 'sec-websocket-version',
    expected: 'a list of numbers from 0 to 255 without leading zeros in Sec-WebSocket-Version',
  },
  {
    clause: 'rfc6455/11.3.5/refused-version-unlisted',
    owed: 'refusesVersionAndListsOthers',
    broken: 'refusedVersionIsListed',
    about: 'sec-websocket-version',
    expected: 'no version that is refused in Sec-WebSocket-Version',
  },
  {
    clause: 'rfc6455/4.4/all-versions-listed',
    owed: 'refusesVersionAsDeclared',
    broken: 'declaredVersionIsUnlisted',
    about: 'sec-websocket-version',
    expected: 'every version that the target speaks in Sec-WebSocket-Version: those declared, or else 13',
  },
  {
    clause: 'service/9/version-13-only',
    owed: 'versionsOf13AloneAreListed',
    broken: 'otherVersionIsListed',
    about: 'sec-websocket-version',
    expected: '13 alone in Sec-WebSocket-Version',
  },
  {
    clause: 'rfc9110/6.6.1/date',
    owed: 'dateIsDue',
    broken: 'dateIsWrong',
    about: 'date',
    expected: 'one Date',
  },
  {
    clause: 'service/7/no-upgrade-after-refusal',
    owed: 'isRefusal',
    broken: 'acceptIsSent',
    about: 'sec-websocket-accept',
    expected: 'no Sec-WebSocket-Accept in a refusal',
  },
  // What a 101 owes beside what it agrees to.
  {
    clause: 'rfc6455/4.2.2/subprotocol-null',
    owed: 'isSwitchWithoutChoice',
    broken: 'subprotocolIsSent',
    about: 'sec-websocket-protocol',
    expected: 'no Sec-WebSocket-Protocol where there is none to choose',
  },
  {
    clause: 'rfc6455/4.2.2/subprotocol-supported',
    owed: 'isSwitchWithoutSupport',
    broken: 'offeredSubprotocolIsSent',
    about: 'sec-websocket-protocol',
    expected:
      'no Sec-WebSocket-Protocol where none of the names is one that the target was declared to support',
  },
  {
    clause: 'rfc9110/8.6/no-content-length-in-1xx',
    owed: 'isSwitch',
    broken: 'contentLengthIsSent',
    about: 'content-length',
    expected: 'no content-length in a 101',
  },
  {
    clause: 'rfc9112/6.1/no-transfer-encoding-in-1xx',
    owed: 'isSwitch',
    broken: 'transferEncodingIsSent',
    about: 'transfer-encoding',
    expected: 'no transfer-encoding in a 101',
  },
  {
    clause: 'rfc9112/9.6/no-close-in-101',
    owed: 'isSwitch',
    broken: 'closeOptionIsListed',
    about: 'connection',
    expected: 'no close in the Connection of a 101',
  },
  {
    clause: 'rfc6455/5.5.2/pong',
    owed: 'isSwitchOfPinged',
    broken: 'pongIsMissing',
    about: 'pong',
    expected: 'a pong to a masked ping behind the 101',
  },
  {
    clause: 'rfc6455/7.3/not-ended-at-once',
    owed: 'isSwitchThatLasts',
    broken: 'isEndedAtOnce',
    about: 'pong',
    expected: 'a connection that lasts behind the 101, or a Close frame before its end',
  },
  {
    clause: 'rfc9112/6.3/content-read-as-content',
    owed: 'contentIsSentAndDecided',
    broken: 'contentIsReadAsFrames',
    about: 'pong',
    expected:
      'a refusal, or behind the 101 a pong to the ping behind the content, and to nothing in the content',
  },
  {
    clause: 'service/1/frames-after-101',
    owed: 'isSwitch',
    broken: 'behindIsHttp',
    about: 'behind',
    expected: 'no reply of HTTP behind the 101',
  },
  {
    clause: 'service/1/no-body-in-101',
    owed: 'isSwitch',
    broken: 'behindIsNoFrame',
    about: 'behind',
    expected: 'nothing but frames behind the 101',
  },
  // Interim replies.
  {
    clause: 'rfc9110/7.8/continue-before-switching',
    owed: 'isSwitchOfExpectant',
    broken: 'continueIsNotSent',
    about: 'interims',
    expected: 'a 100 before the 101, where one is expected before the content is sent',
  },
  {
    clause: 'rfc9110/15.2/no-1xx-to-http10',
    owed: 'requestIsHttp10',
    broken: 'interimsAreSent',
    about: 'interims',
    expected: 'no interim reply to a request in HTTP/1.0',
  },
  // How it is written.
  {
    clause: 'rfc9112/4/reason-space',
    owed: 'always',
    broken: 'statusLineIsUnspaced',
    about: 'start-line',
    expected: 'a space behind the status code',
  },
  {
    clause: 'rfc9112/5.2/no-folding-in-reply',
    owed: 'always',
    broken: 'fieldIsFolded',
    about: 'fields',
    expected: 'every field on one line',
  },
  {
    clause: 'rfc9110/5.6.1.1/no-empty-elements-in-reply',
    owed: 'always',
    broken: 'elementIsEmpty',
    about: 'lists',
    expected: 'no empty element in a list',
  },
  // What follows the reply.
  {
    clause: 'rfc9112/6.1/closed-after-both',
    owed: 'refusesContentFramedTwice',
    broken: 'secondIsAnswered',
    about: 'second',
    expected: 'the end of the connection behind the reply',
  },
  {
    clause: 'rfc9110/9.3.2/no-content-to-head',
    owed: 'contentToHeadIsSeen',
    broken: 'contentIsSent',
    about: 'content',
    expected: 'no content in a reply to HEAD',
  },
  {
    clause: 'rfc9112/9.6/close-option-sent',
    owed: 'isRefusalBeforeClose',
    broken: 'closeOptionIsUnlisted',
    about: 'connection',
    expected: 'close in Connection, where the connection is closed',
  },
  {
    clause: 'rfc9112/9.6/close-after-close-option',
    owed: 'closeIsAnnounced',
    broken: 'endIsMissing',
    about: 'end',
    expected: 'the end of the connection',
  },
  {
    clause: 'rfc6455/7.1.7/server-closed-on-failure',
    owed: 'isRefusalWithSeenEnd',
    broken: 'endIsMissing',
    about: 'end',
    expected: 'the end of the connection',
  },
] as const satisfies readonly ObligationRow<AnswerGuard>[];

export const replyObligationTable: ObligationTable<AnswerFacts, AnswerGuard> = {
  id: 'replyObligations',
  guards: answerGuards,
  rows: replyObligations,
};
