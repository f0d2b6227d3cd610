import MiniSearch from 'minisearch';
import { find, make } from '../../src/explore/page/element.ts';
import type { Section } from './index-options.ts';
import { indexOptions } from './index-options.ts';

/** Results that are shown at most. */
const limit = 12;

/** Where the site begins, as this page links there. */
const root = document.documentElement.dataset['root'] ?? '';

let index: Promise<MiniSearch<Section>> | undefined;

async function load(): Promise<MiniSearch<Section>> {
  const reply = await fetch(`${root}search.json`);
  return MiniSearch.loadJSON<Section>(await reply.text(), indexOptions);
}

/** Brings the search to light: its index is loaded when somebody begins to search. */
export function showSearch(): void {
  const field = find('query', HTMLInputElement);
  const found = find('found', HTMLElement);
  let turn = 0;

  async function search(): Promise<void> {
    turn += 1;
    const own = turn;
    const text = field.value.trim();
    if (text === '') {
      found.hidden = true;
      return;
    }
    index ??= load();
    const results = await index.then((loaded) => loaded.search(text)).catch(() => null);
    if (own !== turn) return;
    found.hidden = false;
    found.replaceChildren(
      make('p', { class: 'soft', role: 'status' }, tell(results?.length ?? null)),
      make(
        'ul',
        {},
        ...(results ?? []).slice(0, limit).map((each) => showResult(each['page'], each['section'], each.id)),
      ),
    );
  }

  field.addEventListener('focus', () => {
    index ??= load();
    index.catch(() => {});
  });
  field.addEventListener('input', () => void search());
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
    }
    if (event.key === 'Escape' && !found.hidden) {
      found.hidden = true;
      field.focus();
    }
  });
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !find('search', HTMLElement).contains(event.target))
      found.hidden = true;
  });
  find('search', HTMLElement).hidden = false;
}

function tell(count: number | null): string {
  if (count === null)
    return 'The index cannot be read. Search takes a site that is served, not one that is opened as files.';
  if (count === 0) return 'Nothing has these words.';
  return count > limit
    ? `The first ${limit} of ${count} sections`
    : `${count} ${count === 1 ? 'section' : 'sections'}`;
}

function showResult(page: string, section: string, place: string): HTMLElement {
  const name = make('b', {}, section === '' ? page : section);
  const rest = section === '' ? null : make('span', { class: 'soft' }, ` ${page}`);
  return make('li', {}, make('a', { href: `${root}${place}` }, name, rest));
}
