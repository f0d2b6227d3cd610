import { writeFileSync } from 'node:fs';
import { UsageError } from './usage-error.ts';

/**
 * Writes a value as JSON to a file, or to standard output for `-`. JSON leaves DEL and the C1 controls as they
 * are: they are escaped too, since a terminal may be what reads them.
 *
 * @throws UsageError if the file cannot be written
 */
export function writeJson(file: string, value: unknown): void {
  const text = JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f]/g,
    (control) => `\\u00${control.charCodeAt(0).toString(16)}`,
  );
  if (file === '-') {
    process.stdout.write(`${text}\n`);
    return;
  }
  try {
    writeFileSync(file, `${text}\n`);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${String(error)}`);
  }
}
