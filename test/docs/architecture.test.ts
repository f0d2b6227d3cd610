import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findWrongArrows } from '../architecture/arrow.ts';
import { blocksOf, codeOf } from './page.ts';

const page = 'docs/architecture.md';
const text = readFileSync(page, 'utf8');
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const [drawing = ''] = codeOf(page, 'mermaid');
const arrows = [...drawing.matchAll(/^ {2}(\w+) --> (\w+)$/gm)].map(
  ([, from = '', to = '']) => [from, to] as const,
);

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
  test('are the only block', () => {
    expect(blocksOf(page).map(({ language }) => language)).toEqual(['mermaid']);
  });

  test('are all folders', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((each) => each.isDirectory());
    const drawn = new Set(arrows.flat());
    expect([...drawn].sort()).toEqual(['models', ...folders.map(({ name }) => name)].sort());
  });

  test.each(arrows)('%s may be imported by %s, and not the other way round', (from, to) => {
    expect(judge(from, to)).toEqual([]);
    expect(judge(to, from)).toEqual([expect.stringContaining(`${from} may not import ${to}`)]);
  });
});

/** Names and cells of the rows that begin with packages; those of the table of what is loaded begin with ws101. */
const rows = [...text.matchAll(/^\| (`(?!ws101)[^|]+) \|(.*)\|$/gm)].map(([, names = '', cells = '']) => ({
  names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  licence: cells.split('|').at(-1)?.trim(),
}));

test('every dependency has its reason', () => {
  const all = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
  expect(rows.flatMap(({ names }) => names).sort()).toEqual(all.sort());
});

test.each(Object.keys(manifest.dependencies))('the licence of %s is the one that it says', (name) => {
  const { license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
  expect(rows.find(({ names }) => names.includes(name))?.licence).toBe(license);
});
