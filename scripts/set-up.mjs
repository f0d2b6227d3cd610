// Makes a fresh clone ready: installs what package-lock.json names, of which no script is run, and builds. What is up to date is left as it is.
// Runs before `npm start`, `npm test`, `npm run test:all` and `npm pack`; asks nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isBuilt, noteBuild } from './build-stamp.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const installed = `${root}node_modules/.package-lock.json`;

/** @param {string} command @param {readonly string[]} args */
function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(`set-up: "${command} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}`);
    process.exit(status ?? 1);
  }
}

const upToDate =
  existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${root}package-lock.json`).mtimeMs;
if (!upToDate)
  run('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);

if (!isBuilt(root)) {
  rmSync(`${root}dist`, { recursive: true, force: true });
  run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', 'tsconfig.build.json']);
  run(process.execPath, [`${root}scripts/make-executable.mjs`]);
  run(process.execPath, [
    `${root}node_modules/vite/bin/vite.js`,
    'build',
    '--config',
    'scripts/vite.config.ts',
    '--logLevel',
    'warn',
  ]);
  noteBuild(root);
}
