import { escapeMarkdown, writeTable } from '../../src/draw/markdown-text.ts';
import type { Role } from '../../test/campaign/result.ts';
import { headClause } from './clause-page.ts';
import {
  type Family,
  groupFamilies,
  type Implementation,
  layerNames,
  type Matrix,
  type MatrixRow,
  nameMember,
  type RoleMatrix,
  type State,
  stateNames,
  stateOf,
} from './matrix.ts';
import { layerSigns, locateCell, signCell, signs } from './matrix-cell.ts';
import { tellValue } from './matrix-policy.ts';

const plural = { server: 'servers', client: 'clients', proxy: 'proxies' } as const;
const inTitle = { server: 'Servers', client: 'Clients', proxy: 'Proxies' } as const;

/** What the signs mean, as a list. */
const legend = (Object.keys(stateNames) as readonly State[]) // as: the keys of a literal
  .map((state) => `${signs[state]} ${stateNames[state]}`)
  .join(' · ');

const layers = Object.entries(layerSigns)
  // as: the keys of a literal
  .map(([layer, sign]) => `${sign} ${layerNames[layer as keyof typeof layerNames]}`)
  .join(', ');

/** What stands for the application of each role, where that is not plain. */
const applications: Readonly<Record<Role, string>> = {
  server: 'The application is what was built with both.',
  client: 'The application is the driver, or the page, that asks for a connection.',
  proxy: `The HTTP stack of a proxy is the proxy itself, or what it reads HTTP with: then the library is what passes on what was
read. The application is how it was set up.`,
};

const tellHowToRead = (role: Role) => `${legend}.

\`≈\` is a breach with the tag \`leniency\`: the text binds who sends, and to take it opens no hole. \`△\` is a SHOULD, or a
MUST that the texts leave open there. Behind the sign of a breach stands whose decision it is, where the sources were read:
${layers}. ${applications[role]}

A sign leads to the octets. Where no
single exchange shows what is kept, it leads to the command that does. Where the members of a family differ there is
a sign for each, in the order of the head.`;

/** The page of a role: what tells its implementations apart, and what the texts leave to them. */
export function writeRolePage(matrix: RoleMatrix): string {
  const { role, implementations, apart, agreed } = matrix;
  const families = groupFamilies(implementations);
  if (families.length === 0) return writeEmptyPage(matrix);
  return `# ${inTitle[role]}: where they differ

What ${implementations.length} set-ups of real ${plural[role]}, of ${families.length} families, were seen to do with the opening handshake: ${apart.length} clauses on
which they differ, first. [What they agree on](${role}-agreed.md) has the other ${agreed.length}. The same as
[JSON](matrix.json) and [CSV](${role}.csv). [How it was found](index.md) says what a cell stands for.

${tellHowToRead(role)}

## Where they differ

${writeGrid(matrix)}
## What the texts leave free

${writeChoices(families)}
## The set-ups

${writeSetUps(matrix)}`;
}

function writeEmptyPage({ role }: RoleMatrix): string {
  return `# ${inTitle[role]}: where they differ\n\nNo results of ${plural[role]} are there yet: \`npm run campaign\` writes them.\n`;
}

/** The page of what all implementations of a role do alike, and of what none has shown. */
export function writeAgreedPage(matrix: RoleMatrix): string {
  const { role, implementations, agreed, unshown } = matrix;
  const told = agreed.map((row) => {
    const shown = implementations
      .map((each) => stateOf(each, row.clause))
      .filter((state) => state !== 'notShown');
    const [state = 'notShown']: readonly State[] = shown;
    return { row, state, count: shown.length };
  });
  const isKept = ({ state }: { readonly state: State }) => state === 'kept';
  const rows = [...told.filter((each) => !isKept(each)), ...told.filter(isKept)].map(
    ({ row, state, count }) => [
      describeRow(row),
      row.level,
      `${signs[state]} ${stateNames[state]}`,
      `${count} of ${implementations.length}`,
    ],
  );
  const list = unshown.map((row) => `- ${describeRow(row)}, ${row.level}`);
  return `# ${inTitle[role]}: what they agree on

The clauses on which all ${plural[role]} of the campaign that show anything do the same; what is not kept comes first.
[Where they differ](${role}.md) has the others.

${rows.length === 0 ? 'There are none yet.\n' : writeTable(['clause', 'level', 'what they do', 'shown by'], rows)}
## Not shown by any

${list.length === 0 ? 'There are none.' : list.join('\n')}
`;
}

function writeGrid({ role, implementations, apart }: RoleMatrix): string {
  if (apart.length === 0) return 'They differ in nothing that was shown.\n';
  const families = groupFamilies(implementations);
  const titles = ['clause', 'level', ...families.map((family) => headColumn(family, role))];
  return writeTable(
    titles,
    apart.map((row) => [
      describeRow(row),
      row.level,
      ...families.map((family) => writeCell(family, row, role)),
    ]),
  );
}

const pageOf = ({ slug }: Implementation, role: string) => `${role}/${slug}.md`;

