import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../architecture/source.ts';

/** Asks the npm registry for ws101, which it does not have: whoever takes the name there would be run. */
const fromRegistry = new RegExp(
  [
    'npx (?:-y|--yes|-p|--package)[ =](?:\\S+ )*ws101\\b(?!-)',
    'ws101@(?:\\d|latest|next|\\^|~)',
    '(?:npm|pnpm|yarn|bun) (?:i|install|add|exec|dlx)(?: -\\S+)* ws101(?![-\\w./])',
    'npmjs\\.com/package/ws101',
  ].join('|'),
);

/** Whatever a reader of the project, or of what it prints, may take advice from. */
function findTexts(): readonly string[] {
  const folders = ['docs', 'models', 'scripts', 'src', '.github', '.ci'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  const top = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'package.json'];
  return [...folders, ...top.map((name) => join(root, name))].filter(
    (path) => !/\.(?:png|svg)$|package-lock\.json$/.test(path),
  );
}

const texts = findTexts().map((path) => [path, readFileSync(path, 'utf8')] as const);

test('nothing tells a reader to get ws101 from the npm registry, where it is not yet', () => {
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter(([, text]) => fromRegistry.test(text)).map(([path]) => path)).toEqual([]);
});

test('the packed file has everywhere the name that npm pack gives it', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = texts.flatMap(([, text]) => text.match(/ws101-[^/\s`]*\.tgz/g) ?? []);
  expect(names.length).toBeGreaterThan(1);
  expect(new Set(names)).toEqual(new Set([`ws101-${version}.tgz`]));
});

describe('the pattern', () => {
  test.each([
    'npx --yes ws101 verify server',
    'npx -y ws101',
    'npx --package=ws101 ws101',
    'npx ws101@0.1.0 explain',
    'npx ws101@latest',
    'npm install ws101',
    'npm i --save-dev ws101\n',
    'yarn add ws101',
    'https://www.npmjs.com/package/ws101',
  ])('finds %s', (line) => {
    expect(fromRegistry.test(line)).toBe(true);
  });

  test.each([
    'npx ws101 verify server',
    'npm install --save-dev ../ws101/ws101-0.1.0.tgz',
    'npm install --global ./ws101-0.1.0.tgz',
    'npx --yes --package=./ws101-0.1.0.tgz',
    "'ws101/server'",
  ])('lets %s be', (line) => {
    expect(fromRegistry.test(line)).toBe(false);
  });
});
