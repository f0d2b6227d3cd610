import type { CausesView, CauseView } from '../view.ts';
import type { WordView } from '../word-view.ts';
import { find, make } from './element.ts';
import { linkClause } from './outcome.ts';

/** Shows what may be the cause; nothing where nothing is wrong, or nothing is known. */
export function showCauses({ causes, browser }: CausesView): void {
  find('why', HTMLElement).hidden = causes.length === 0;
  find('causes', HTMLElement).replaceChildren(
    ...causes.map(showCause),
    ...(browser === null ? [] : [make('p', {}, 'A browser shows only this: ', make('code', {}, browser))]),
  );
}

/** Shows what the words of an error mean in the place of what comes of a message. */
export function showWords(view: WordView): void {
  const verdict = find('verdict', HTMLElement);
  const [whose = '', ...meaning] = view.told;
  verdict.className = 'verdict warn';
  verdict.replaceChildren(
    make('p', { class: 'sentence' }, whose),
    ...meaning.map((sentence) => make('p', {}, sentence)),
    make('p', {}, 'What to run next: ', make('code', {}, view.next)),
  );
  showCauses(view);
}

/** The first is open, and the others are a key away. */
function showCause(
  { id, title, confidence, where, evidence, fixes, clause }: CauseView,
  at: number,
): HTMLElement {
  const place = where === null ? '' : `, ${where}`;
  return make(
    'details',
    at === 0 ? { open: '' } : {},
    make('summary', {}, `${title} `, make('span', { class: 'soft' }, `(${confidence}${place})`)),
    make(
      'p',
      {},
      make('code', {}, id),
      ...(clause === null ? [] : [', ', linkClause(clause), `: ${clause.summary}`]),
    ),
    ...(evidence.length === 0
      ? []
      : [make('p', {}, 'Because:'), make('ul', {}, ...evidence.map((text) => make('li', {}, text)))]),
    ...fixes.flatMap(({ product, text }) =>
      product === null
        ? [make('p', {}, make('strong', {}, 'How to fix it: '), text)]
        : [make('p', {}, `At ${product}:`), make('div', { class: 'lines' }, text)],
    ),
  );
}
