import type { ClauseId } from '../clauses.ts';
import type { ClientRow, ReplyGuard } from '../decisions/client.ts';
import type { RequestGuard } from '../decisions/server.ts';
import type { ClientOutcome, ReplyDetails, ReplyFacts } from '../facts/reply.ts';
import { firstRule, type Reasoned, type Rule } from '../match.ts';

/** Statuses by which a server says that it was asked too much: it may, whatever it was asked. */
export const busyStatuses: readonly number[] = [429, 503];

/** What a server was declared to do, as far as that excuses it. */
export interface DeclaredFacts {
  /** How thoroughly it looks at the key. */
  readonly keyCheck: 'strict' | 'length' | 'presence';
  /** Whether the version that is asked for is one that it was declared to speak. */
  readonly version: 'declared' | 'undeclared';
}

/** A fault that a request has. */
interface DeclaredFault extends DeclaredFacts {
  readonly guard: RequestGuard;
}

/** Faults of a request that a server need not find, by what was declared of it. It may still refuse them. */
export const exemptionRules: readonly (Rule<DeclaredFault, 'exempt'> & Reasoned)[] = [
  {
    when: { guard: 'keyIsMalformed', keyCheck: 'length' },
    says: 'exempt',
    reason: 'A server that decodes a key leniently, and counts its octets, does not see how it is written.',
  },
  {
    when: { guard: 'keyIsMalformed', keyCheck: 'presence' },
    says: 'exempt',
    reason: 'A server that wants any key at all does not look at how it is written.',
  },
  {
    when: { guard: 'keyIsNot16Octets', keyCheck: 'presence' },
    says: 'exempt',
    reason: 'A server that wants any key at all does not count its octets.',
  },
  {
    when: { guard: 'keyIsRepeated', keyCheck: 'presence' },
    says: 'exempt',
    reason: 'A server that wants any key at all does not count them.',
  },
  {
    when: { guard: 'versionIsNot13', version: 'declared' },
    says: 'exempt',
    reason: 'A server may speak several versions, and was declared to speak this one.',
  },
];

export function isExempt(fault: DeclaredFault, rules = exemptionRules): boolean {
  return firstRule(rules, fault) !== undefined;
}

/** What a client did with a reply, and what it may be excused by. */
interface ClientAction extends ReplyDetails {
  /** The guard of the row that decides on the reply. */
  readonly guard: ReplyGuard;
  readonly outcome: ClientOutcome;
  readonly subprotocol: ReplyFacts['subprotocol'];
}

/** Why nobody is blamed. */
export interface Allowance {
  /** The clause that leaves it open, or that says who else may be wrong. */
  readonly clause: ClauseId;
  /** Whether a client is told of it all the same, without blame: by the weight that its breach has besides. */
  readonly isWarned?: true;
}

/** Outcomes for which no client is blamed, though the row that decides does not permit them. */
export const allowanceRules: readonly (Rule<ClientAction, Allowance> & Reasoned)[] = [
  {
    when: { guard: 'otherwise', outcome: 'fails', subprotocol: 'noneChosen' },
    says: { clause: 'rfc6455/4.1/subprotocol-none-chosen' },
    reason: 'A client that needs a subprotocol may do without a connection that has none.',
  },
  {
    when: { guard: 'otherwise', outcome: 'fails', fieldLines: 'folded' },
    says: { clause: 'rfc9112/5.2/reply-folding' },
    reason: 'Folding is obsolete, and to refuse it is the safer choice.',
  },
  {
    when: { guard: 'otherwise', outcome: 'fails', statusLine: 'unspaced' },
    says: { clause: 'rfc9112/4/status-line' },
    reason: 'The grammar has a space behind the status, where no reason follows either.',
  },
  {
    when: { guard: 'upgradeIsNotWebsocket', outcome: 'opens', upgrade: 'websocketAgain' },
    says: { clause: 'rfc6455/4.1/reply-upgrade-websocket' },
    reason: 'RFC 9110 §7.8 has a list there: a client that reads the list finds nothing but websocket in it.',
  },
  {
    when: { guard: 'statusLineIsMalformed', outcome: 'opens', statusLine: 'oddlySpaced' },
    says: { clause: 'rfc9112/4/status-line' },
    reason: 'A recipient may part the status line at any white space, and skip what stands around it.',
  },
  {
    when: { guard: 'fieldLinesAreMalformed', outcome: 'opens' },
    says: { clause: 'rfc9112/5/reply-field-lines' },
    reason:
      'RFC 9112 says what servers and proxies do with such a line, and nothing of clients; control octets may be ' +
      'replaced by spaces, or kept (RFC 9110 §5.5).',
  },
  {
    when: { guard: 'acceptIsRepeated', outcome: 'opens' },
    says: { clause: 'rfc6455/11.3.3/accept-once', isWarned: true },
    reason: 'The text forbids the server to repeat it; no text has the client look for two equal values.',
  },
  {
    when: { guard: 'extensionsAreMalformed', outcome: 'opens', extensions: 'emptyElements' },
    says: { clause: 'rfc6455/9.1/reply-extension-grammar', isWarned: true },
    reason: 'A list of nothing but empty elements may be read as an empty one (RFC 9110 §5.6.1.2).',
  },
];

/** Whether a client may do this with a reply on which a row decides. */
export function permitsOutcome(
  { guard, permits }: Pick<ClientRow, 'guard' | 'permits'>,
  outcome: ClientOutcome,
  { subprotocol }: Pick<ReplyFacts, 'subprotocol'>,
  came: ReplyDetails,
  rules = allowanceRules,
): boolean {
  return (
    permits.includes(outcome) || firstRule(rules, { ...came, guard, outcome, subprotocol }) !== undefined
  );
}
