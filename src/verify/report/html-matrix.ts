import { type ClauseId, clauses } from '../../../models/clauses.ts';
import { html, type Markup } from './html-markup.ts';
import type { ClauseVerdict, Report } from './report.ts';
import { documentOf, groupBy, markOf } from './word.ts';

interface Cell {
  readonly id: ClauseId;
  readonly source: string;
  readonly verdict: ClauseVerdict;
  readonly cases: number;
}

/**
 * Every clause by its document and section.
 *
 * @param anchors the element that shows the finding of a clause
 */
export function renderMatrix(report: Report, anchors: ReadonlyMap<ClauseId, string>): Markup {
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

function sectionOf({ source }: Cell): string {
  return source.replace(/^.* (?=§)/, '');
}
