import { clientFindings } from '../../test/campaign/client-finding.ts';
import { clientReadings } from '../../test/campaign/client-reading.ts';
import { type ClientRecipe, clientRecipes } from '../../test/campaign/client-recipe.ts';
import { code, row } from './finding-page.ts';

function describeClient({ name, language, http, rules, debian }: ClientRecipe): string {
  const { version, findings } = clientFindings[name] ?? { version: 'not seen', findings: [] };
  const from = debian.length > 0 ? `Debian: ${debian.join(', ')}` : 'npm';
  const rows = findings.map(([level, clause, also, deed]) => {
    const others = also.length > 0 ? ` also ${also.map(code).join(', ')}` : '';
    return row(level, `${code(clause)}${others}`, deed.replaceAll('|', '\\|'));
  });
  return `## ${name} ${version}

${language}, from ${from}. HTTP is read by: ${http}. Rules: \`${rules}\`.

| level | clause | what it does |
| --- | --- | --- |
${rows.join('\n')}
`;
}

/** What was found on each real client, and the sentences that it was held against. */
export function writeClientFindings(): string {
  const read = Object.entries(clientReadings).map(([clause, { section, says }]) =>
    row(code(clause), section, says),
  );
  return `# What real clients were found to do

By the recipes of \`test/campaign\`; how it was found and read is in
[What was found on real clients](../findings.md#what-was-found-on-real-clients). Where it opens, or fails, is told by what an
otherwise right 101 had; all lines of a field are shown that it has more than once.

${clientRecipes.map(describeClient).join('\n')}
## What the texts say

| clause | read in | what it says |
| --- | --- | --- |
${read.join('\n')}
`;
}
