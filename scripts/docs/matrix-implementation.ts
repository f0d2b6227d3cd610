import type { ClauseId } from '../../models/clauses.ts';
import { escapeMarkdown, writeTable } from '../../src/draw/markdown-text.ts';
import { describeName } from '../../src/draw/rule-text.ts';
import { viewOctets } from '../../src/verify/report/format/octet-view.ts';
import type { ResultExchange, ResultFinding, Role } from '../../test/campaign/result.ts';
import {
  exchangeOf,
  type Implementation,
  layerNames,
  listOctets,
  type MatrixRow,
  nameMember,
  type RoleMatrix,
  type State,
  stateNames,
  stateOf,
} from './matrix.ts';
import { anchorExchange, headExchange, headFinding } from './matrix-cell.ts';
import { tellValue } from './matrix-policy.ts';

/** Octets that are shown as text at most; base64 has all of them. */
const limit = 4096;

/** The page of an implementation: what it does, what is free, and each finding with all that it needs. */
export function writeImplementation({ role, ...matrix }: RoleMatrix, one: Implementation): string {
  const rows = [...matrix.apart, ...matrix.agreed, ...matrix.unshown];
  const count = (state: State) => rows.filter(({ clause }) => stateOf(one, clause) === state).length;
  const tellClause = ({ clause }: MatrixRow) => {
    const place = exchangeOf(one, clause);
    const code = `\`${clause}\``;
    return place === null ? code : `[${code}](#${anchorExchange(place)})`;
  };
  const list = (state: State) => rows.filter(({ clause }) => stateOf(one, clause) === state).map(tellClause);
  const exchanges = one.exchanges.map((exchange, place) => {
    const shown = rows.filter(({ clause }) => exchangeOf(one, clause) === place);
    return writeExchange(role, exchange, place, shown);
  });
  const findings = one.findings.map((finding) => writeFinding(role, one, finding, rows));
  return `# ${escapeMarkdown(`${one.family} ${nameMember(one)}`)}, a ${role}

What this set-up was seen to do with the opening handshake. [All ${role === 'proxy' ? 'proxies' : `${role}s`}](../${role}.md),
[how it was found](../index.md).

${writeTable(['what', ''], describeSetUp(one))}
## What it does

${writeTable(
  ['', 'clauses'],
  (['broken', 'letter', 'should', 'kept', 'free', 'notShown'] as const).map((state) => [
    stateNames[state],
    String(count(state)),
  ]),
)}
The command that starts it, and the one that shows it again:

\`\`\`sh
${one.start}
${one.verify}
\`\`\`

## Findings

${findings.length === 0 ? 'None that may be told.\n' : findings.join('\n')}
## What is free

Choices that the texts leave, and that were seen made: ${list('free').join(', ') || 'none'}.

${writePolicy(one)}
## Kept

Each of these was shown by a case that a breach would have been seen in: ${list('kept').join(', ') || 'none'}.
A link leads to such an exchange. Where there is none, no single exchange shows it, or it has octets that are not told here;
the second command above plays all of them.

## Not shown

${list('notShown').join(', ') || 'Nothing was left.'}

## Exchanges

${exchanges.join('\n') || 'None that may be told.\n'}`;
}

function describeSetUp(one: Implementation): readonly (readonly string[])[] {
  const { language, from, layers, date, machine, node, ws101, seeds } = one;
  const parts = (['http', 'library', 'application'] as const).flatMap((layer) => {
    const name = layers[layer];
    return name === undefined ? [] : [[layerNames[layer], escapeMarkdown(name)]];
  });
  return [
    ['language', escapeMarkdown(language)],
    ['from', escapeMarkdown(from.join(', '))],
    ...parts,
    ['seen', date],
    ['machine', escapeMarkdown(machine)],
    ['Node, ws101', escapeMarkdown(`${node}, ${ws101}`)],
    ['seeds', seeds.join(', ')],
  ];
}

function writeFinding(
  role: Role,
  { seeds: all }: Implementation,
  finding: ResultFinding,
  rows: readonly MatrixRow[],
): string {
  const { clause, also, level, tags, title, sent, came, expected, decidedBy } = finding;
  const row = rows.find((each) => each.clause === clause);
  const weight = tags.includes('leniency') ? `${level}, to the letter only` : level;
  return `### ${headFinding(finding)}

**${escapeMarkdown(title)}**

${writeTable(
  ['what', ''],
  [
    ['level', weight],
    ['clause', `\`${clause}\`${row ? `: ${escapeMarkdown(row.summary)}` : ''}`],
    ...(row ? [['text', row.url === undefined ? row.source : `[${row.source}](${row.url})`]] : []),
    ...(row?.reading ? [[`read in ${row.reading.section}`, escapeMarkdown(row.reading.says)]] : []),
    ...(also.length > 0 ? [['breaks besides', also.map((id: ClauseId) => `\`${id}\``).join(', ')]] : []),
    ['what was odd', escapeMarkdown(sent)],
    ['what came of it', escapeMarkdown(came)],
    ['what was due', escapeMarkdown(expected)],
    ...(decidedBy === undefined ? [] : [['whose decision', layerNames[decidedBy]]]),
    ...(tags.length > 0 ? [['tags', tags.join(', ')]] : []),
    ['how sure', tellSure(finding, all)],
  ],
)}
${writeMessages(role, finding)}`;
}

/** An exchange that shows clauses kept. */
function writeExchange(
  role: Role,
  exchange: ResultExchange,
  place: number,
  rows: readonly MatrixRow[],
): string {
  const shown = rows.map(({ clause, summary }) => `- \`${clause}\`: ${escapeMarkdown(summary)}`);
  return `### ${headExchange(place)}

${shown.join('\n')}

${writeMessages(role, exchange)}`;
}

function writeMessages(role: Role, exchange: ResultExchange): string {
  return listOctets(role, exchange)
    .map(([name, base64]) => writeOctets(name, base64))
    .join('\n');
}

function tellSure({ seeds, literal, replayed }: ResultFinding, all: readonly number[]): string {
  return [
    `found with ${seeds.length} of ${all.length} seeds`,
    ...(literal ? ['what is written down alone shows it'] : []),
    ...(replayed ? ['seen again alone, on a process that was started anew'] : []),
  ].join('; ');
}

/** The octets as visible text, and whole as base64. */
function writeOctets(name: string, base64: string): string {
  const octets = Uint8Array.from(atob(base64), (octet) => octet.charCodeAt(0));
  const { lines, hidden } = viewOctets(octets, limit);
  const text = lines.map((parts) => parts.map((part) => part.text).join('')).join('\n');
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  const rest = hidden > 0 ? `\n${hidden} more octets are in the base64 alone.\n` : '';
  return `${name}, ${octets.length} octets:

${fence}text
${text}
${fence}
${rest}
<details><summary>base64</summary>

\`\`\`text
${base64}
\`\`\`

</details>
`;
}

function writePolicy({ policy }: Implementation): string {
  const { statuses, ...others } = policy;
  const simple = Object.entries(others).map(([name, value]) => [
    `\`${name}\``,
    escapeMarkdown(tellValue(value)),
  ]);
  const answers = typeof statuses === 'object' && statuses !== null ? Object.entries(statuses) : [];
  const rows = [
    ...simple,
    ...answers.map(([guard, value]) => [
      `where the ${describeName(guard)}`,
      escapeMarkdown(tellValue(value)),
    ]),
  ];
  return rows.length === 0 ? 'Nothing else was learnt.\n' : writeTable(['choice', 'what it does'], rows);
}
