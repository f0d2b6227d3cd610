import { type ClauseId, clauses, type Level } from './clauses.ts';
import { holds } from './match.ts';
import type { RequestGuard } from './server-decision.ts';
import type { RequestDetails } from './vocabulary.ts';

/**
 * What went wrong: a request with a fault was not refused, or never answered; a valid one was refused; the reply
 * breaks an obligation of its own; a message was answered that had to wait; the target was gone afterwards.
 */
export type BreachKind = 'accepted' | 'unanswered' | 'refused' | 'reply' | 'message' | 'gone';

export type Severity = 'MUST' | 'SHOULD' | 'note';

/** To compare severities by. */
export const weights = { note: 0, SHOULD: 1, MUST: 2 } as const satisfies Readonly<Record<Severity, number>>;

/** `none` where nobody is blamed at all. */
export type Weight = Severity | 'none';

/** What a weight depends on. */
export interface Breach {
  readonly kind: BreachKind;
  readonly clause: ClauseId;
  /** The guard of the row that finds a fault in the request; null where none does. */
  readonly guard: RequestGuard | null;
  readonly came: RequestDetails;
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

/** Where a text can be read: `RFC 9112 §3.2`. */
export type Source = `RFC ${number} §${string}` | `service §${string}`;

/** Which breaches a row is about: all of its conditions have to fit, and of each list one entry. */
export interface BreachPattern {
  readonly kinds?: readonly BreachKind[];
  readonly guards?: readonly RequestGuard[];
  readonly clauses?: readonly ClauseId[];
  /** First parts of clause ids. */
  readonly documents?: readonly string[];
  readonly levels?: readonly Level[];
  readonly came?: Partial<RequestDetails>;
  readonly answers?: readonly Breach['answer'][];
}

/** One row on how much a breach weighs. */
export interface LatitudeRow extends BreachPattern {
  readonly weight: Weight;
  readonly reason: string;
  /** The text that allows it; null where nothing has to. */
  readonly source: Source | null;
}

export type Tag = 'http-layer' | 'leniency' | 'literal' | 'interop' | 'service' | 'declared' | 'smuggling';

/** One row on what a finding is about besides its clause, so that it can be waived together with its like. */
export interface TagRow extends BreachPattern {
  readonly tag: Tag;
}

export function fitsBreach(pattern: BreachPattern, breach: Breach): boolean {
  const { kind, guard, clause, answer, came } = breach;
  // One condition after the other is looked up: few rows get as far as their second.
  return (
    (pattern.kinds?.includes(kind) ?? true) &&
    (pattern.guards === undefined || (guard !== null && pattern.guards.includes(guard))) &&
    (pattern.clauses?.includes(clause) ?? true) &&
    (pattern.answers?.includes(answer) ?? true) &&
    (pattern.documents?.includes(clause.slice(0, clause.indexOf('/'))) ?? true) &&
    (pattern.levels?.includes(clauses[clause].level) ?? true) &&
    holds(pattern.came ?? {}, came)
  );
}

/** How much a breach of a clause can weigh at all. */
const heaviest = { MUST: 'MUST', SHOULD: 'SHOULD', MAY: 'note' } as const satisfies Record<Level, Severity>;

/** A weight, or the heaviest that a breach of the clause can have, whichever is less. */
export function capSeverity(clause: ClauseId, severity: Severity): Severity {
  const most = heaviest[clauses[clause].level];
  return weights[severity] > weights[most] ? most : severity;
}

/** How much a breach weighs: the first row that is about it says so, but never more than the register. */
export function weighBreach(rows: readonly LatitudeRow[], breach: Breach): Weight {
  const most = heaviest[clauses[breach.clause].level];
  const weight = rows.find((row) => fitsBreach(row, breach))?.weight ?? most;
  return weight === 'none' ? weight : capSeverity(breach.clause, weight);
}

/** What a breach is about besides its clause. */
export function tagBreach(rows: readonly TagRow[], breach: Breach): readonly Tag[] {
  return [...new Set(rows.filter((row) => fitsBreach(row, breach)).map(({ tag }) => tag))];
}
