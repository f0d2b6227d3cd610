import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Io } from './io.ts';
import { UsageError } from './usage-error.ts';

/**
 * Reads a file, or standard input for `-`.
 *
 * @throws what the system says, for the caller to explain
 */
export async function readInput(file: string, { stdin, cwd }: Pick<Io, 'stdin' | 'cwd'>): Promise<Buffer> {
  return file === '-' ? buffer(stdin) : readFileSync(resolve(cwd, file));
}

/**
 * Reads JSON from a file, or from standard input for `-`.
 *
 * @throws UsageError
 */
export async function readJson(file: string, io: Pick<Io, 'stdin' | 'cwd'>): Promise<unknown> {
  try {
    return JSON.parse((await readInput(file, io)).toString('utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${String(error)}`);
  }
}

/**
 * Writes a text to a file, or to standard output for `-`.
 *
 * @throws UsageError if the file cannot be written
 */
export function writeText(file: string, text: string, { stdout, cwd }: Pick<Io, 'stdout' | 'cwd'>): void {
  if (file === '-') {
    stdout.write(text);
    return;
  }
  try {
    writeFileSync(resolve(cwd, file), text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${String(error)}`);
  }
}

/**
 * Writes a value as JSON to a file, or to standard output for `-`. JSON leaves DEL and the C1 controls as they
 * are: they are escaped too, since a terminal may be what reads them.
 *
 * @throws UsageError if the file cannot be written
 */
export function writeJson(file: string, value: unknown, io: Pick<Io, 'stdout' | 'cwd'>): void {
  const text = JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f]/g,
    (control) => `\\u00${control.charCodeAt(0).toString(16)}`,
  );
  writeText(file, `${text}\n`, io);
}
