import type { ExploredCase } from '../../src/explore/case.ts';
import { groupCases } from '../../src/explore/case.ts';
import { type PageState, writeFragment } from '../../src/explore/fragment.ts';
import { initialStates, listCases, viewMessage } from '../../src/explore/message-view.ts';
import { find, make } from '../../src/explore/page/element.ts';
import { showOctets } from '../../src/explore/page/octets.ts';
import { linkClause } from '../../src/explore/page/outcome.ts';
import { showTable } from '../../src/explore/page/table.ts';
import { serverFields, settle } from '../../src/explore/setting.ts';
import type { View } from '../../src/explore/view.ts';

const looks = { accepted: 'pass', refused: 'fail', waits: 'warn' } as const;

/** One case for each fault, the valid opening first. */
function listFaults(): readonly ExploredCase[] {
  const groups = [...groupCases(listCases(initialStates.request))];
  return groups.flatMap(([group, [first]]) => (first && !group.startsWith('No fault') ? [first] : []));
}

/** `version is not 13 (rfc6455/…)` without its clause. */
function nameOf({ group, name }: ExploredCase): string {
  return group === 'Valid' ? 'nothing wrong' : `${group.replace(/ \(\S+\)$/, '')}: ${name}`;
}

/** Shows a request with the fault that is picked, and the row of the server's table that decides on it. */
export function showDecision(): void {
  const faults = listFaults();
  const picker = find('fault', HTMLSelectElement);
  picker.append(...faults.map((each, index) => make('option', { value: String(index) }, nameOf(each))));
  let turn = 0;

  async function show(): Promise<void> {
    turn += 1;
    const own = turn;
    const picked = faults[picker.selectedIndex];
    if (!picked) return;
    const initial = initialStates.request;
    const settings = settle(serverFields, { ...initial.settings, ...picked.settings });
    const state: PageState = { ...initial, text: picked.text, settings };
    const view = await viewMessage(state, new Date());
    if (own !== turn || typeof view === 'string') return;
    showView(view);
    find('explore', HTMLAnchorElement).href = `explorer/index.html#${writeFragment(state)}`;
  }

  picker.addEventListener('change', () => void show());
  find('next', HTMLButtonElement).addEventListener('click', () => {
    picker.selectedIndex = (picker.selectedIndex + 1) % faults.length;
    void show();
  });
  find('decision', HTMLElement).hidden = false;
  const begin = faults.findIndex(({ group }) => group.startsWith('version is not 13'));
  picker.selectedIndex = Math.max(0, begin);
  void show();
}

function showView(view: View): void {
  const { outcome, verdict, clause, sent, answer, rows } = view;
  const deciding = rows.find(({ state }) => state === 'decides');
  const place = find('verdict', HTMLElement);
  place.className = `verdict ${looks[outcome]}`;
  place.replaceChildren(
    make('p', { class: 'sentence' }, `Row ${deciding?.number ?? ''} of ${rows.length} decides. ${verdict}`),
    make('p', {}, linkClause(clause), ' ', make('code', {}, clause.id), `: ${clause.summary}`),
  );
  find('octets', HTMLElement).replaceChildren(
    showOctets('sent', 'Request', sent),
    answer === null
      ? make('p', { class: 'soft' }, "The reply is the application's own.")
      : showOctets('answer', 'Reply', { octets: answer, marks: [] }),
  );
  const region = make(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'The table of the decision' },
    showTable('The server’s decision', view, false),
  );
  find('rows', HTMLElement).replaceChildren(region);
  const row = region.querySelector<HTMLElement>('.decides');
  // The rows before it are seen as well, where there are any; the page itself stays where it is.
  if (row) region.scrollTop = row.offsetTop - region.clientHeight / 2;
}
