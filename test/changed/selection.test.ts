import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { built, decisive, indirectReads } from '../../scripts/changed/indirect-read.ts';
import { selectTests } from '../../scripts/changed/selection.ts';

const folders = ['docs', 'models', 'scripts', 'site', 'src', 'test'];
const inFolders = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map(({ parentPath, name }) => join(parentPath, name).replaceAll('\\', '/')),
);
const top = readdirSync('.', { withFileTypes: true }).filter((entry) => entry.isFile());
const files = [...inFolders, ...top.map(({ name }) => name)];
const sources = new Map(
  files
    .filter((path) => /^(?:test|scripts|site)\/.*\.(?:ts|mjs)$/.test(path))
    .map((path) => [path, readFileSync(path, 'utf8')]),
);

/** But for the tests of this folder, which name files as examples. */
const readersOf = (path: string) =>
  [...selectTests([path], files, sources).readers.keys()].filter((test) => !test.startsWith('test/changed/'));

const pages = ['example', 'install', 'link'].map((name) => `test/docs/${name}.test.ts`);

// What each of these reads was seen once, by noting every file that a test opened. More tests may come to read them.
describe('of this project', () => {
  test.each([
    [
      'docs/verify.md',
      ['test/architecture/top-level.test.ts', ...pages, 'test/docs/verify.test.ts'],
      ['test/docs/generated.test.ts', 'test/draw/overlap.test.ts', 'test/docs/readme.test.ts'],
    ],
    [
      'docs/generated/server-decision.svg',
      [
        ...['test/architecture/top-level.test.ts', ...pages, 'test/docs/generated.test.ts'],
        'test/draw/overlap.test.ts',
      ],
      ['test/docs/verify.test.ts', 'test/draw/svg.test.ts'],
    ],
    [
      'action.yml',
      ['test/action/action.test.ts', 'test/architecture/top-level.test.ts'],
      [...pages, 'test/docs/verify.test.ts'],
    ],
    [
      'site/link-check.mjs',
      ['test/architecture/top-level.test.ts', 'test/site/link-check.test.ts'],
      [...pages, 'test/docs/verify.test.ts'],
    ],
  ])('%s is read by %j and few others, and not by %j', (path, tests, others) => {
    const readers = readersOf(path);
    expect(readers).toEqual(expect.arrayContaining(tests));
    expect(readers.length).toBeLessThan(2 * tests.length);
    expect(readers.filter((reader) => others.includes(reader))).toEqual([]);
  });

  test.each([
    ['models/compiled/server.ts', 'test/models/compiled.test.ts'],
    ['models/decisions/server.ts', 'test/docs/generated.test.ts'],
    ['models/decisions/server.ts', 'test/cli/process.test.ts'],
    ['src/wire/head.ts', 'test/architecture/imports.test.ts'],
    ['src/wire/head.ts', 'test/docs/readme.test.ts'],
    ['test/campaign/result/server/ws.json', 'test/docs/matrix/matrix.test.ts'],
    ['test/clauses/rfc6455-3.test.ts', 'test/docs/generated.test.ts'],
    ['test/wire/head.test.ts', 'test/architecture/tier.test.ts'],
    ['package.json', 'test/docs/architecture.test.ts'],
    ['src/verify/report/report.schema.json', 'test/verify/report/schema.test.ts'],
  ])('%s is read by %s', (path, reader) => {
    expect(readersOf(path)).toContain(reader);
  });
});

describe('the table of indirect reads', () => {
  const paths = [
    ...built,
    ...decisive,
    ...indirectReads.flatMap(({ changed, tests }) => [...changed, ...tests]),
  ];

  test.each([...new Set(paths)])('names %s, which is there', (path) => {
    expect(existsSync(path)).toBe(true);
  });

  test.each([
    ['action.yml', 'scripts/annotate.mjs'],
    ['action.yml', 'scripts/set-up.mjs'],
    ['scripts/set-up.mjs', './build-stamp.mjs'],
    ['test/verify/vitest-entry.test.ts', 'src/verify/vitest.ts'],
    ['scripts/docs/declaration.ts', 'tsconfig.build.json'],
  ])('is right that %s names %s', (file, named) => {
    expect(readFileSync(file, 'utf8')).toContain(named);
  });
});

test('modules are followed by their imports, and no other file is', () => {
  const changed = ['src/wire/head.ts', 'docs/verify.md', 'package.json', 'src/wire/gone.ts'];
  expect(selectTests(changed, files, sources)).toMatchObject({ modules: ['src/wire/head.ts'], decisive: [] });
});

test('a test of the second tier is named, and not played', () => {
  const changed = ['test/docs/verify.slow.test.ts', 'test/peers/zoo.test.ts'];
  expect(selectTests(changed, files, sources)).toMatchObject({ modules: [], unplayed: changed });
});

test('the packages and the configuration decide on every test', () => {
  expect(selectTests(['package-lock.json'], files, sources).decisive).toEqual(['package-lock.json']);
});
