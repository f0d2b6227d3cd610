import {
  exchangeOf,
  type Implementation,
  layerNames,
  listOctets,
  type MatrixRow,
  nameMember,
  type State,
  stateNames,
  stateOf,
} from '../../scripts/docs/matrix.ts';
import { make } from '../../src/explore/page/element.ts';
import { splitQuoted } from '../../src/quote/split-quoted.ts';
import { viewOctets } from '../../src/verify/report/format/octet-view.ts';
import type { ResultExchange, ResultFinding, Role } from '../../test/campaign/result.ts';

/** Octets that are shown as text at most. */
const limit = 4096;

/** Everything on one cell: what the text says, what was seen, and the octets. */
export function showPanel(role: Role, row: MatrixRow, one: Implementation): readonly HTMLElement[] {
  const { clause, source, summary, url, level, reading } = row;
  const state = stateOf(one, clause);
  const exchange = one.exchanges[exchangeOf(one, clause) ?? -1];
  const findings = (one.cells[clause]?.findings ?? []).flatMap((place) => one.findings[place] ?? []);
  return [
    make('h2', { id: 'panel-title', tabindex: '-1' }, `${one.family} ${nameMember(one)}`),
    make(
      'p',
      { class: `state ${state}` },
      make('b', {}, stateNames[state]),
      remarkOn(state, exchange !== undefined),
    ),
    make('p', { class: 'rule' }, summary),
    list([
      ['clause', make('code', {}, clause)],
      ['level', level],
      ['text', url === undefined ? source : make('a', { href: url }, source)],
      ...(reading ? [[`read in ${reading.section}`, reading.says] as const] : []),
    ]),
    ...findings.map((finding) => showFinding(role, finding, one)),
    ...(exchange ? [showExchange(role, exchange)] : []),
    showSetUp(one),
  ];
}

function showExchange(role: Role, exchange: ResultExchange): HTMLElement {
  return make(
    'section',
    { class: 'exchange' },
    make('h3', {}, 'An exchange that shows it'),
    ...listOctets(role, exchange).map(([name, base64]) => showOctets(name, base64)),
  );
}

function remarkOn(state: State, hasExchange: boolean): string {
  if (state === 'kept' || state === 'free') return hasExchange ? '.' : ': the second command below shows it.';
  return state === 'notShown' ? ': nothing that was played would have shown a breach.' : '.';
}

type Entry = readonly [name: string, value: string | Node];

function list(entries: readonly Entry[]): HTMLElement {
  return make('dl', {}, ...entries.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]));
}

function showFinding(role: Role, finding: ResultFinding, { seeds: all }: Implementation): HTMLElement {
  const { title, level, tags, sent, came, expected, decidedBy, seeds, literal, replayed, also } = finding;
  const sure = [
    `found with ${seeds.length} of ${all.length} seeds`,
    ...(literal ? ['shown by what is written down alone'] : []),
    ...(replayed ? ['seen again alone on a new process'] : []),
  ];
  return make(
    'section',
    { class: 'finding' },
    make('h3', {}, ...showWords(title)),
    list([
      ['weighs as', tags.includes('leniency') ? `${level}, to the letter only` : level],
      ['what was odd', sent],
      ['what came of it', came],
      ['what was due', expected],
      ...(decidedBy === undefined ? [] : [['whose decision', layerNames[decidedBy]] as const]),
      ...(also.length === 0 ? [] : [['breaks besides', also.join(', ')] as const]),
      ['how sure', sure.join('; ')],
    ]),
    ...listOctets(role, finding).map(([name, base64]) => showOctets(name, base64)),
  );
}

/** What stands between backticks is code. */
function showWords(text: string): readonly (string | Node)[] {
  return splitQuoted(text).map((part, place) => (place % 2 === 1 ? make('code', {}, part) : part));
}

function showOctets(name: string, base64: string): HTMLElement {
  const octets = Uint8Array.from(atob(base64), (octet) => octet.charCodeAt(0));
  const { lines, hidden } = viewOctets(octets, limit);
  const code = make('code');
  for (const parts of lines) {
    for (const { text, escaped } of parts)
      code.append(escaped ? make('span', { class: 'escape' }, text) : text);
    code.append('\n');
  }
  return make(
    'div',
    { class: 'octets' },
    make('h4', {}, `${name}, ${octets.length} octets`),
    make('pre', { tabindex: '0', 'aria-label': name }, code),
    hidden > 0 ? make('p', {}, `${hidden} more octets are in the base64 alone.`) : null,
    make('details', {}, make('summary', {}, 'base64'), make('pre', { class: 'base64' }, base64)),
  );
}

function showSetUp({
  language,
  layers,
  from,
  start,
  verify,
  date,
  machine,
  node,
  ws101,
  seeds,
}: Implementation): HTMLElement {
  const parts = (['http', 'library', 'application'] as const).flatMap((layer): readonly Entry[] => {
    const name = layers[layer];
    return name === undefined ? [] : [[layerNames[layer], name]];
  });
  return make(
    'section',
    { class: 'set-up' },
    make('h3', {}, 'The set-up'),
    list([
      ...([['language', language], ['from', from.join(', ')], ...parts] as const),
      ...([
        ['seen', date.slice(0, 10)],
        ['machine', machine],
        ['Node, ws101', `${node}, ${ws101}`],
      ] as const),
      ['seeds', seeds.join(', ')],
    ]),
    make('pre', { tabindex: '0', 'aria-label': 'Commands' }, make('code', {}, `${start}\n${verify}\n`)),
  );
}
