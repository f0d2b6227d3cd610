import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result, Role } from '../result.ts';

const folder = fileURLToPath(new URL('../result', import.meta.url));

/** The name of a file for that of an implementation. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('++', 'pp')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const pathOf = (role: Role, name: string) => join(folder, role, `${slugOf(name)}.json`);

/** The result of an implementation; null where it has none yet. */
export function readResult(role: Role, name: string): Result | null {
  const path = pathOf(role, name);
  return existsSync(path) ? parseResult(readFileSync(path, 'utf8')) : null;
}

/** All results of a role, by name. */
export function readResults(role: Role): readonly Result[] {
  const place = join(folder, role);
  if (!existsSync(place)) return [];
  const names = readdirSync(place).filter((name) => name.endsWith('.json'));
  const results = names.map((name) => parseResult(readFileSync(join(place, name), 'utf8')));
  return results.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}

export function writeResult(result: Result): void {
  mkdirSync(join(folder, result.role), { recursive: true });
  writeFileSync(pathOf(result.role, result.name), `${JSON.stringify(result, null, 2)}\n`);
}

const parseResult = (text: string): Result => JSON.parse(text); // what `writeResult` has written
