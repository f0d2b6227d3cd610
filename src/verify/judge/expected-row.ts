import type { Row } from '../../../models/decisions/row.ts';
import { holds } from '../../../models/match.ts';

/**
 * The row that decides: the earliest in the table whose guard is among those that hold, or the last row.
 *
 * @throws Error if the table has no row for one of the guards: a gap
 */
export function expectRow<Choices extends object, R extends Row<string, string, Choices>>(
  rows: readonly R[],
  guards: readonly string[],
  choices: Choices,
): R {
  const gap = guards.find((guard) => !rows.some((row) => row.guard === guard));
  if (gap !== undefined) throw new Error(`the table has no row for ${gap}`);
  const deciding = rows.find(
    (row) => (guards.includes(row.guard) || row.guard === 'otherwise') && holds(row.when ?? {}, choices),
  );
  if (!deciding) throw new Error('a table ends with a row that always holds');
  return deciding;
}
