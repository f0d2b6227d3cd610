import { type ClauseId, clauses } from '../../../models/clauses.ts';
import { html, type Markup } from './html-markup.ts';
import type { ChoiceResult, Report } from './report.ts';
import { documentOf, groupBy, markOf, reasonOf, tellRemark } from './word.ts';

/**
 * Every clause by its document and section.
 *
 * @param anchors the element that shows the finding of a clause
 */
export function renderMatrix(report: Report, anchors: ReadonlyMap<ClauseId, string>): Markup {
  const cells: readonly ChoiceResult[] = [...report.clauses, ...report.choices];
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

function renderCell(result: ChoiceResult, anchor: string | undefined): Markup {
  const { id, verdict, cases, note, waived } = result;
  const name = id.replace(/^.*\//, '');
  const { level, summary } = clauses[id];
  const isNoted = note !== undefined;
  const remark = tellRemark(result);
  const title = [`${level}: ${summary}`, ...(remark === null ? [] : [remark])].join(' ');
  const ends = [
    ...(cases > 0 ? [` (${cases})`] : []),
    ...(isNoted ? [', with a note'] : []),
    ...(waived === undefined ? [] : [', waived']),
  ];
  return html`
<li class="${isNoted ? `${verdict} noted` : verdict}" title="${title}">${markOf[verdict]} <b>${verdict}</b> ${
    anchor === undefined ? name : html`<a href="#${anchor}">${name}</a>`
  }${ends.join('')}</li>`;
}

/** The clauses that nothing has shown, by the reason. */
export function renderUntested({ clauses: owed, choices }: Report): Markup {
  const untested = [...owed, ...choices].filter(({ verdict }) => verdict === 'untested');
  return html`<dl class="reasons">${[...groupBy<ChoiceResult>(untested, reasonOf)].map(
    ([reason, own]) => html`
<dt>${reason}</dt><dd>${own.map(({ id }, at) => html`${at === 0 ? '' : ', '}<code>${id}</code>`)}</dd>`,
  )}
</dl>`;
}

function sectionOf({ source }: ChoiceResult): string {
  return source.replace(/^.* (?=§)/, '');
}
