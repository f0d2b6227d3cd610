import type { ClauseId } from '../../../models/clauses.ts';
import type { ServerRow } from '../../../models/decisions/row.ts';
import { serverRows } from '../../../models/decisions/server.ts';
import { markOf } from '../report/description.ts';
import { describePermits } from '../report/phrase.ts';
import type { Report } from '../report/report.ts';
import { html, type Markup } from './markup.ts';

/** The server's decision table, each row with what was seen of its clause. */
export function renderTable(report: Report, anchors: ReadonlyMap<ClauseId, string>): Markup {
  const seen = new Map([...report.clauses, ...report.choices].map((result) => [result.id, result]));
  const rows = serverRows.map((row: ServerRow, index) => {
    const { verdict = 'untested', cases = 0 } = seen.get(row.clause) ?? {};
    const anchor = anchors.get(row.clause);
    return html`
<tr><th scope="row">${index + 1}</th>
<td class="seen" data-label="Its clause"><span class="badge ${verdict}">${markOf[verdict]} ${tellRow[verdict]}</span>${cases > 0 ? ` ${cases}` : ''}</td>
<td data-label="Guard"><code>${row.guard}</code>${tellChoice(row)}</td>
<td data-label="Reference server">${tellVerdict(row)}</td>
<td data-label="Permitted">${describePermits(row)}${row.permits.silence ? ', or no reply' : ''}</td>
<td data-label="Clause">${anchor === undefined ? html`<code>${row.clause}</code>` : html`<a href="#${anchor}"><code>${row.clause}</code></a>`}</td></tr>`;
  });
  return html`
<details class="fold">
<summary>All ${serverRows.length} rows, the first that holds decides</summary>
<div class="scroll" tabindex="0" role="region" aria-labelledby="rows-caption">
<table class="cards">
<caption id="rows-caption">The server’s decision table</caption>
<thead><tr><th scope="col">Row</th><th scope="col">Its clause, and cases</th><th scope="col">Guard</th><th scope="col">Reference server</th>
<th scope="col">Permitted</th><th scope="col">Clause</th></tr></thead>
<tbody>${rows}
</tbody>
</table>
</div>
</details>`;
}

/** Words for a row by the verdict on the clause that it cites. */
const tellRow = { pass: 'exercised', fail: 'broken', warn: 'warned', untested: 'not exercised' } as const;

function tellChoice({ when = {} }: ServerRow): Markup | string {
  const choices = Object.entries(when).map(([name, value]) => `${name} = ${value}`);
  return choices.length === 0 ? '' : html` <span class="soft">${choices.join(', ')}</span>`;
}

function tellVerdict({ verdict, status }: ServerRow): string {
  const word = verdict === 'plainHttp' ? 'plain HTTP' : verdict;
  if (status === 'none') return word;
  return status === 'fromApplication' ? `${word}, as the application says` : `${word} ${status}`;
}
