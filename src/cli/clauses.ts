import { type ClauseId, clauseIds, clauses, sourceOf } from '../../models/clauses.ts';
import { clientRows } from '../../models/client-decision.ts';
import { hopRows } from '../../models/intermediary.ts';
import { serverRows } from '../../models/server-decision.ts';
import type { Row } from '../../models/vocabulary.ts';
import { planSelf } from '../verify/self/self.ts';
import type { Io } from './io.ts';
import { alignRows } from './terminal.ts';

/** One clause with what covers it. */
interface Covered {
  readonly id: ClauseId;
  readonly source: string;
  readonly level: string;
  readonly actor: string;
  readonly summary: string;
  readonly observable: boolean;
  readonly note: string | null;
  readonly unchecked: boolean;
  /** Rows that cite it, as `table: guard`. */
  readonly rows: readonly string[];
  /** Cases of `verify self` that are made for it. */
  readonly cases: number;
}

const tables: readonly (readonly [name: string, rows: readonly Row[]])[] = [
  ['server', serverRows],
  ['client', clientRows],
  ['intermediary', hopRows],
];

/** Prints the register, as a table or as JSON. */
export function runClauses({ json }: { readonly json?: boolean }, { stdout }: Io): number {
  const covered = coverClauses();
  stdout.write(json ? `${JSON.stringify(covered, null, 2)}\n` : render(covered));
  return 0;
}

function coverClauses(): readonly Covered[] {
  const made = planSelf();
  return clauseIds.map((id) => {
    const { level, actor, summary, observable, note = null, unchecked = false } = clauses[id];
    const rows = tables.flatMap(([name, list]) =>
      [...new Set(list.filter(({ clause }) => clause === id).map(({ guard }) => guard))].map(
        (guard) => `${name}: ${guard}`,
      ),
    );
    const entry = { id, source: sourceOf(id), level, actor, summary, observable, note, unchecked, rows };
    return { ...entry, cases: made.get(id) ?? 0 };
  });
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
  return `${lines.join('\n')}\n\n${covered.length} clauses; ws101 clauses --json has their summaries and notes\n`;
}
