import './matrix.css';
import type { Matrix } from '../../scripts/docs/matrix.ts';
import { make } from '../../src/explore/page/element.ts';
import { filterMatrix, type Shown } from './filter.ts';
import { showForm } from './form.ts';
import { showGrid, showLegend } from './grid.ts';
import { showPanel } from './panel.ts';
import { type PageState, readFragment, writeFragment } from './state.ts';

/** Shows a matrix in an element, and what the fragment of the page's URL says of it. */
export function mountMatrix(root: HTMLElement, matrix: Matrix): void {
  let state = readFragment(location.hash.slice(1));
  const place = make('div', { class: 'place' });
  const count = make('p', { class: 'count', role: 'status' });
  const dialog = make('dialog', { class: 'panel', 'aria-labelledby': 'panel-title' });
  const form = showForm(change);
  root.classList.add('matrix');
  root.replaceChildren(form.element, count, showLegend(), place, dialog);

  /** The address changes with what is shown; only to open a cell is a step that "back" undoes. */
  function change(changes: Partial<PageState>): void {
    state = { ...state, ...changes };
    history.replaceState(null, '', `#${writeFragment(state)}`);
    render();
  }

  function render(): void {
    const shown = filterMatrix(matrix, state);
    form.update(state, shown.languages);
    root.classList.toggle('broken-only', state.broken);
    count.textContent = tellCount(shown);
    const locate = (slug: string, clause: string) =>
      `#${writeFragment({ ...state, cell: { slug, clause } })}`;
    place.replaceChildren(showGrid(shown, locate));
    renderPanel(shown);
  }

  function renderPanel({ role }: Shown): void {
    const { cell } = state;
    const one = role.implementations.find(({ slug }) => slug === cell?.slug);
    const rows = [...role.apart, ...role.agreed, ...role.unshown];
    const row = rows.find(({ clause }) => clause === cell?.clause);
    if (one === undefined || row === undefined) {
      dialog.close();
      return;
    }
    const close = make('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '✕');
    close.addEventListener('click', () => dialog.close());
    dialog.replaceChildren(close, ...showPanel(role.role, row, one));
    dialog.scrollTop = 0;
    if (!dialog.open) dialog.showModal();
  }

  dialog.addEventListener('close', () => {
    if (state.cell !== null) change({ cell: null });
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  window.addEventListener('hashchange', () => {
    state = readFragment(location.hash.slice(1));
    render();
  });
  render();
}

function tellCount({ rows, families }: Shown): string {
  const members = families.reduce((sum, family) => sum + family.members.length, 0);
  return `${rows.length} ${rows.length === 1 ? 'clause' : 'clauses'}, ${members} ${members === 1 ? 'set-up' : 'set-ups'} of ${families.length} ${families.length === 1 ? 'family' : 'families'}`;
}

/** The data stands in the page, or where the element's `data-src` says. */
async function start(root: HTMLElement): Promise<void> {
  const inline = document.getElementById('matrix-data');
  const text = inline?.textContent ?? (await (await fetch(root.dataset['src'] ?? 'matrix.json')).text());
  // as: the data is written by `npm run matrix`
  mountMatrix(root, JSON.parse(text) as Matrix);
}

const root = document.getElementById('matrix');
if (root !== null) {
  start(root).catch((error: unknown) => {
    root.textContent = `The matrix cannot be shown: ${String(error)}`;
  });
}
