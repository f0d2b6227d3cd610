// Measures ws101 against what people use, and against what Node can do; scripts/bench says what and how.
//
// npm run bench -- [--only server,refusal] [--rounds 7] [--quick] [--write]
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createJiti } from 'jiti';

const folder = fileURLToPath(new URL('./bench', import.meta.url));
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '7' },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new RangeError(`--rounds ${values.rounds}: a whole number from 1 was expected`);

const installed = statSync(join(folder, 'node_modules/.package-lock.json'), { throwIfNoEntry: false });
const wanted = statSync(join(folder, 'package-lock.json'));
if (!installed || installed.mtimeMs < wanted.mtimeMs) {
  const { status, error } = spawnSync(
    'npm',
    ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'],
    { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' },
  );
  if (status !== 0) throw new Error(`"npm ci" in scripts/bench failed${error ? `: ${error.message}` : ''}`);
}

const { import: load } = createJiti(import.meta.url, { fsCache: false });
const { runBenchmark } = await load('./bench/main.ts');
const only = values.only.split(',').filter((name) => name !== '');
await runBenchmark({ only, rounds, quick: values.quick, write: values.write });
