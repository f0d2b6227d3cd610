import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findWrongArrows } from '../architecture/arrow.ts';
import { blocksOf, codeOf } from './page.ts';

const page = 'docs/architecture.md';
const text = readFileSync(page, 'utf8');
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const [rings = [], rooms = []] = codeOf(page, 'mermaid').map(readArrows);

/** The arrows of a drawing, each as the two names that it joins. */
function readArrows(drawing: string): readonly (readonly [from: string, to: string])[] {
  return [...drawing.matchAll(/^ {2}(\w+) --> (\w+)$/gm)].map(
    ([, from = '', to = '']) => [from, to] as const,
  );
}

/** The entry of a folder: in src/verify every other file has a room. */
const fileIn = (folder: string) => (folder === 'models' ? 'models/index.ts' : `src/${folder}/index.ts`);

/** What is wrong with an import of one folder by another. */
function judge(imported: string, importing: string): readonly string[] {
  const up = importing === 'models' ? '../' : '../../';
  const specifier = `${up}${fileIn(imported)}`;
  return findWrongArrows(
    new Map([
      [fileIn(imported), ''],
      [fileIn(importing), `import { a } from '${specifier}';\n`],
    ]),
  );
}

describe('the rings', () => {
  test('and the rooms are the only blocks', () => {
    expect(blocksOf(page).map(({ language }) => language)).toEqual(['mermaid', 'mermaid']);
  });

  test('are all folders', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((each) => each.isDirectory());
    const drawn = new Set(rings.flat());
    expect([...drawn].sort()).toEqual(['models', ...folders.map(({ name }) => name)].sort());
  });

  test.each(rings)('%s may be imported by %s, and not the other way round', (from, to) => {
    expect(judge(from, to)).toEqual([]);
    expect(judge(to, from)).toEqual([expect.stringContaining(`${from} may not import ${to}`)]);
  });
});

describe('the rooms of verification', () => {
  test('are all folders of src/verify', () => {
    const folders = readdirSync('src/verify', { withFileTypes: true }).filter((each) => each.isDirectory());
    expect([...new Set(rooms.flat())].sort()).toEqual(folders.map(({ name }) => name).sort());
  });

  test.each(rooms)('%s may be imported by %s, and not the other way round', (from, to) => {
    const importFrom = (imported: string, importing: string) =>
      findWrongArrows(
        new Map([
          [`src/verify/${imported}/a.ts`, ''],
          [`src/verify/${importing}/b.ts`, `import { a } from '../${imported}/a.ts';\n`],
        ]),
      );
    expect(importFrom(from, to)).toEqual([]);
    expect(importFrom(to, from)).toEqual([expect.stringContaining('may not import')]);
  });
});

/** Names and cells of the rows that begin with packages, and not with a command or an entry of ws101. */
const dependencies = text.slice(text.indexOf('\n## Dependencies\n'));
const rows = [...dependencies.matchAll(/^\| (`(?!ws101)[^|]+) \|(.*)\|$/gm)].map(
  ([, names = '', cells = '']) => ({
    names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    licence: cells.split('|').at(-1)?.trim(),
  }),
);

test('every dependency has its reason', () => {
  const all = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
  expect(rows.flatMap(({ names }) => names).sort()).toEqual(all.sort());
});

test.each(Object.keys(manifest.dependencies))('the licence of %s is the one that it says', (name) => {
  const { license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
  expect(rows.find(({ names }) => names.includes(name))?.licence).toBe(license);
});
