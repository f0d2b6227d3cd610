import { make } from '../../src/explore/page/element.ts';
import { choices, type PageState } from './state.ts';

/** The filters, and what sets them to a state. */
export interface Form {
  readonly element: HTMLElement;
  readonly update: (state: PageState, languages: readonly string[]) => void;
}

const words = {
  role: { server: 'Servers', client: 'Clients', proxy: 'Proxies' },
  rows: { apart: 'where they differ', agreed: 'where they agree', all: 'all that was shown' },
  level: { '': 'any level', MUST: 'MUST', SHOULD: 'SHOULD', MAY: 'MAY' },
  layer: { '': 'anybody', http: 'the HTTP stack', library: 'the library', application: 'the application' },
} as const;

/** @param change is called with what a reader has chosen */
export function showForm(change: (changes: Partial<PageState>) => void): Form {
  const rows = pick('Clauses', choices.rows, words.rows, (value) => change({ rows: value }));
  const level = pick('Level', choices.level, words.level, (value) => change({ level: value }));
  const layer = pick('Decided by', choices.layer, words.layer, (value) => change({ layer: value }));
  const language = make('select');
  language.addEventListener('change', () => change({ language: language.value }));
  const text = search('Search clauses', 'key, §4.2.1, leniency', (value) => change({ text: value }));
  const name = search('Search set-ups', 'nginx, node:http', (value) => change({ name: value }));
  const broken = make('input', { type: 'checkbox' });
  broken.addEventListener('change', () => change({ broken: broken.checked }));
  const tabs = choices.role.map((role) => {
    const button = make('button', { type: 'button' }, words.role[role]);
    button.addEventListener('click', () => change({ role, language: '', cell: null }));
    return { role, button };
  });
  const element = make(
    'form',
    { 'aria-label': 'Filters' },
    make('div', { class: 'roles', role: 'group', 'aria-label': 'Role' }, ...tabs.map(({ button }) => button)),
    field('Clauses', rows.element),
    field('Level', level.element),
    field('Language', language),
    field('Decided by', layer.element),
    field('Search clauses', text),
    field('Search set-ups', name),
    make('label', { class: 'check' }, broken, ' Broken only'),
  );
  element.addEventListener('submit', (event) => event.preventDefault());
  return {
    element,
    update(state, languages) {
      for (const { role, button } of tabs) button.setAttribute('aria-pressed', String(role === state.role));
      rows.element.value = state.rows;
      level.element.value = state.level;
      layer.element.value = state.layer;
      const options = [['', 'any language'], ...languages.map((each) => [each, each])] as const;
      language.replaceChildren(...options.map(([value = '', word = '']) => make('option', { value }, word)));
      language.value = state.language;
      // What is being typed in stays as it is.
      if (text.value !== state.text) text.value = state.text;
      if (name.value !== state.name) name.value = state.name;
      broken.checked = state.broken;
    },
  };
}

function field(name: string, control: HTMLElement): HTMLElement {
  return make('label', { class: 'field' }, make('span', {}, name), control);
}

function pick<Value extends string>(
  name: string,
  values: readonly Value[],
  names: Readonly<Record<Value, string>>,
  choose: (value: Value) => void,
) {
  const options = values.map((value) => make('option', { value }, names[value]));
  const element = make('select', { name }, ...options);
  element.addEventListener('change', () => {
    const value = values[element.selectedIndex];
    if (value !== undefined) choose(value);
  });
  return { element };
}

function search(name: string, placeholder: string, type: (value: string) => void): HTMLInputElement {
  const element = make('input', {
    type: 'search',
    placeholder,
    'aria-label': name,
    spellcheck: 'false',
    autocomplete: 'off',
  });
  element.addEventListener('input', () => type(element.value));
  return element;
}
