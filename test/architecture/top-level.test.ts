import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from './source.ts';

/** What is made by npm, by the build and by the tests, and what belongs to git. */
const made = /^(?:\.git|node_modules|dist|dist-site|coverage|.*\.tgz)$/;

test('at the top level there are the folders of the project, and else only what tools and readers look for there', () => {
  const entries = readdirSync(root, { withFileTypes: true }).filter(({ name }) => !made.test(name));
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  expect(folders.sort()).toEqual(['.ci', '.github', 'docs', 'models', 'scripts', 'site', 'src', 'test']);
  expect(files.sort()).toEqual([
    ...['.dockerignore', '.gitattributes', '.gitignore', '.npmrc'],
    ...['CHANGELOG.md', 'CONTRIBUTING.md', 'Containerfile', 'LICENSE', 'README.md'],
    ...['action.yml', 'biome.json', 'package-lock.json', 'package.json'],
    ...[
      'tsconfig.build.json',
      'tsconfig.json',
      'vitest.all.config.ts',
      'vitest.config.ts',
      'vitest.long.config.ts',
    ],
  ]);
});
