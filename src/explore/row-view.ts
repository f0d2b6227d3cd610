import type { RuleTable } from '../../models/decision.ts';
import type { Permits, Row, ServerRow } from '../../models/decisions/row.ts';
import { holds } from '../../models/match.ts';
import { type DrawnTable, describeRule, type RuleText } from '../draw/rule-text.ts';

/**
 * What a row says of one message: it `decides`; it `holds` as well, and finds a fault; it has `asked` the
 * application before; its guard `fails`, or finds no fault behind one that was found; or it is for another choice.
 */
export type RowState = 'decides' | 'holds' | 'asked' | 'fails' | 'otherChoice';

export interface RowView extends RuleText {
  readonly number: number;
  readonly state: RowState;
  /** Which replies no server may be blamed for, in words; null in a client's table. */
  readonly permits: string | null;
}

/**
 * Every row of a table, as one message meets it.
 *
 * @param holding the row that decides, and those that hold as well
 * @param asked the row that asked the application before
 */
export function viewRows<Choices extends object, R extends Row<string, string, Choices>>(
  table: Pick<RuleTable<never, Choices, R>, 'rows'> & Pick<DrawnTable, 'rows'>,
  choices: Choices,
  [deciding, ...holding]: readonly Row[],
  asked: Row | null,
): readonly RowView[] {
  const stateOf = (row: R): RowState => {
    if (row === deciding) return 'decides';
    if (row === asked) return 'asked';
    if (holding.some((each) => each === row)) return 'holds';
    return holds(row.when ?? {}, choices) ? 'fails' : 'otherChoice';
  };
  return table.rows.map((row, index) => ({
    ...describeRule(row),
    number: index + 1,
    state: stateOf(row),
    permits: hasReplies(row) ? describePermits(row.permits) : null,
  }));
}

/** Whether a row says what is permitted of a reply, as those of a server's table do. */
function hasReplies(row: Row): row is ServerRow {
  const { permits }: { readonly permits?: unknown } = row as Partial<ServerRow>; // a client's is a list of outcomes
  return typeof permits === 'object' && permits !== null && 'silence' in permits;
}

const replies = {
  any: 'any status',
  anyBut101: 'any final status but 101',
  anyError: 'any error status',
} as const;

/** `426, or any error status`, and what must come along. */
function describePermits({ status, fields, silence }: Permits): string {
  const what = typeof status === 'string' ? replies[status] : status.join(' or ');
  const along = fields.length > 0 ? ` with ${fields.join(', ')}` : '';
  return `${what}${along}${silence ? ', or no reply' : ''}`;
}
