import type { ClauseId } from '../clauses.ts';
import { everyRule, firstRule, holds, type Reasoned, type Rule } from '../match.ts';
import type { AnswerGuard } from '../obligations/reply.ts';
import type { SwitchGuard } from '../obligations/switch.ts';

/**
 * Why a run has not shown a clause: cases of it were left out or need what was not declared; it does not concern the
 * subject, as far as the run has seen; nothing that was played could show it.
 */
export type Why = 'unplayed' | 'notApplicable' | 'notShown';

/** What a clause that was not shown depends on: what was declared, what was played, and what the clause is about. */
export interface ConditionFacts {
  /** Whether a wire can show it at all. */
  readonly observable: 'yes' | 'no';
  /** The guard that says in which reply it is shown; `none` where no table of replies has it. */
  readonly owed: AnswerGuard | SwitchGuard | 'none';
  /** Whether the subject was declared not to look for what it forbids. */
  readonly duty: 'exempt' | 'owed';
  /**
   * What became of its cases, the first that is true: some have shown it, or were to be played, in a run that ended
   * early; such a run had none; some were left out, since others like them had no answer; some belong to other parts of
   * the run; they were played; there are none.
   */
  readonly cases: 'cutShort' | 'ended' | 'noneYet' | 'leftOut' | 'elsewhere' | 'played' | 'none';
  /** Whether the subject is known from inside. */
  readonly view: 'inside' | 'outside';
  readonly credential: 'undeclared' | 'inOpening' | 'inFirstMessage' | 'anywhere';
  readonly origins: 'undeclared' | 'declared';
  readonly subprotocols: 'undeclared' | 'declared';
  readonly demand: 'undeclared' | 'declared';
  readonly scheme: 'ws' | 'wss' | 'both';
  /** Whether any reply agreed to permessage-deflate. */
  readonly deflate: 'agreed' | 'unagreed';
  /** Whether a request in HTTP/1.0 opened the connection. */
  readonly http10: 'opens' | 'ignored';
  /** Whether 101s came, and no pong behind any of them; `awaited` where one came, or nothing could bring it. */
  readonly pong: 'missing' | 'awaited';
}

/** What a user can declare, or play, so that a clause is shown. */
export type Unlock =
  | ('credential' | 'firstMessage' | 'origins' | 'demand' | 'subprotocols')
  | ('secureUrl' | 'plainUrl' | 'strictKeyCheck' | 'idleTime' | 'otherParts');

/** Why a clause was not shown. */
export interface Unshown {
  readonly why: Why;
  readonly unlock?: Unlock;
  /** Whether the clause is not shown even where cases seem to have shown it: to keep it was no merit. */
  readonly isUnproven?: true;
}

/** A clause, and what it depends on whether it is shown. */
type ClauseFacts = ConditionFacts & { readonly clause: ClauseId };

export type ConditionRule = Rule<ClauseFacts, Unshown> & Reasoned;

const ofCredential = [
  'service/5.2/credential-missing',
  'service/5.2/credential-invalid',
  'service/5.2/credential-once',
  'service/5.2/credential-401',
] as const;
const ofFirstMessage = ['service/5.3/first-message-held'] as const;
const undeclaredCredential = 'no credential was declared';
const noDeflate = 'no reply agreed to permessage-deflate';
const noPong = 'no pong came behind a 101, so that nothing but the replies was judged';
const noEnd = 'the end of a connection is not waited for from outside';

/** A reason that lies in what was seen: no reply was one that shows the clause. */
const unseen = (owed: ConditionFacts['owed'], reason: string): ConditionRule => ({
  when: { owed },
  says: { why: 'notApplicable' },
  reason,
});
/** The same where the subject may well be concerned. */
const unshown = (owed: ConditionFacts['owed'], reason: string): ConditionRule => ({
  when: { owed },
  says: { why: 'notShown' },
  reason,
});

