import { type ClauseId, clauses, type Need } from '../clauses.ts';
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

/** What a clause depends on, with what the register says of it. */
type ClauseFacts = ConditionFacts & { readonly needs: Need | 'nothing' };

export type ConditionRule = Rule<ClauseFacts, Unshown> & Reasoned;

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
const ofClient = (needs: Need, why: Why, reason: string): ConditionRule => ({
  when: { needs, view: 'outside' },
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
    when: { needs: 'idleTime', view: 'outside' },
    says: { why: 'unplayed', unlock: 'idleTime' },
    reason: 'no connection was left idle',
  },
  {
    when: { needs: 'credential', credential: 'undeclared' },
    says: { why: 'unplayed', unlock: 'credential' },
    reason: undeclaredCredential,
  },
  {
    when: { needs: 'credential', credential: 'inFirstMessage' },
    says: { why: 'notApplicable' },
    reason: 'the credential comes in the first message',
  },
  {
    when: { needs: 'firstMessage', credential: 'undeclared' },
    says: { why: 'unplayed', unlock: 'firstMessage' },
    reason: undeclaredCredential,
  },
  {
    when: { needs: 'firstMessage', credential: 'inOpening' },
    says: { why: 'notApplicable' },
    reason: 'the credential comes in the opening',
  },
  {
    when: { needs: 'origins', origins: 'undeclared' },
    says: { why: 'unplayed', unlock: 'origins' },
    reason: 'no allowlist of origins was declared',
  },
  {
    when: { needs: 'demand', demand: 'undeclared' },
    says: { why: 'unplayed', unlock: 'demand' },
    reason: 'the target was not declared to demand a subprotocol',
  },
  {
    when: { needs: 'subprotocols', subprotocols: 'undeclared' },
    says: { why: 'unplayed', unlock: 'subprotocols' },
    reason: 'no subprotocol of the target was declared',
  },
  {
    when: { needs: 'secureUrl', scheme: 'ws' },
    says: { why: 'notApplicable', unlock: 'secureUrl' },
    reason: 'the URL is ws://, where no TLS is seen',
  },
  {
    when: { needs: 'plainUrl', scheme: 'wss' },
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
    when: { needs: 'knownLimits', view: 'outside' },
    says: { why: 'notShown' },
    reason: 'the limits of the target are not known from outside',
  },
  {
    when: { needs: 'knownPaths', view: 'outside' },
    says: { why: 'notShown' },
    reason: 'the paths of the target are not known from outside',
  },
  {
    when: { needs: 'knownIntent', view: 'outside' },
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
    when: { needs: 'agreedDeflate', deflate: 'unagreed' },
    says: { why: 'notApplicable', isUnproven: true },
    reason: noDeflate,
  },
  {
    when: { needs: 'versionRead', http10: 'opens' },
    says: { why: 'notApplicable', isUnproven: true },
    reason: 'the target opens in HTTP/1.0, and so does not look at the version',
  },
  // What is seen behind a pong alone.
  {
    when: { needs: ['firstMessage', 'pong'], pong: 'missing' },
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
    when: { needs: 'agreedParameters', deflate: 'unagreed' },
    says: { why: 'notApplicable' },
    reason: noDeflate,
  },
  unseen('clientBitsAreSent', 'no reply limited the window of the client'),
  // What only another run of a client shows, or none.
  ofClient('refusalByAlpn', 'notShown', 'no server refused what it offered by ALPN'),
  ofClient('proxy', 'notShown', 'no proxy stands before the client'),
  ofClient(
    'browser',
    'notApplicable',
    'it binds browsers, and those who say that they are bound by their rules',
  ),
  ofClient('oddUrls', 'notShown', 'a client is given ordinary URLs, and a few others of which none shows it'),
  ofClient('messages', 'notShown', 'no messages are asked of a client'),
  ofClient('unreachable', 'notShown', 'a connection that cannot be made is not seen from outside'),
  ofClient(
    'widerOffer',
    'notApplicable',
    'what the client offers of permessage-deflate leaves no reply that breaks it',
  ),
  ofClient(
    'inside',
    'notShown',
    'what a client does inside, and of which origin it is, is not known from outside',
  ),
  ofClient('endurance', 'notShown', 'that nothing has ended a client does not show that it validates all'),
  // What rests on what was played.
  {
    when: { cases: 'noneYet' },
    says: { why: 'notShown' },
    reason: 'nothing that was played before the run ended early has shown it',
  },
  ofClient(
    'trust',
    'notShown',
    'the client did not open over TLS with a right certificate of the authority that it was told of',
  ),
  ofClient('concurrency', 'notShown', 'the client was not seen to make two connections at once'),
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

/** Whether a rule is about what a clause needs, and not about all clauses. */
export function isOfClause({ when: { needs: wanted } }: ConditionRule, clause: ClauseId): boolean {
  return wanted !== undefined && holds({ needs: wanted }, { needs: needOf(clause) });
}

/** Why nothing has shown a clause; null where no rule is about it. */
export function explainUntested(
  clause: ClauseId,
  facts: ConditionFacts,
  rules = conditionRules,
): ConditionRule | null {
  return firstRule(rules, { ...facts, needs: needOf(clause) }) ?? null;
}

/** Whether to keep a clause was no merit, so that the cases which seem to show it show nothing. */
export function isUnproven(clause: ClauseId, facts: ConditionFacts, rules = conditionRules): boolean {
  const all = everyRule(rules, { ...facts, needs: needOf(clause) });
  return all.some(({ says }) => says.isUnproven === true);
}

function needOf(clause: ClauseId): Need | 'nothing' {
  return clauses[clause].needs ?? 'nothing';
}
