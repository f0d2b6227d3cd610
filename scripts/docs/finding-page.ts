import { readings } from '../../test/campaign/reading.ts';
import type { Result, ResultFinding } from '../../test/campaign/result.ts';
import { readResults } from '../../test/campaign/run/store.ts';
import { layerNames } from './matrix.ts';

export const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``;

export const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Whose decision a finding is; nothing where that was not read. */
export const tellDecider = ({ decidedBy }: ResultFinding): string =>
  decidedBy === undefined ? '' : layerNames[decidedBy];

/** The clause of a finding, and those that it breaks besides. */
export function tellClauses({ clause, also }: ResultFinding): string {
  return `${code(clause)}${also.length > 0 ? ` also ${also.map(code).join(', ')}` : ''}`;
}

function describeFinding(finding: ResultFinding): string {
  const { level, sent, came } = finding;
  return row(level, tellClauses(finding), code(sent), came.replaceAll('|', '\\|'), tellDecider(finding));
}

function describeServer({ name, version, language, layers, from, findings }: Result): string {
  const { http = 'unknown', library = 'unknown', application = 'unknown' } = layers;
  return `## ${name} ${version}

${language}, from ${from.map(code).join(', ')}. HTTP stack: ${http}. Library: ${library}. Application: ${application}.

| level | clause | sent | came | whose decision |
| --- | --- | --- | --- | --- |
${findings.map(describeFinding).join('\n')}
`;
}

/** What was found on each real server, and the sentences that it was held against. */
export function writeFindings(): string {
  const results = readResults('server');
  const read = Object.entries(readings).map(([clause, { section, says, debatable = '', latitude = '' }]) =>
    row(code(clause), section, says, debatable, latitude),
  );
  return `# What real servers were found to do

This page lists what \`ws101 verify server\` found on real servers, as far as it may be published. The servers are those of the
recipes in \`test/campaign\`. [What was found on real servers](../findings.md) says how the findings were made and checked. The
column *sent* shows what was wrong or unusual in an otherwise valid opening.

${results.map(describeServer).join('\n')}
## What the texts say

| clause | read in | what it says | what speaks for others | what the texts leave open, and why not this |
| --- | --- | --- | --- | --- |
${read.join('\n')}
`;
}
