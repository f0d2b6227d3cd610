import { describeName } from '../../draw/rule-text.ts';
import type { RowView } from '../row-view.ts';
import type { ClauseView, View } from '../view.ts';
import { find, make } from './element.ts';
import { showOctets } from './octets.ts';

const classes = { accepted: 'pass', refused: 'fail', waits: 'warn' } as const;
const signs = { accepted: '✓', refused: '✗', waits: '…' } as const;

/** What is there only where the settings make sense. */
const results = ['results', 'way', 'why'];

/** Shows what settings that make no sense have wrong. */
export function showProblem(problem: string): void {
  const verdict = find('verdict', HTMLElement);
  verdict.className = 'verdict warn';
  verdict.replaceChildren(make('p', {}, make('strong', {}, 'These settings make no sense: '), problem));
  hideResults();
}

/** Hides what there is only of a message. */
export function hideResults(): void {
  for (const id of results) find(id, HTMLElement).hidden = true;
}

/** Shows a view, but for the diagram. */
export function showView(view: View): void {
  const { sent, answer, lifecycle, facts, path } = view;
  for (const id of ['results', 'way']) find(id, HTMLElement).hidden = false;
  showVerdict(view);
  const isRequest = lifecycle === 'serverSession';
  const none = make('p', { class: 'soft' }, "The reply is the application's own.");
  find('octets', HTMLElement).replaceChildren(
    showOctets('sent', isRequest ? 'Request' : 'Reply', sent),
    ...(answer ? [showOctets('answer', 'Reply of the reference server', { octets: answer, marks: [] })] : []),
    ...(isRequest && !answer ? [none] : []),
  );
  find('facts', HTMLElement).replaceChildren(
    ...facts.map(([name, value]) =>
      make(
        'div',
        value === 'unread' ? { class: 'soft' } : {},
        make('dt', {}, describeName(name)),
        make('dd', {}, value),
      ),
    ),
  );
  const [first] = path;
  const steps = path.flatMap(({ event, to }) => [' → ', make('code', {}, event), ' → ', make('b', {}, to)]);
  find('path', HTMLElement).replaceChildren(make('b', {}, first?.from ?? 'connecting'), ...steps);
}

function showVerdict({ outcome, verdict, problem, clause, rows, notes }: View): void {
  const place = find('verdict', HTMLElement);
  place.className = `verdict ${classes[outcome]}`;
  const right = rows.filter(
    ({ state, permits }) => permits !== null && (state === 'decides' || state === 'holds'),
  );
  place.replaceChildren(
    make('p', { class: 'sentence' }, `${signs[outcome]} ${verdict}`),
    problem === null ? '' : make('p', {}, `Syntax: ${problem}.`),
    make('p', {}, linkClause(clause), ' ', make('code', {}, clause.id), `: ${clause.summary}`),
    right.length === 0 || outcome !== 'refused' ? '' : showPermitted(right),
    ...notes.map((note) => make('p', {}, note)),
  );
}

/** A link to the section that a clause is from, where that is published. */
export function linkClause({ source, url }: Pick<ClauseView, 'source' | 'url'>): HTMLElement {
  return url === undefined ? make('span', {}, source) : make('a', { href: url, rel: 'noreferrer' }, source);
}

function showPermitted(right: readonly RowView[]): HTMLElement {
  const tell = ({ number, guard, permits }: RowView) => `${permits ?? ''} (row ${number}: ${guard})`;
  return make(
    'div',
    {},
    make('p', {}, right.length === 1 ? 'Every server may reply:' : 'Every server may reply one of these:'),
    make('ul', {}, ...right.map((row) => make('li', {}, tell(row)))),
  );
}
