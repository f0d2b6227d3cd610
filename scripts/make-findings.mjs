// Writes test/campaign/client-finding.ts again: what is found on each client of the recipes, or on those that are named.
// What it writes is to be read against the texts before it is committed.
//
// node scripts/make-findings.mjs [name …]
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';

const { import: load } = createJiti(import.meta.url, { fsCache: false });
const { readVersion } = await load('../test/campaign/observe.ts');
const { clientRecipes: recipes } = await load('../test/campaign/client-recipe.ts');
const { clientFindings: known } = await load('../test/campaign/client-finding.ts');
const { observeClient: observe } = await load('../test/campaign/observe-client.ts');

const names = process.argv.slice(2);
const unknown = names.filter((name) => !recipes.some((recipe) => recipe.name === name));
if (unknown.length > 0) throw new Error(`there is no recipe for ${unknown.join(', ')}`);

/** @type {Record<string, unknown>} */
const found = {};
for (const recipe of recipes) {
  const { name } = recipe;
  const isMeant = names.length === 0 || names.includes(name);
  found[name] = isMeant ? { version: readVersion(recipe), findings: await observe(recipe) } : known[name];
}

const file = fileURLToPath(new URL('../test/campaign/client-finding.ts', import.meta.url));
// What stands before the findings stays as it is.
const [before] = readFileSync(file, 'utf8').split(/(?<= = )\{/, 1);
writeFileSync(file, `${before}${JSON.stringify(found, null, 2)};\n`);
const biome = fileURLToPath(new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url));
const { status } = spawnSync(process.execPath, [biome, 'check', '--write', file], {
  stdio: ['ignore', 2, 2],
});
process.exitCode = status ?? 1;
