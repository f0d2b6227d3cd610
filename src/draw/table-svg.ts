import { checkOverlay } from './check-overlay.ts';
import { escapeId } from './diagram.ts';
import { dressSvg } from './dress-svg.ts';
import type { Overlay } from './overlay.ts';
import type { DrawnTable } from './rule-text.ts';
import { layOut } from './svg.ts';
import { tableToDot } from './table-dot.ts';

/** A rule table as SVG: a numbered row for each rule, its clause linked to the section that it is from. */
export async function tableToSvg(table: DrawnTable, overlay: Overlay = {}): Promise<string> {
  checkOverlay('tableToSvg', overlay);
  return dressSvg(await layOut(tableToDot(table, overlay)), {
    id: escapeId(table.id),
    title: `Rule table ${table.id}`,
    description: `${table.rows.length} rules; the first that holds decides.`,
    titles: new Map(),
  });
}
