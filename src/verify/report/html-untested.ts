import { clauses } from '../../../models/clauses.ts';
import { anchorOf, renderSource } from './html-link.ts';
import { html, type Markup } from './html-markup.ts';
import type { ChoiceResult, Report } from './report.ts';
import { groupBy, reasonOf } from './word.ts';

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
