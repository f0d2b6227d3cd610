// Plays what a change can break: the tests that import what has changed, by vitest's module graph, and those that read it from
// disk, which that graph does not know. What has changed since main is what counts; an argument names another commit.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';

const root = fileURLToPath(new URL('..', import.meta.url));
const { import: load } = createJiti(import.meta.url);

/** What git prints, or null where it fails. @param {readonly string[]} args */
function askGit(args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return status === 0 ? stdout.trim() : null;
}

/** @param {readonly string[]} args */
const listFiles = (args) => (askGit([...args, '-z']) ?? '').split('\0').filter(Boolean);

const [argument, ...more] = process.argv.slice(2);
if (more.length > 0) {
  console.error('test:changed: one argument is expected at most: the commit that the change is seen from');
  process.exit(2);
}
const names = argument === undefined ? ['origin/main', 'main', 'HEAD'] : [argument];
const name = names.find((each) => askGit(['rev-parse', '--verify', '--quiet', `${each}^{commit}`]) !== null);
const base = name === undefined ? null : askGit(['merge-base', name, 'HEAD']);
if (base === null) {
  console.error(`test:changed: git knows no commit ${names[0]} that this branch has come from`);
  process.exit(2);
}

const untracked = listFiles(['ls-files', '--others', '--exclude-standard']);
const changed = [...new Set([...listFiles(['diff', '--name-only', '--no-renames', base]), ...untracked])];
const gone = new Set(listFiles(['ls-files', '--deleted']));
const files = [...listFiles(['ls-files']).filter((path) => !gone.has(path)), ...untracked];
const helping = files.filter((path) => /^(?:test|scripts|site)\/.*\.(?:ts|mjs)$/.test(path));
const sources = new Map(helping.map((path) => [path, readFileSync(join(root, path), 'utf8')]));

const { selectTests } = await load('./changed/selection.ts');
const { decisive, modules, readers, unplayed } = selectTests(changed, files, sources);
console.log(`files that have changed since ${name} (${base.slice(0, 10)}): ${changed.length}`);
for (const [test, because] of readers) console.log(`  ${test} reads ${because}`);
for (const test of unplayed) {
  console.log(`  not played: npx vitest run --config vitest.all.config.ts ${test}`);
}
if (decisive.length > 0) console.log(`every test is played because of ${decisive.join(', ')}`);

if (decisive.length === 0 && modules.length === 0 && readers.size === 0) {
  console.log('no test of npm test sees any of them');
} else {
  // Without a module that has changed there is no graph to follow, which would load every test.
  const related = modules.length > 0 ? ['related', '--run', ...modules] : ['run'];
  const args = decisive.length > 0 ? ['run'] : [...related, ...readers.keys()];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, ...args, '--passWithNoTests'], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