/** A reason for which a run from outside does not show what a client owes. */
const ofClient = (why: Why, reason: string, ...clause: readonly ClauseId[]): ConditionRule => ({
  when: { clause, view: 'outside' },
  says: { why },
  reason,
});

/** Why a clause was not shown: the first rule that is about it says so. */
export const conditionRules: readonly ConditionRule[] = [
  {
    when: { observable: 'no' },
    says: { why: 'notShown' },
    reason: 'no octets on a wire can show it',
  },
  {
    when: { cases: 'cutShort' },
    says: { why: 'unplayed' },
    reason: 'the run ended early, and nothing passes in such a run',
  },
  // What was declared.
  {
    when: { clause: 'service/7/proxy-idle-timeout', view: 'outside' },
    says: { why: 'unplayed', unlock: 'idleTime' },
    reason: 'no connection was left idle',
  },
  {
    when: { clause: ofCredential, credential: 'undeclared' },
    says: { why: 'unplayed', unlock: 'credential' },
    reason: undeclaredCredential,
  },
  {
    when: { clause: ofCredential, credential: 'inFirstMessage' },
    says: { why: 'notApplicable' },
    reason: 'the credential comes in the first message',
  },
  {
    when: { clause: ofFirstMessage, credential: 'undeclared' },
    says: { why: 'unplayed', unlock: 'firstMessage' },
    reason: undeclaredCredential,
  },
  {
    when: { clause: ofFirstMessage, credential: 'inOpening' },
    says: { why: 'notApplicable' },
    reason: 'the credential comes in the opening',
  },
  {
    when: {
      clause: [
        'service/5.4/origin-allowlist',
        'service/5.4/origin-absent',
        'rfc6455/4.2.2/origin-lowercase',
        'rfc6455/4.2.2/origin-refused',
        'rfc6455/10.2/origin-403',
      ],
      origins: 'undeclared',
    },
    says: { why: 'unplayed', unlock: 'origins' },
    reason: 'no allowlist of origins was declared',
  },
  {
    when: { clause: 'service/7/subprotocol-required', demand: 'undeclared' },
    says: { why: 'unplayed', unlock: 'demand' },
    reason: 'the target was not declared to demand a subprotocol',
  },
  {
    when: {
      clause: [
        'rfc6455/4.2.2/subprotocol-supported',
        'rfc6455/4.3/subprotocol-sent-grammar',
        'rfc6455/11.3.4/subprotocol-sent-once',
      ],
      subprotocols: 'undeclared',
    },
    says: { why: 'unplayed', unlock: 'subprotocols' },
    reason: 'no subprotocol of the target was declared',
  },
  {
    when: {
      clause: [
        'rfc6455/4.2.2/tls-before-handshake',
        'rfc6455/4.2.2/tls-failure',
        'rfc6455/4.2.2/tls-all-traffic',
        'rfc6455/10.6/tls-supported',
        'rfc7301/3.2/no-common-protocol',
      ],
      scheme: 'ws',
    },
    says: { why: 'notApplicable', unlock: 'secureUrl' },
    reason: 'the URL is ws://, where no TLS is seen',
  },
  {
    when: { clause: 'rfc9110/7.4/https-on-plain', scheme: 'wss' },
    says: { why: 'notApplicable', unlock: 'plainUrl' },
    reason: 'the URL is wss://, where every request comes secured',
  },
  {
    when: { duty: 'exempt' },
    says: { why: 'notApplicable', unlock: 'strictKeyCheck' },
    reason: 'the target was declared not to look that closely',
  },
  // What only an insider knows.
  {
    when: { clause: ['rfc9110/5.4/fields-too-large', 'rfc9112/3/target-too-long'], view: 'outside' },
    says: { why: 'notShown' },
    reason: 'the limits of the target are not known from outside',
  },
  {
    when: {
      clause: ['rfc6455/4.2.2/resource-unavailable', 'rfc6455/4.2.2/resource-from-request'],
      view: 'outside',
    },
    says: { why: 'notShown' },
    reason: 'the paths of the target are not known from outside',
  },
  {
    when: { clause: ['service/5.4/origin-required', 'service/7/subprotocol-mismatch'], view: 'outside' },
    says: { why: 'notShown' },
    reason: 'a server may take such a request, and what the target means to do is not known from outside',
  },
  // What was left out.
  {
    when: { cases: 'ended' },
    says: { why: 'unplayed' },
    reason: 'the run ended early',
  },
  {
    when: { cases: 'leftOut' },
    says: { why: 'unplayed' },
    reason: 'cases of it were left out, since others like them had no answer',
  },
  {
    when: { cases: 'elsewhere' },
    says: { why: 'unplayed', unlock: 'otherParts' },
    reason: 'cases of it belong to other parts of the run',
  },
  // What is kept by whoever has nothing to do with it.
  {
    when: {
      clause: [
        'rfc7692/5/offer-order',
        'rfc7692/7/parameter-undefined',
        'rfc7692/7/parameter-repeated',
        'rfc7692/7/parameter-invalid',
        'rfc7692/7.1.1.2/client-takeover-answered',
        'rfc7692/7.1.2.2/client-bits-answered',
      ],
      deflate: 'unagreed',
    },
    says: { why: 'notApplicable', isUnproven: true },
    reason: noDeflate,
  },
  {
    when: { clause: 'rfc9110/15.2/no-1xx-to-http10', http10: 'opens' },
    says: { why: 'notApplicable', isUnproven: true },
    reason: 'the target opens in HTTP/1.0, and so does not look at the version',
  },
  // What is seen behind a pong alone.
  {
    when: {
      clause: [
        'rfc6455/4.1/early-frames-kept',
        'rfc6455/5.5.2/pong',
        'rfc6455/7.3/not-ended-at-once',
        'rfc9112/6.3/content-read-as-content',
        ...ofFirstMessage,
      ],
      pong: 'missing',
    },
    says: { why: 'notShown' },
    reason: noPong,
  },
  // What was not seen in any reply.
  unshown('always', 'no reply came that could show it'),
  unshown('isSwitch', 'no 101 came that could show it'),
  unshown('isSwitchOfPinged', 'no 101 came that a ping could follow'),
  unshown('isSwitchThatLasts', 'no 101 came that was to last'),
  unseen('isNoSwitchAndSendsUpgrade', 'no reply but a 101 had Upgrade'),
  unseen('isSwitchWithoutChoice', 'no 101 came where there was no subprotocol to choose'),
  unseen('isSwitchWithoutSupport', 'no 101 came where none of the subprotocols offered was supported'),
  unseen('isSwitchOfExpectant', 'no 101 came to a request that awaited a 100 before its content'),
  unshown('contentIsSentAndDecided', 'no reply came that took or refused a request with content'),
  unseen(
    'refusesContentFramedTwice',
    'no refusal of content that is framed twice had a second request behind it',
  ),
  unseen('refusesOtherVersion', 'no other version was refused'),
  unshown('webSocketIsUnasked', 'no reply came to a request that asks for no WebSocket'),
  unshown('requestIsHttp10', 'no reply came to a request in HTTP/1.0'),
  unshown('contentToHeadIsSeen', 'no reply to HEAD came whose content was waited for'),
  unshown('refusalIsDue', 'nothing that has to be refused was refused by a reply'),
  unshown('isRefusal', 'no reply was a refusal'),
  unshown('isRefusalWithSeenEnd', noEnd),
  unshown('closeIsAnnounced', noEnd),
  unshown(
    'isRefusalBeforeClose',
    'whether the target means to close the connection is not known from outside',
  ),
  unshown('dateIsDue', 'whether the target has a clock is not known from outside'),
  unshown('refusesMethod', 'which methods the resource takes is not known from outside'),
  unseen('statusIs401', 'no reply was a 401'),
  unseen('statusIs405', 'no reply was a 405'),
  unseen('statusIs426', 'no reply was a 426'),
  unseen('refusesVersion', 'no other version was refused'),
  unseen('versionsAreListed', 'no reply listed versions'),
  unseen(
    'versionsOf13AloneAreListed',
    'no reply listed versions, or the target was declared to speak others than 13',
  ),
  unseen('refusesVersionAndListsOthers', 'no reply that refused a version listed others'),
  unseen('refusesVersionAsDeclared', 'no reply that refused a version listed any'),
  unseen('refusesMalformed', 'no malformed request was answered by 400'),
  unseen('refusesCredential', 'no wrong credential was answered by 401'),
  unseen('refusesOrigin', 'no origin was answered by 403'),
  unseen('subprotocolIsSent', 'no 101 named a subprotocol'),
  unseen('noSubprotocolIsChosen', 'every 101 chose a subprotocol'),
  unseen('noExtensionIsAgreed', 'every 101 agreed to an extension'),
  unseen('deflateIsAnswered', noDeflate),
  unseen('serverTakeoverIsAsked', `${noDeflate} where server_no_context_takeover was asked for`),
  unseen('serverBitsAreAsked', `${noDeflate} where server_max_window_bits was asked for`),
  unseen('clientBitsAreUnoffered', `${noDeflate} where client_max_window_bits was not offered`),
  unseen('offerIsUndefined', 'no 101 came to an offer of permessage-deflate with an undefined parameter'),
  unseen('offerRepeats', 'no 101 came to an offer of permessage-deflate with a repeated parameter'),
  unseen('offerIsInvalid', 'no 101 came to an offer of permessage-deflate with an invalid value'),
  {
    when: {
      clause: [
        'rfc7692/7.1.1.1/server-takeover-valueless',
        'rfc7692/7.1.1.1/server-takeover-unasked',
        'rfc7692/7.1.2.1/server-bits-unasked',
        'rfc7692/7.1.2.2/client-bits-value',
      ],
      deflate: 'unagreed',
    },
    says: { why: 'notApplicable' },
    reason: noDeflate,
  },
  unseen('clientBitsAreSent', 'no reply limited the window of the client'),
  // What only another run of a client shows, or none.
  ofClient('notShown', 'no server refused what it offered by ALPN', 'rfc7301/3.2/protocol-refused'),
  ofClient(
    'notShown',
    'no proxy stands before the client',
    'service/7/connect-for-wss',
    'rfc6455/4.1/proxy-tunnel',
    'rfc9112/3.2.3/connect-target',
    'rfc9110/9.3.6/tunnel-formed',
    'rfc9110/9.3.6/tunnel-refused',
    'rfc9110/9.3.6/length-ignored',
  ),
  ofClient(
    'notApplicable',
    'it binds browsers, and those who say that they are bound by their rules',
    'rfc6455/4.1/origin-browser',
    'rfc6454/7.3/null-origin',
    'whatwg/2.2/compression-offered',
    'whatwg/2.2/subprotocol-chosen',
    'whatwg/3.1/http-scheme',
  ),
  ofClient(
    'notShown',
    'a client is given ordinary URLs, and a few others of which none shows it',
    'rfc6455/3/scheme',
    'rfc6455/3/valid-components',
    'rfc6455/3/no-user-information',
    'rfc6455/3/default-port',
    'rfc6455/3/secure-scheme',
    'rfc6455/3/resource-name',
    'rfc6455/3/no-fragment',
    'rfc6455/3/hash-escaped',
    'rfc6455/4.1/invalid-uri-fails',
    'rfc6455/11.1.1/host-to-ascii',
    'rfc6455/11.1.1/percent-encoded',
    'rfc9110/5.5/no-injection',
  ),
  ofClient(
    'notShown',
    'no messages are asked of a client',
    'rfc6455/9.1/extension-not-used-unanswered',
    'rfc6455/9.1/reply-order',
    'rfc7692/7.1.1.2/client-takeover-obeyed',
    'rfc7692/7.1.2.2/client-bits-obeyed',
    'service/1/client-frames-after-101',
    'service/5.3/first-message-sent',
    'service/5.3/first-message-shape',
    'service/8/client-ping-interval',
  ),
  ofClient(
    'notShown',
    'a connection that cannot be made is not seen from outside',
    'service/3/no-response',
    'service/7/closed-without-response',
    'rfc6455/4.1/connection-failed',
  ),
  ofClient(
    'notApplicable',
    'what the client offers of permessage-deflate leaves no reply that breaks it',
    'rfc7692/5/answered-twice',
    'rfc7692/7/answer-parameter-undefined',
    'rfc7692/7/answer-parameter-invalid',
    'rfc7692/7/answer-parameter-repeated',
    'rfc7692/7.1.1.1/server-takeover-missing',
    'rfc7692/7.1.2.1/server-bits-missing',
    'rfc7692/7.1.2.1/server-bits-larger',
    'rfc7692/7.1.2.2/answer-bits-unoffered',
  ),
  ofClient(
    'notShown',
    'what a client does inside, and of which origin it is, is not known from outside',
    'service/3/accept-mismatch-closed',
    'service/3/subprotocol-unoffered-closed',
    'rfc6455/4.1/origin-serialization',
    'rfc7692/7/answer-unsupported',
  ),
  ofClient(
    'notShown',
    'that nothing has ended a client does not show that it validates all',
    'rfc6455/10.7/client-input-validated',
  ),
  // What rests on what was played.
  {
    when: { cases: 'noneYet' },
    says: { why: 'notShown' },
    reason: 'nothing that was played before the run ended early has shown it',
  },
  ofClient(
    'notShown',
    'the client did not open over TLS with a right certificate of the authority that it was told of',
    'rfc6455/4.1/tls-before-handshake',
    'rfc6455/4.1/tls-failure',
    'rfc6455/4.1/certificate-verified',
    'rfc6455/4.1/tls-all-traffic',
    'rfc6455/4.1/server-name',
    'rfc6455/10.6/client-tls-supported',
    'rfc6455/10.6/client-tls-employed',
    'rfc6455/10.6/strong-tls',
    'rfc7301/3.2/protocol-offered',
  ),
  ofClient(
    'notShown',
    'the client was not seen to make two connections at once',
    'rfc6455/4.1/one-connecting',
    'rfc6455/4.1/unknown-address',
    'rfc6455/4.1/pending-limit',
  ),
  // Nothing special.
  {
    when: { cases: 'played' },
    says: { why: 'notShown' },
    reason: 'cases of it were played, and none of them could show it',
  },
  {
    when: { view: 'outside' },
    says: { why: 'notShown' },
    reason: 'nothing that is played from outside shows it',
  },
  {
    when: {},
    says: { why: 'notShown' },
    reason: 'nothing that is played shows it',
  },
];

/** Whether a rule names a clause, and is not about all of them. */
export function isOfClause({ when: { clause: wanted } }: ConditionRule, clause: ClauseId): boolean {
  return wanted !== undefined && holds({ clause: wanted }, { clause });
}

/** Why nothing has shown a clause; null where no rule is about it. */
export function explainUntested(
  clause: ClauseId,
  facts: ConditionFacts,
  rules = conditionRules,
): ConditionRule | null {
  return firstRule(rules, { ...facts, clause }) ?? null;
}

/** Whether to keep a clause was no merit, so that the cases which seem to show it show nothing. */
export function isUnproven(clause: ClauseId, facts: ConditionFacts, rules = conditionRules): boolean {
  return everyRule(rules, { ...facts, clause }).some(({ says }) => says.isUnproven === true);
}
