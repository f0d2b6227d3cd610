import type { RowState, RowView } from '../row-view.ts';
import type { View } from '../view.ts';
import { make } from './element.ts';
import { linkClause } from './outcome.ts';

const states: Readonly<Record<RowState, string>> = {
  decides: '▶ decides',
  holds: '✓ holds too',
  asked: '? has asked',
  fails: '· does not hold',
  otherChoice: 'another choice',
};

const cell = { role: 'cell' };

/** The decision table, each row with what it says of the message. Roles stay where narrow screens lay it out as no table. */
export function showTable(name: string, { rows, outcome }: View, onlyHolding: boolean): HTMLElement {
  const isServer = rows.some(({ permits }) => permits !== null);
  const shown = onlyHolding ? rows.filter(({ state }) => state !== 'fails' && state !== 'otherChoice') : rows;
  const heads = ['Row', 'Here', 'If', 'Then', ...(isServer ? ['A right reply'] : []), 'Clause'];
  const headCells = heads.map((head) => make('th', { scope: 'col', role: 'columnheader' }, head));
  return make(
    'table',
    { class: `rows ${outcome}`, role: 'table' },
    make('caption', {}, `${name}: the first of ${rows.length} rows that holds decides`),
    make('thead', { role: 'rowgroup' }, make('tr', { role: 'row' }, ...headCells)),
    make('tbody', { role: 'rowgroup' }, ...shown.map(showRow)),
  );
}

function showRow(row: RowView): HTMLElement {
  const { number, state, guard, choice, verdict, answer, permits, clause } = row;
  const [status] = answer;
  return make(
    'tr',
    { class: state, role: 'row' },
    make('th', { scope: 'row', role: 'rowheader' }, String(number)),
    make('td', { ...cell, class: 'state' }, states[state]),
    make('td', cell, guard, choice === '' ? null : make('span', { class: 'soft choice' }, choice)),
    make('td', cell, status === undefined ? verdict : `${verdict}: ${status}`),
    permits === null ? null : make('td', { ...cell, class: 'permits' }, permits),
    make('td', { ...cell, class: 'clause', title: clause }, linkClause(row)),
  );
}
