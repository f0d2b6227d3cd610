import {
  type Family,
  type Implementation,
  layerNames,
  type MatrixRow,
  nameMember,
  type State,
  stateNames,
  stateOf,
} from '../../scripts/docs/matrix.ts';
import { make } from '../../src/explore/page/element.ts';
import { layerOf, type Shown } from './filter.ts';

/** One sign for each state. */
export const signs: Readonly<Record<State, string>> = {
  broken: '✗',
  letter: '≈',
  should: '△',
  kept: '✓',
  free: '○',
  notShown: '·',
};

/** The table: a row for each clause, a column for each family. Roles stay where narrow screens lay it out as cards. */
export function showGrid(
  { families, rows, role }: Shown,
  locate: (slug: string, clause: string) => string,
): HTMLElement {
  if (rows.length === 0 || families.length === 0) {
    const text =
      role.implementations.length === 0
        ? 'There are no results of this role yet.'
        : 'Nothing is left by these filters.';
    return make('p', { class: 'none' }, text);
  }
  const heads = families.map((family) =>
    make(
      'th',
      { scope: 'col', role: 'columnheader', title: headFamily(family) },
      make('span', { class: 'name' }, headFamily(family)),
    ),
  );
  const first = make('th', { scope: 'col', role: 'columnheader', class: 'corner' }, 'Clause');
  return make(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'The matrix' },
    make(
      'table',
      { role: 'table' },
      make('thead', { role: 'rowgroup' }, make('tr', { role: 'row' }, first, ...heads)),
      make('tbody', { role: 'rowgroup' }, ...rows.map((row) => showRow(row, families, locate))),
    ),
  );
}

function headFamily({ name, members }: Family): string {
  return `${name} ${members.map(nameMember).join(', ')}`;
}

function showRow(
  row: MatrixRow,
  families: readonly Family[],
  locate: (slug: string, clause: string) => string,
): HTMLElement {
  const { clause, level, source, summary } = row;
  const [, , slug = ''] = clause.split('/');
  const head = make(
    'th',
    { scope: 'row', role: 'rowheader', title: clause },
    make('span', { class: 'slug' }, slug),
    make('span', { class: 'source' }, `${source} · ${level}`),
    make('span', { class: 'summary' }, summary),
  );
  return make('tr', { role: 'row' }, head, ...families.map((family) => showCell(row, family, locate)));
}

/** One sign where all of a family do the same, otherwise one each. */
function showCell(
  { clause }: MatrixRow,
  { name, members }: Family,
  locate: (slug: string, clause: string) => string,
): HTMLElement {
  const told = members.map((each) => `${stateOf(each, clause)} ${layerOf(each, clause) ?? ''}`);
  const isAlike = new Set(told).size === 1;
  const shown = isAlike ? members.slice(0, 1) : members;
  const links = shown.map((each) => {
    const state = stateOf(each, clause);
    const title = describe(each, clause, state, isAlike ? '' : nameMember(each));
    const label = `${name}${isAlike ? '' : ` ${nameMember(each)}`}`;
    return make(
      'a',
      { class: `cell ${state}`, href: locate(each.slug, clause), title, 'aria-label': title },
      make('span', { class: 'sign', 'aria-hidden': 'true' }, signs[state]),
      make('span', { class: 'label' }, label),
    );
  });
  const isSilent = shown.every((each) => stateOf(each, clause) === 'notShown');
  return make('td', { role: 'cell', ...(isSilent ? { class: 'silent' } : {}) }, ...links);
}

function describe(each: Implementation, clause: MatrixRow['clause'], state: State, member: string): string {
  const layer = layerOf(each, clause);
  const whose = layer === undefined ? '' : `, by the ${layerNames[layer]}`;
  return `${[each.family, member].join(' ').trim()}: ${stateNames[state]}${whose}`;
}

/** What the signs mean. */
export function showLegend(): HTMLElement {
  const entries = Object.entries(signs).map(([state, sign]) =>
    make(
      'li',
      {},
      make('span', { class: `cell ${state}`, 'aria-hidden': 'true' }, sign),
      // as: the keys of `signs` are states
      ` ${stateNames[state as State]}`,
    ),
  );
  return make('ul', { class: 'legend', 'aria-label': 'What the signs mean' }, ...entries);
}
