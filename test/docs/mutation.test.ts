import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { equivalents } from '../../scripts/mutate/equivalent.ts';
import { type Results, writePage } from '../../scripts/mutate/page.ts';
import { rooms } from '../../scripts/mutate/room.ts';

const folder = 'docs/generated/mutation';

test('the page is what its results make', () => {
  const results = JSON.parse(readFileSync(`${folder}/results.json`, 'utf8')) as Results; // written by `npm run mutate`
  expect(readFileSync(`${folder}/index.md`, 'utf8'), '`npm run mutate -- --write` writes it again').toBe(
    writePage(results),
  );
});

test('what is explained stands in its file still', () => {
  const gone = equivalents.filter(
    ({ file, original }) => !readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ').includes(original),
  );
  expect(gone).toEqual([]);
});

test('every file of the models and of what is known is mutated, or spared, or has types alone', () => {
  const sources = ['models', 'src/knowledge'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const folders = new Set(rooms.flatMap((room) => room.folders));
  const elsewhere = sources.filter((file) => file.endsWith('.ts') && !folders.has(dirname(file)));
  // The register is read against the texts, what is compiled is compared with the tables, and a fact is a type.
  expect(elsewhere.filter((file) => !/^models\/(?:clauses|compiled|facts)\//.test(file))).toEqual([]);
});

test('every folder, every file and every test of a room is there', () => {
  const named = rooms.flatMap(({ folders, spared, tests, idle, idleForRows = [] }) => [
    ...[...folders, ...Object.keys(spared)],
    ...[...tests, ...Object.keys(idle), ...idleForRows],
  ]);
  expect(named.filter((name) => !existsSync(name))).toEqual([]);
});
