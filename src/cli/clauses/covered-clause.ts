import { type ClauseId, clauses, sourceOf } from '../../../models/clauses.ts';
import { clientRows } from '../../../models/decisions/client.ts';
import { hopRows } from '../../../models/decisions/hop.ts';
import type { Row } from '../../../models/decisions/row.ts';
import { serverRows } from '../../../models/decisions/server.ts';
import { planSelf } from '../../verify/self/self.ts';

/** One clause with what covers it. */
export interface Covered {
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

/** What covers each of these clauses. */
export function coverClauses(ids: readonly ClauseId[]): readonly Covered[] {
  const made = planSelf();
  return ids.map((id) => {
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