function headColumn({ name, members }: Family, role: string): string {
  const links = members.map((each) => `[${escapeMarkdown(nameMember(each))}](${pageOf(each, role)})`);
  return `${escapeMarkdown(name)}<br>${links.join(' ')}`;
}

/** One sign where all of a family do the same. */
function writeCell({ members }: Family, { clause }: MatrixRow, role: string): string {
  const told = members.map((each) => signCell(each, clause));
  const shown = new Set(told).size === 1 ? members.slice(0, 1) : members;
  return shown
    .map((each, place) =>
      stateOf(each, clause) === 'notShown'
        ? signs.notShown
        : `[${told[place]}](${pageOf(each, role)}${locateCell(each, clause)})`,
    )
    .join(' ');
}

function describeRow({ clause, summary, source, url }: MatrixRow): string {
  const [document = ''] = clause.split('/');
  const page = `../clauses/${document}.md#${anchorClause(clause)}`;
  const at = url === undefined ? source : `[${source}](${url})`;
  return `[\`${clause}\`](${page})<br>${at}<br>${escapeMarkdown(summary)}`;
}

function anchorClause(clause: MatrixRow['clause']): string {
  return headClause(clause)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-');
}

/** The choices that were learnt, a row for each. */
function writeChoices(families: readonly Family[]): string {
  const names = [
    ...new Set(families.flatMap(({ members }) => members.flatMap(({ policy }) => Object.keys(policy)))),
  ];
  const simple = names.filter((name) => name !== 'statuses');
  if (simple.length === 0) return 'Nothing of it was learnt.\n';
  return writeTable(
    ['choice', ...families.map(({ name }) => escapeMarkdown(name))],
    simple.map((name) => [
      `\`${name}\``,
      ...families.map(({ members }) => {
        const values = members.map(({ policy }) => tellValue(policy[name]));
        return escapeMarkdown([...new Set(values)].join('; '));
      }),
    ]),
  );
}

function writeSetUps({ role, implementations }: RoleMatrix): string {
  const count = ({ cells }: Implementation, state: State) =>
    String(Object.values(cells).filter((cell) => cell.state === state).length);
  const head = ['set-up', 'language', 'HTTP stack', 'library', 'application'];
  const states = ['broken', 'letter', 'should', 'kept'] as const;
  return writeTable(
    [...head, ...states.map((state) => signs[state])],
    implementations.map((each) => [
      `[${escapeMarkdown(`${each.family} ${nameMember(each)}`)}](${pageOf(each, role)})`,
      escapeMarkdown(each.language),
      ...(['http', 'library', 'application'] as const).map((layer) =>
        escapeMarkdown(each.layers[layer] ?? ''),
      ),
      ...states.map((state) => count(each, state)),
    ]),
  );
}

/** The first page: how it was found, and where what stands. */
export function writeMatrixIndex({ roles }: Matrix): string {
  const all = roles.flatMap(({ implementations }) => implementations);
  const distinct = (read: (each: Implementation) => string) => [...new Set(all.map(read))].sort();
  const days = distinct(({ date }) => date.slice(0, 10));
  const seeds = distinct((each) => each.seeds.join(', '));
  const rows = roles.map(({ role, implementations, apart, agreed }) => [
    `[${plural[role]}](${role}.md)`,
    String(implementations.length),
    String(groupFamilies(implementations).length),
    String(apart.length),
    `[${agreed.length}](${role}-agreed.md)`,
    `[CSV](${role}.csv)`,
  ]);
  const run =
    all.length === 0
      ? 'No results are there yet.'
      : `- when: ${tellRange(days)}
- machine: ${distinct(({ machine }) => machine)
          .map(escapeMarkdown)
          .join('; ')}
- Node: ${distinct(({ node }) => node).join(', ')}; ws101: ${distinct(({ ws101 }) => ws101).join(', ')}
- seeds: ${seeds.join('; ')}`;
  return `# The matrix

What real servers, clients and proxies do with the clauses of the opening handshake, clause by clause, with the octets of
each breach. It is made of the results of \`npm run campaign\`, in \`test/campaign/result\`.

${writeTable(['role', 'set-ups', 'families', 'clauses that tell them apart', 'that they agree on', 'as CSV'], rows)}
[Everything as JSON](matrix.json).

## How it was found

${run}

Each set-up is started from a recipe in \`test/campaign\`, verified with each seed, and stopped; its page has the exact
commands. \`npm run campaign -- <name>\` does one of them again.

- A breach stands here if every seed has found it, or if it was seen again alone on a process that was started anew.
- A clause is *not shown* where nothing that was played would have shown a breach of it. That is no praise and no blame.
- What the service specification of this project alone asks for is left out.
- Findings on where a message ends, on what ends or blocks a program, and on what gets past one are left out by kind,
  whether there are any or not. \`.github/SECURITY.md\` says why, and \`test/campaign/withheld.ts\` has the list.
- "The server" is an HTTP stack, a library and an application. Where the sources were read, each breach says whose it is.
`;
}

function tellRange(days: readonly string[]): string {
  const [first = '', last = first] = [days[0], days.at(-1)];
  return first === last ? first : `${first} to ${last}`;
}
