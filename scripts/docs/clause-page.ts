import {
  type Clause,
  type ClauseId,
  clauseIds,
  clauses,
  locateClause,
  sourceOf,
} from '../../models/clauses.ts';
import { escapeMarkdown } from '../../src/draw/markdown-text.ts';
import { findCitations } from './citation.ts';
import { documentOf, type Evidence } from './clause-matrix.ts';
import { findBreakers, findPlanted } from './planted.ts';

/** A page for each text, with its clauses one by one, and a page that lists those; by the names of the files. */
export function writeClausePages(evidence: Evidence): ReadonlyMap<string, string> {
  const citations = findCitations('../');
  const planted = findPlanted();
  const breakers = findBreakers();
  const names = [...new Set(clauseIds.map(nameOf))];
  const pages = names.map((name) => {
    const own = clauseIds.filter((id) => nameOf(id) === name);
    const [first] = own;
    const title = first === undefined ? name : documentOf(first);
    const entries = own.map((id) =>
      describeClause(id, citations.get(id) ?? [], evidence, {
        planted: planted.get(id) ?? [],
        breakers: breakers.get(id) ?? [],
      }),
    );
    return {
      name,
      title,
      count: own.length,
      text: `# ${title}\n\n${introduce(name)}\n${entries.join('\n')}`,
    };
  });
  const list = pages.map(({ name, title, count }) => `- [${title}](${name}.md), ${count} clauses`);
  return new Map([
    ...pages.map(({ name, text }) => [`${name}.md`, text] as const),
    [
      'index.md',
      `# The clauses\n\nThese pages list every clause of the register (\`models/clauses\`), one page for each text.\n\n${list.join('\n')}\n`,
    ],
  ]);
}

/** The heading of a clause, of which its anchor is made: `§4.2.1 key-present` has `#421-key-present`. */
export function headClause(id: ClauseId): string {
  const [, section = '', slug = ''] = id.split('/');
  return `§${section} ${slug}`;
}

/** For example `rfc6455`. */
function nameOf(id: ClauseId): string {
  return id.replace(/\/.*$/, '');
}

function introduce(name: string): string {
  const linked = name === 'service' ? '' : ', where its section can be read';
  return `This page lists the clauses of this text, in the words of the register: the level of each, who it binds${linked},
and what shows it. The cases are those of \`ws101 verify self\`, and of \`ws101 verify server\` against the reference
server, with seed 1. The links to tests need a checkout, since the package has no tests.
`;
}

function describeClause(
  id: ClauseId,
  cited: readonly string[],
  { tests, self, server }: Evidence,
  { planted, breakers }: Readonly<Record<'planted' | 'breakers', readonly string[]>>,
): string {
  const { level, actor, summary, observable, note, unchecked = false } = readClause(id);
  const url = locateClause(id);
  const files = tests.get(id) ?? [];
  const [ofSelf = 0, ofServer = 0] = [self.cases.get(id), server.cases.get(id)];
  const shown = [
    ...cited,
    ...files.map((file) => `[${file.replace('.test.ts', '')}](../../../test/clauses/${file}), a test`),
    ...(ofSelf === 0 ? [] : [`\`ws101 verify self\`: ${tellCases(ofSelf)}`]),
    ...(ofServer === 0 ? [] : [`\`ws101 verify server\`: ${tellCases(ofServer)}`]),
    ...(planted.length === 0
      ? []
      : [`found under it, where it is done on purpose: ${escapeMarkdown(planted.join('; '))}`]),
    ...(breakers.length === 0
      ? []
      : [`[found to break it](../../findings.md): ${escapeMarkdown(breakers.join(', '))}`]),
  ];
  const remarks = [
    ...(note === undefined ? [] : [note]),
    ...(unchecked ? ['Cited from memory: the text has not been compared yet.'] : []),
    ...(observable ? [] : ['No octets on a wire can show it.']),
  ];
  const source = url === undefined ? sourceOf(id) : `[${sourceOf(id)}](${url})`;
  return `## ${headClause(id)}

${escapeMarkdown(summary)}

\`${id}\`, ${level}, binds ${binds[actor]}, ${source}
${remarks.map((remark) => `\n${escapeMarkdown(remark)}\n`).join('')}
${shown.length === 0 ? 'Nothing shows it yet.\n' : `${shown.map((line) => `- ${line}`).join('\n')}\n`}`;
}

const binds = { client: 'clients', server: 'servers', intermediary: 'intermediaries' } as const;

function readClause(id: ClauseId): Clause {
  return clauses[id];
}

function tellCases(count: number): string {
  return `${count} ${count === 1 ? 'case' : 'cases'}`;
}
