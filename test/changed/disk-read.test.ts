import { expect, test } from 'vitest';
import { listDiskReads } from '../../scripts/changed/disk-read.ts';

const known = new Set([
  'docs',
  'docs/a.md',
  'docs/generated',
  'models',
  'models/clauses.ts',
  'test',
  'test/docs',
  'test/docs/data',
  'test/docs/data/b.txt',
]);

function read(sources: Readonly<Record<string, string>>): readonly string[] {
  return [
    ...listDiskReads('test/docs/a.test.ts', new Map(Object.entries(sources)), (path) => known.has(path)),
  ];
}

const importsFs = "import { readFileSync } from 'node:fs';\n";

test.each([
  ['a file', "readFileSync('docs/a.md')", ['docs/a.md']],
  ['a folder', "readdirSync('docs')", ['docs']],
  ['a folder with a slash', 'readdirSync(`docs/generated/`)', ['docs/generated']],
  ['what is relative to the module', "new URL('../../docs/a.md', import.meta.url)", ['docs/a.md']],
  ['what a URL has beside the module', "new URL('data/b.txt', import.meta.url)", ['test/docs/data/b.txt']],
  ['the folder of a URL', 'new URL(`data/$' + '{name}.txt`, import.meta.url)', ['test/docs/data']],
  ['a file behind an empty text', "const [a = ''] = codeOf('docs/a.md')", ['docs/a.md']],
  ['nothing that is not there', "readFileSync('docs/b.md')", []],
  ['nothing that is imported', "import { clauses } from '../../models/clauses.ts';", []],
  ['the root no more than the folder of the test', "readPages('.')", []],
])('a test that reads files reads %s', (_, line, paths) => {
  expect(read({ 'test/docs/a.test.ts': importsFs + line })).toEqual(paths);
});

test('a test that reads no files reads nothing that it names', () => {
  expect(read({ 'test/docs/a.test.ts': "expect(path).toBe('docs/a.md');" })).toEqual([]);
});

test('what a helper reads is read, and so is what a test names to a helper', () => {
  const sources = {
    'test/docs/a.test.ts': "import { codeOf } from './page.ts';\ncodeOf('docs/a.md');",
    'test/docs/page.ts': `${importsFs}readdirSync('models');`,
  };
  expect(read(sources)).toEqual(['docs/a.md', 'models']);
});

test('a single word names a folder only in a module that reads files itself', () => {
  const sources = {
    'test/docs/a.test.ts': "import { codeOf } from './page.ts';\nconst mode = 'test';",
    'test/docs/page.ts': importsFs,
  };
  expect(read(sources)).toEqual([]);
});
