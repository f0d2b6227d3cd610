import type { ClauseId } from './clauses.ts';
import type { Guards } from './decision.ts';
import type { Topic } from './topic.ts';

/** What a message owes, whatever else was decided. */
export interface ObligationRow<Guard extends string = string> {
  readonly clause: ClauseId;
  /** Holds where the obligation concerns the message: a breach would be seen, so that the clause is shown. */
  readonly owed: Guard;
  /** Holds where it is broken. */
  readonly broken: Guard;
  readonly about: Topic;
  readonly expected: string;
}

export interface ObligationTable<Facts, Guard extends string = string> {
  readonly id: string;
  readonly guards: Guards<Facts, Guard>;
  /** Each row holds on its own; breaches are reported in this order. */
  readonly rows: readonly ObligationRow<Guard>[];
}

/** The rows that concern a message, and those of them that it breaks. */
export interface Obligations<Row> {
  readonly owed: readonly Row[];
  readonly broken: readonly Row[];
}

/** Makes the check of a table. Every message is checked, so that guards are looked up by their names only once. */
export function compileObligations<Facts, Guard extends string>({
  guards,
  rows,
}: ObligationTable<Facts, Guard>): (facts: Facts) => Obligations<ObligationRow<Guard>> {
  const checks = rows.map((row) => ({ row, isOwed: guards[row.owed], isBroken: guards[row.broken] }));
  return (facts) => {
    const owed: ObligationRow<Guard>[] = [];
    const broken: ObligationRow<Guard>[] = [];
    for (const { row, isOwed, isBroken } of checks) {
      if (!isOwed(facts)) continue;
      owed.push(row);
      if (isBroken(facts)) broken.push(row);
    }
    return { owed, broken };
  };
}
