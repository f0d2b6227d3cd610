// Writes test/campaign/server-finding.ts again: what is found on each server of the recipes, or on those that are named.
// What it writes is to be read against the texts before it is committed.
//
// node scripts/make-findings.mjs [name …]
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';

const { import: load } = createJiti(import.meta.url, { fsCache: false });
const { serverRecipes } = await load('../test/campaign/server-recipe.ts');
const { serverFindings } = await load('../test/campaign/server-finding.ts');
const { observeServer, readVersion } = await load('../test/campaign/observe.ts');

const names = process.argv.slice(2);
const unknown = names.filter((name) => !serverRecipes.some((recipe) => recipe.name === name));
if (unknown.length > 0) throw new Error(`there is no recipe for ${unknown.join(', ')}`);

/** @type {Record<string, unknown>} */
const found = {};
for (const recipe of serverRecipes) {
  const { name } = recipe;
  const isMeant = names.length === 0 || names.includes(name);
  found[name] = isMeant
    ? { version: readVersion(recipe), findings: await observeServer(recipe) }
    : serverFindings[name];
}

const file = fileURLToPath(new URL('../test/campaign/server-finding.ts', import.meta.url));
writeFileSync(
  file,
  `import type { ServerFindings } from './finding.ts';

/**
 * What \`verify server\` finds on each server of the recipes, by what is written down and with every seed; written by
 * \`scripts/make-findings.mjs\`.
 */
export const serverFindings: Readonly<Record<string, ServerFindings>> = ${JSON.stringify(found, null, 2)};
`,
);
const biome = fileURLToPath(new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url));
const { status } = spawnSync(process.execPath, [biome, 'check', '--write', file], {
  stdio: ['ignore', 2, 2],
});
process.exitCode = status ?? 1;
