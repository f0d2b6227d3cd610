import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/cli/serve/serve-config.ts';
import { file, folder } from '../cli/run.ts';
import { codeOf, makeFolder } from './page.ts';

const pages = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

test('every example on the pages compiles against the package', () => {
  const folder = makeFolder();
  const files = pages.flatMap((page) =>
    codeOf(page, 'ts').map((code, index) => {
      const name = `${page.replaceAll('/', '-')}-${index}.mts`;
      writeFileSync(join(folder, name), code);
      return name;
    }),
  );
  expect(files.length).toBeGreaterThanOrEqual(3);
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--types',
    'node',
  ];
  const tsc = spawnSync(
    process.execPath,
    [join(process.cwd(), 'node_modules/typescript/bin/tsc'), ...options, ...files],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  expect(tsc.stdout).toBe('');
  expect(tsc.status).toBe(0);
});

test('the configuration on the page is one, and the page tells of every key', () => {
  const [config = ''] = codeOf('docs/serve.md', 'json');
  expect(Object.keys(readConfig(file('page.json', config), folder))).toContain('authentication');
  const page = readFileSync('docs/serve.md', 'utf8');
  const source =
    readFileSync('src/cli/serve/serve-config.ts', 'utf8') +
    readFileSync('src/cli/serve/authentication-config.ts', 'utf8');
  const keys = [...source.matchAll(/^\s+(\w+): v\./gm)].map(([, key]) => key);
  expect(keys.length).toBeGreaterThan(30);
  expect(keys.filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
});
