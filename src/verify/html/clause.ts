import { type ClauseId, clauses } from '../../../models/clauses.ts';
import { documentOf, groupBy, markOf, reasonOf, tellRemark } from '../report/description.ts';
import type { ChoiceResult, ClauseVerdict, Report } from '../report/report.ts';
import { anchorOf, html, type Markup, renderSource } from './markup.ts';

const ofChoices = 'Choices that the texts leave';
const verdicts: readonly ClauseVerdict[] = ['fail', 'warn', 'pass', 'untested'];

/**
 * Every clause in a table for each text, and a filter, which a script brings to light. Choices stand in a table of their
 * own, and are counted nowhere.
 *
 * @param anchors the element that shows the finding of a clause
 */
export function renderClauses(report: Report, anchors: ReadonlyMap<ClauseId, string>): Markup {
  const groups = [...groupBy<ChoiceResult>(report.clauses, documentOf)];
  return html`${renderFilter(report)}
${groups.map(([document, own]) => renderGroup(document, own, anchors))}${
  report.choices.length === 0 ? '' : renderGroup(ofChoices, report.choices, anchors)
}`;
}

function renderFilter({ summary }: Report): Markup {
  const options = verdicts.map(
    (verdict) => html`<option value="${verdict}">${verdict}, ${summary.clauses[verdict]}</option>`,
  );
  return html`<div class="filter" role="search" hidden>
<label>Verdict <select id="filter-verdict"><option value="">any</option>${options}</select></label>
<label>Text <input id="filter-text" type="search" autocomplete="off" placeholder="host, §4.2.1, --origin"></label>
<output id="filter-count" aria-live="polite"></output>
</div>`;
}

function renderGroup(
  name: string,
  results: readonly ChoiceResult[],
  anchors: ReadonlyMap<ClauseId, string>,
): Markup {
  const counts = verdicts.flatMap((verdict) => {
    const count = results.filter((result) => result.verdict === verdict).length;
    return count === 0
      ? []
      : [html` <span class="badge ${verdict}">${markOf[verdict]} ${count} ${verdict}</span>`];
  });
  return html`
<details class="fold" data-of="${name === ofChoices ? 'choices' : 'clauses'}">
<summary><b>${name}</b>${counts}</summary>
<table class="cards">
<caption>${name}</caption>
<thead><tr><th scope="col">Verdict</th><th scope="col">Clause</th><th scope="col">Level</th><th scope="col">Source</th><th scope="col">Cases</th></tr></thead>
<tbody>${results.map((result) => renderRow(result, anchors.get(result.id)))}
</tbody>
</table>
</details>`;
}

function renderRow(result: ChoiceResult, anchor: string | undefined): Markup {
  const { id, verdict, cases, unlock } = result;
  const { level, summary } = clauses[id];
  const remark = tellRemark(result);
  const told = html`<b>${markOf[verdict]} ${verdict}</b>`;
  return html`
<tr id="${anchorOf(id)}" data-verdict="${verdict}">
<td class="seen"><span class="badge ${verdict}">${anchor === undefined ? told : html`<a href="#${anchor}">${told}</a>`}</span></td>
<th scope="row">${summary}<br><code>${id}</code>${
    remark === null ? '' : html`<br><span class="soft">${remark}</span>`
  }${unlock === undefined ? '' : html`<br>Played with <code>${unlock}</code>`}</th>
<td data-label="Level">${level}</td>
<td data-label="Source">${renderSource(id)}</td>
<td data-label="Cases">${cases}</td></tr>`;
}

/** The clauses that nothing has shown, by the reason; those first that would be played with an option. */
export function renderUntested(report: Report): Markup {
  const untested = listUntested(report.clauses);
  const choices = listUntested(report.choices);
  const groups = [...groupBy<ChoiceResult>(untested, reasonOf)];
  const locked = groups.filter(([, [first]]) => first?.unlock !== undefined);
  const others = groups.filter((group) => !locked.includes(group));
  return html`<p class="soft">${untested.length} of the clauses, by the reason; those first that an option would have played.</p>
${[...locked, ...others].map(renderReason)}${
  choices.length === 0
    ? ''
    : html`
<h3>Choices that were not seen</h3>
<p class="soft">What the texts leave open is counted nowhere.</p>
${[...groupBy(choices, reasonOf)].map(renderReason)}`
}`;
}

export function listUntested<T extends ChoiceResult>(results: readonly T[]): readonly T[] {
  return results.filter(({ verdict }) => verdict === 'untested');
}

function renderReason([reason, own]: readonly [string, readonly ChoiceResult[]]): Markup {
  const unlocks = [...new Set(own.flatMap(({ unlock }) => unlock ?? []))];
  const played = html`<span class="unlock">Played with ${unlocks.map(
    (unlock, at) => html`${at === 0 ? '' : ' or '}<code>${unlock}</code>`,
  )}</span>`;
  return html`
<details class="fold">
<summary><b>${own.length}</b> ${reason}${unlocks.length === 0 ? '' : html` ${played}`}</summary>
<ul>${own.map(
    ({ id, unlock }) => html`
<li><a href="#${anchorOf(id)}"><code>${id}</code></a> ${clauses[id].summary} <span class="soft">${renderSource(id)}</span>${
      unlock === undefined || unlocks.length < 2 ? '' : html` <code>${unlock}</code>`
    }</li>`,
  )}
</ul>
</details>`;
}
