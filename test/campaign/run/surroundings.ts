import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { arch, availableParallelism, type as systemType } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../../../src/version.ts';
import type { Surroundings } from './observe.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Folders whose files decide what a verification finds. */
const deciding = ['models', 'src/arbitraries', 'src/facts', 'src/negotiation', 'src/verify', 'src/wire'];

/** When, where and with what is observed. */
export function readSurroundings(now = new Date()): Surroundings {
  const cores = availableParallelism();
  return {
    date: now.toISOString(),
    machine: `${cores} ${cores === 1 ? 'core' : 'cores'}, ${readSystem()}, ${arch()}`,
    node: process.versions.node,
    ws101: `${version}+${digestSources()}`,
  };
}

function readSystem(): string {
  const file = '/etc/os-release';
  const [, name] = existsSync(file) ? (/^PRETTY_NAME="(.*)"$/m.exec(readFileSync(file, 'utf8')) ?? []) : [];
  return name ?? systemType();
}

/** The same for the same sources. */
function digestSources(): string {
  const hash = createHash('sha256');
  for (const folder of deciding) {
    const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const path of paths.filter((each) => each.endsWith('.ts')).toSorted())
      hash.update(path.replaceAll('\\', '/')).update(readFileSync(join(root, folder, path)));
  }
  return hash.digest('hex').slice(0, 12);
}
