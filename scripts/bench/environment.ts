import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, release, type } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const packages = ['ws', 'websocket', 'faye-websocket', 'undici', 'xstate'];

/** What was measured, and on what. */
export function describeEnvironment(): readonly string[] {
  const bun = execFileSync(`${root}test/bench/node_modules/.bin/bun`, ['--version'], { encoding: 'utf8' });
  const [cpu] = cpus();
  return [
    `Node.js ${process.versions.node} (V8 ${process.versions.v8}), Bun ${bun.trim()}`,
    [versionOf('.'), ...packages.map((name) => versionOf(`node_modules/${name}`))].join(', '),
    `${type()} ${release()} ${arch()}, ${cpus().length} × ${cpu?.model ?? 'unknown'}`,
  ];
}

function versionOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(`${root}${folder}/package.json`, 'utf8'));
  return `${name} ${version}`;
}
