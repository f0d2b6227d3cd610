import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { optionalDependencies } = JSON.parse(readFileSync('test/node/package.json', 'utf8'));
const pinned: readonly [string, string][] = Object.entries(optionalDependencies);

test('the README names the versions of Node that are pinned for Linux', () => {
  const versions = pinned
    .filter(([name]) => name.endsWith('-linux-x64'))
    .map(([, wanted]) => wanted.slice(wanted.lastIndexOf('@') + 1));
  expect(versions).toHaveLength(3);
  expect(readFileSync('README.md', 'utf8')).toContain(`| ${versions.join(', ')} |`);
});

test.each(pinned)('%s is one version of an npm package for its platform', (name, wanted) => {
  const [, major = '', platform = ''] = /^node(\d+)-(.*)$/.exec(name) ?? [];
  expect(wanted).toMatch(new RegExp(`^npm:node-(bin-)?${platform}@${major}\\.\\d+\\.\\d+$`));
});
