import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

test('every file of a folder that is mutated in parts is in one of them, or spared', () => {
  const ofModels = rooms.filter(({ folder: sources }) => sources === 'models');
  const named = ofModels.flatMap(({ files = [], spared }) => [...files, ...Object.keys(spared)]);
  const typesAlone = ['index.ts', 'vocabulary.ts'];
  const sources = readdirSync('models').filter((name) => name.endsWith('.ts'));
  expect([...named, ...typesAlone].sort()).toEqual(sources.sort());
});

test('every file and every test of a room is there', () => {
  const named = rooms.flatMap(({ folder: sources, files = [], spared, tests, idle, idleForRows = [] }) => [
    ...[...files, ...Object.keys(spared)].map((name) => `${sources}/${name}`),
    ...[...tests, ...Object.keys(idle), ...idleForRows],
  ]);
  expect(named.filter((name) => !existsSync(name))).toEqual([]);
});
