import { clauseIds } from '../../../models/clauses.ts';
import type { Io } from '../io.ts';
import { alignRows } from '../terminal.ts';
import { type Covered, coverClauses } from './covered-clause.ts';

/**
 * Prints the register, as a table or as JSON; or all that is known of one clause.
 *
 * @throws UsageError where no clause has the id
 */
export async function runClauses(
  wanted: string | undefined,
  { json }: { readonly json?: boolean },
  { stdout }: Io,
): Promise<number> {
  if (wanted !== undefined) {
    const { detailClause, readClauseId, renderClause } = await import('./clause.ts');
    const id = readClauseId(wanted);
    for (const detail of coverClauses([id]).map(detailClause))
      stdout.write(json ? `${JSON.stringify(detail, null, 2)}\n` : renderClause(detail));
    return 0;
  }
  const covered = coverClauses(clauseIds);
  stdout.write(json ? `${JSON.stringify(covered, null, 2)}\n` : render(covered));
  return 0;
}

function render(covered: readonly Covered[]): string {
  const rows = covered.map(({ id, level, actor, observable, rows: guards, cases }) => [
    id,
    level,
    actor,
    observable ? 'wire' : '-',
    cases > 0 ? `${cases} cases` : '-',
    guards.join(', '),
  ]);
  const lines = alignRows([['clause', 'level', 'actor', 'shown by', 'verify self', 'rows'], ...rows]);
  return `${lines.join('\n')}\n\n${covered.length} clauses; ws101 clauses <id> shows one of them, --json has their summaries and notes\n`;
}
