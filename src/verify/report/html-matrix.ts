import { type ClauseId, clauses } from '../../../models/clauses.ts';
import { html, type Markup } from './html-markup.ts';
import type { Verdict } from './report.ts';
import { markOf, type ToldReport } from './word.ts';

interface Cell {
  readonly id: ClauseId;
  readonly source: string;
  readonly verdict: Verdict;
  readonly cases: number;
}

/**
 * Every clause by its document and section.
 *
 * @param anchors the element that shows the finding of a clause
 */
export function renderMatrix(report: ToldReport, anchors: ReadonlyMap<ClauseId, string>): Markup {
  const cells: readonly Cell[] = [...report.clauses, ...report.choices];
  return html`${[...groupBy(cells, documentOf)].map(([document, own]) => {
    const sections = [...groupBy(own, sectionOf)];
    return html`
<table class="matrix">
<caption>${document}</caption>
<thead><tr><th scope="col">Section</th><th scope="col">Clauses, with the cases that have shown each</th></tr></thead>
<tbody>${sections.map(
      ([section, inside]) => html`
<tr><th scope="row">${section}</th>
<td><ul class="cells">${inside.map((cell) => renderCell(cell, anchors.get(cell.id)))}</ul></td></tr>`,
    )}
</tbody>
</table>`;
  })}`;
}

function renderCell({ id, verdict, cases }: Cell, anchor: string | undefined): Markup {
  const name = id.replace(/^.*\//, '');
  const { level, summary } = clauses[id];
  return html`
<li class="${verdict}" title="${level}: ${summary}">${markOf[verdict]} <b>${verdict}</b> ${
    anchor === undefined ? name : html`<a href="#${anchor}">${name}</a>`
  }${cases > 0 ? ` (${cases})` : ''}</li>`;
}

function documentOf({ source }: Cell): string {
  return source.replace(/ §.*$/, '').replace('service', 'Service specification');
}

function sectionOf({ source }: Cell): string {
  return source.replace(/^.* (?=§)/, '');
}

/** The groups in the order of their first members. */
function groupBy(cells: readonly Cell[], key: (cell: Cell) => string): ReadonlyMap<string, readonly Cell[]> {
  const groups = new Map<string, Cell[]>();
  for (const cell of cells) groups.set(key(cell), [...(groups.get(key(cell)) ?? []), cell]);
  return groups;
}
