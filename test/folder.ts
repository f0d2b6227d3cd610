import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for what the tests of one test file write. */
export let folder = '';

/** Makes a new one. */
export function makeFolder(): void {
  folder = mkdtempSync(join(tmpdir(), 'ws101-test-'));
}

export function removeFolder(): void {
  rmSync(folder, { recursive: true, force: true });
}
