import { type ClauseId, locateClause, sourceOf } from '../../../models/clauses.ts';
import { html, type Markup } from './html-markup.ts';

/** Where a clause is from, as a link to its section where that is published. */
export function renderSource(id: ClauseId): Markup {
  const url = locateClause(id);
  const source = sourceOf(id);
  return url === undefined
    ? html`<span class="source">${source}</span>`
    : html`<a class="source" href="${url}" rel="noreferrer">${source}</a>`;
}

/** The element of the page that has a clause. */
export function anchorOf(id: ClauseId): string {
  return `clause-${id}`;
}
