import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, one by one: `mkdir` of Node 20 never comes back where a system takes no folder, as
 * under /proc.
 *
 * @param folder an absolute path
 * @throws what `mkdir` throws
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}
