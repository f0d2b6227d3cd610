import type { ClauseId } from '../clauses.ts';
import { type Guards, holds, type Pattern } from '../match.ts';
import type { Topic } from '../topic.ts';

/** What a message owes, whatever else was decided. */
export interface ObligationRow<Facts, Guard extends string = string> {
  readonly clause: ClauseId;
  /** Holds where the obligation concerns the message: a breach would be seen, so that the clause is shown. */
  readonly owed: Guard;
  /** Holds where it is broken. */
  readonly broken: Pattern<Facts>;
  readonly about: Topic;
  readonly expected: string;
  /** What was there instead, where that is always the same. */
  readonly observed?: string;
}

export interface ObligationTable<Facts, Guard extends string, Row extends ObligationRow<Facts, Guard>> {
  readonly id: string;
  readonly guards: Guards<Facts, Guard>;
  /** Each row holds on its own; breaches are told in this order. */
  readonly rows: readonly Row[];
}

/** The rows that concern a message, and those of them that it breaks. */
export interface Obligations<Row> {
  readonly owed: readonly Row[];
  readonly broken: readonly Row[];
}

/** Holds a message against what it owes. */
export function checkObligations<
  Facts extends object,
  Guard extends string,
  Row extends ObligationRow<Facts, Guard>,
>({ guards, rows }: ObligationTable<Facts, Guard, Row>, facts: Facts): Obligations<Row> {
  const owed = rows.filter((row) => holds(guards[row.owed], facts));
  return { owed, broken: owed.filter((row) => holds(row.broken, facts)) };
}
