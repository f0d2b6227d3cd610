import { type ClauseId, clauseIds, clauses, locateClause, sourceOf } from '../../models/clauses.ts';
import { escapeMarkdown, writeTable } from '../../src/draw/markdown-text.ts';
import { type Side, unplanted } from '../../test/mutants/unplanted.ts';
import { findCitations } from './citation.ts';
import { findBreakers, findPlanted } from './planted.ts';

/** What a verifier has shown. */
export interface Shown {
  /** Cases that were played. */
  readonly played: number;
  /** Of them, those that have shown something of a clause. */
  readonly cases: ReadonlyMap<ClauseId, number>;
}

/** What has shown clauses. */
export interface Evidence {
  /** Files of test/clauses with a test that passed under the clause's title. */
  readonly tests: ReadonlyMap<ClauseId, readonly string[]>;
  readonly self: Shown;
  /** Of `ws101 verify server`, played on the reference server. */
  readonly server: Shown;
}

const titles = [
  'clause',
  'level',
  'actor',
  'wire',
  'rows and transitions',
  'tests',
  'verify self',
  'verify server',
  'planted deviations',
  'broken by',
];

/** Every clause of the register and what shows it, as a page. */
export function writeMatrix(evidence: Evidence): string {
  const citations = findCitations('');
  const planted = findPlanted();
  const breakers = findBreakers();
  const documents = [...new Set(clauseIds.map(documentOf))];
  const count = (has: (id: ClauseId) => boolean) => clauseIds.filter(has).length;
  return `# The clause matrix

This page shows what covers each clause of the register (\`models/clauses\`): the rows and transitions that cite it, the
tests that passed under its title, the number of cases that have shown it, the number of servers, clients and proxies that
break it on purpose and are found, and the real ones that break it, as far as [this may be
published](../findings.md#what-it-does-not-say). The cases are those of the
${evidence.self.played} of \`ws101 verify self\`, and of the ${evidence.server.played} of \`ws101 verify server\` against the reference server, with seed 1. Whether the wire can show
a clause is what the register says. [A page for each text](clauses/index.md) has the same clause by clause. The links to
tests need a checkout, since the package has no tests.

${writeTable(
  [
    'clauses',
    'with a row or transition',
    'with a test',
    'shown by verify self',
    'shown by verify server',
    'with a planted deviation',
    'broken by a real implementation',
  ],
  [
    [
      clauseIds.length,
      count((id) => citations.has(id)),
      count((id) => evidence.tests.has(id)),
      count((id) => evidence.self.cases.has(id)),
      count((id) => evidence.server.cases.has(id)),
      count((id) => planted.has(id)),
      count((id) => breakers.has(id)),
    ].map(String),
  ],
)}
${documents
  .map((document) => {
    const own = clauseIds.filter((id) => documentOf(id) === document);
    const rows = own.map((id) => [
      ...describeClause(id, citations.get(id) ?? [], evidence),
      String(planted.get(id)?.length ?? ''),
      escapeMarkdown((breakers.get(id) ?? []).join(', ')),
    ]);
    return `## ${document}\n\n${writeTable(titles, rows)}`;
  })
  .join('\n')}
${describeUnplanted()}`;
}

const sides: Readonly<Record<Side, string>> = { server: 'Servers', client: 'Clients', proxy: 'Proxies' };

/** What has no planted deviation though it could have one by its level and by the register. */
function describeUnplanted(): string {
  const rows = (Object.keys(sides) as readonly Side[]) // as: the keys of a literal
    .flatMap((side) =>
      unplanted[side].map(({ reason, clauses: listed }) => [
        sides[side],
        escapeMarkdown(reason),
        listed.map((id) => `\`${id}\``).join('<br>'),
      ]),
    );
  return `## Without a planted deviation

Every other MUST that the wire can show has a planted deviation on its side. A test compares this list with the register, and
its reasons with the report on a server and a client that keep everything.

${writeTable(['side', 'why', 'clauses'], rows)}`;
}

function describeClause(
  id: ClauseId,
  cited: readonly string[],
  { tests, self, server }: Evidence,
): readonly string[] {
  const { level, actor, summary, observable } = clauses[id];
  const url = locateClause(id);
  const source = url === undefined ? sourceOf(id) : `[${sourceOf(id)}](${url})`;
  return [
    `\`${id}\`<br>${source}<br>${escapeMarkdown(summary)}`,
    level,
    actor,
    observable ? 'yes' : 'no',
    cited.join('<br>'),
    (tests.get(id) ?? [])
      .map((file) => `[${file.replace('.test.ts', '')}](../../test/clauses/${file})`)
      .join('<br>'),
    String(self.cases.get(id) ?? ''),
    String(server.cases.get(id) ?? ''),
  ];
}

/** The text that a clause is from, in words. */
export function documentOf(id: ClauseId): string {
  const [document = ''] = sourceOf(id).split(' §');
  return document === 'service' ? 'The service specification' : document;
}

/** Reads back from a page what no other place knows: what the verifiers have shown. */
export function readShown(page: string): Pick<Evidence, 'self' | 'server'> {
  const rows = page.split('\n').flatMap((line) => {
    const [, first = '', ...cells] = line.split(/(?<!\\) ?\| ?/);
    const id = clauseIds.find((each) => first.startsWith(`\`${each}\`<br>`));
    return id === undefined ? [] : [{ id, self: Number(cells[5]), server: Number(cells[6]) }];
  });
  const read = (key: 'self' | 'server'): Shown => ({
    played: Number(new RegExp(`(\\d+) of \`ws101 verify ${key}\``).exec(page)?.[1]),
    cases: new Map(rows.flatMap((row) => (row[key] > 0 ? [[row.id, row[key]] as const] : []))),
  });
  return { self: read('self'), server: read('server') };
}
