import type { ClauseId } from '../../models/clauses.ts';
import type { Finding } from '../../test/campaign/finding.ts';
import { type Reading, readings } from '../../test/campaign/reading.ts';
import { serverFindings } from '../../test/campaign/server-finding.ts';
import { type ServerRecipe, serverRecipes } from '../../test/campaign/server-recipe.ts';

const known: Readonly<Partial<Record<ClauseId, Reading>>> = readings;

export const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``;

export const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const layerNames = { http: 'HTTP stack', library: 'library', application: 'application' } as const;

function describeFinding([level, clause, also, sent, came]: Finding, { decides }: ServerRecipe): string {
  const part = known[clause]?.part;
  const others = also.length > 0 ? ` also ${also.map(code).join(', ')}` : '';
  const whose = part === undefined ? '' : layerNames[decides[part]];
  return row(level, `${code(clause)}${others}`, code(sent), came.replaceAll('|', '\\|'), whose);
}

function describeServer(recipe: ServerRecipe): string {
  const { name, language, layers, debian } = recipe;
  const { version, findings } = serverFindings[name] ?? { version: 'not seen', findings: [] };
  const from = debian.length > 0 ? `Debian: ${debian.join(', ')}` : 'npm';
  const { http, library, application = 'a file of this project' } = layers;
  return `## ${name} ${version}

${language}, from ${from}. HTTP stack: ${http}. Library: ${library}. Application: ${application}.

| level | clause | sent | came | whose decision |
| --- | --- | --- | --- | --- |
${findings.map((finding) => describeFinding(finding, recipe)).join('\n')}
`;
}

/** What was found on each real server, and the sentences that it was held against. */
export function writeFindings(): string {
  const read = Object.entries(known).map(([clause, { section, says }]) => row(code(clause), section, says));
  return `# What real servers were found to do

By the recipes of \`test/campaign\`; how it was found and read is in [What was found on real servers](../findings.md). What was
sent is what an otherwise valid opening had.

${serverRecipes.map(describeServer).join('\n')}
## What the texts say

| clause | read in | what it says |
| --- | --- | --- |
${read.join('\n')}
`;
}
