import { type ClauseId, clauses, type Level } from '../clauses.ts';
import type { RequestGuard } from '../decisions/server.ts';
import type { RequestDetails } from '../facts/request.ts';
import { everyRule, firstRule, type Reasoned, type Rule } from '../match.ts';

/**
 * What went wrong: a request with a fault was not refused, or never answered; a valid one was refused; the reply
 * breaks an obligation of its own; a message was answered that had to wait; the target was gone afterwards.
 */
export type BreachKind = 'accepted' | 'unanswered' | 'refused' | 'reply' | 'message' | 'gone';

export type Severity = 'MUST' | 'SHOULD' | 'note';

/** `none` where nobody is blamed at all. */
export type Weight = Severity | 'none';

/** To compare weights by. */
export const weights = { none: 0, note: 1, SHOULD: 2, MUST: 3 } as const satisfies Readonly<
  Record<Weight, number>
>;

/** What a server did wrong, with what came. */
export interface Breach extends RequestDetails {
  readonly kind: BreachKind;
  readonly clause: ClauseId;
  /** The guard of the row that finds a fault in the request; null where none does. */
  readonly guard: RequestGuard | null;
  /**
   * What was answered: a status, a 101 behind which the connection was ended for no fault of frames, octets that are
   * no reply, nothing at all, or nothing in time.
   */
  readonly answer: number | 'closed' | 'junk' | 'nothing' | 'silence';
}

/** The details of a request that has nothing special beyond its facts. */
export const nothingSpecial: RequestDetails = {
  requestLine: 'other',
  httpVersion: 'other',
  fieldLines: 'other',
  target: 'other',
  host: 'other',
  upgrade: 'other',
  content: 'other',
  version: 'other',
  subprotocol: 'other',
  extensions: 'other',
  rest: 'other',
};

/** What the register says of the clause of a breach. */
interface ClauseFacts {
  /** The first part of its id. */
  readonly document: string;
  readonly level: Level;
}

/** How much a breach weighs. */
export type WeightRule<B, W extends Weight = Weight> = Rule<B & ClauseFacts, W> & Reasoned;

export type Tag = 'http-layer' | 'leniency' | 'literal' | 'interop' | 'service' | 'declared' | 'smuggling';

/** What a finding is about besides its clause, so that it can be waived together with its like. */
export type TagRule<B> = Rule<B & ClauseFacts, Tag> & Reasoned;

/** How much a breach of a clause can weigh at all. */
const heaviest = { MUST: 'MUST', SHOULD: 'SHOULD', MAY: 'note' } as const satisfies Record<Level, Severity>;

/** A weight, or the heaviest that a breach of the clause can have, whichever is less. */
export function capWeight<W extends Weight>(clause: ClauseId, weight: W): W | Severity {
  const most = heaviest[clauses[clause].level];
  return weights[weight] > weights[most] ? most : weight;
}

/**
 * How much a breach weighs: the first rule that is about it says so. What no rule is about weighs as much as the register
 * says of its clause, and nothing weighs more.
 */
export function weighBreach<B extends { readonly clause: ClauseId }, W extends Weight>(
  rules: readonly WeightRule<B, W>[],
  breach: B,
): W | Severity {
  const rule = firstRule(rules, withClause(breach));
  return capWeight<W | 'MUST'>(breach.clause, rule?.says ?? 'MUST');
}

/** What a breach is about besides its clause. */
export function tagBreach<B extends { readonly clause: ClauseId }>(
  rules: readonly TagRule<B>[],
  breach: B,
): readonly Tag[] {
  return [...new Set(everyRule(rules, withClause(breach)).map(({ says }) => says))];
}

function withClause<B extends { readonly clause: ClauseId }>(breach: B): B & ClauseFacts {
  const { clause } = breach;
  return { ...breach, document: clause.slice(0, clause.indexOf('/')), level: clauses[clause].level };
}
