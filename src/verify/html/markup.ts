import { type ClauseId, locateClause, sourceOf } from '../../../models/clauses.ts';
import { splitQuoted } from '../../quote/split-quoted.ts';
import { visible } from '../../quote/visible.ts';

/** Text that is HTML already. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = Markup | string | number | readonly Content[];

/** A template of HTML. Values in it are text and are escaped, unless they are results of such a template. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...contents.map(render)));
}

function render(content: Content): string {
  if (content instanceof Markup) return content.text;
  return typeof content === 'object' ? content.map(render).join('') : escapeText(String(content));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A title; what it quotes between backticks is code. */
export function renderTitle(title: string): Markup {
  return html`${splitQuoted(title).map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

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
