import type { ClauseId } from '../../../models/clauses.ts';
import type { BaselineDifference } from '../report/compare/baseline.ts';
import { anchorOf, html, type Markup, renderTitle } from './markup.ts';

/** What a page tells of a baseline. */
export interface Since extends BaselineDifference {
  /** Findings of the baseline that the page leaves out. */
  readonly hidden: number;
}

/**
 * What has changed since a baseline.
 *
 * @param anchors the element that shows the finding of a clause
 */
export function renderSince(
  { added, passing, known, hidden }: Since,
  anchors: ReadonlyMap<ClauseId, string>,
): Markup {
  const isSame = added.length + passing.length === 0;
  return html`<p>${added.length} new, ${passing.length} gone, ${known} as before${isSame ? ': nothing has changed' : ''}.${
    hidden === 0
      ? ''
      : html` Of the findings ${hidden} are in the baseline and not shown; <code>--all</code> shows them.`
  }</p>
${renderList('New', added, ({ clause, level, title }) => html`<a href="#${anchors.get(clause) ?? anchorOf(clause)}">${level} <code>${clause}</code></a> ${renderTitle(title)}`)}
${renderList('Gone: it passes now, and the baseline can be renewed', passing, (clause) => html`<a href="#${anchorOf(clause)}"><code>${clause}</code></a>`)}`;
}

function renderList<T>(name: string, items: readonly T[], render: (item: T) => Markup): Markup {
  if (items.length === 0) return html``;
  return html`<h3>${name}</h3>
<ul>${items.map((item) => html`<li>${render(item)}</li>`)}</ul>`;
}
