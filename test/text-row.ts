import { readFileSync } from 'node:fs';

/**
 * The rows of a data file, in their parts. Lines that begin with `#` are about the file.
 *
 * @param between what parts are divided by
 */
export function readRows(file: URL, between = ' | '): readonly (readonly string[])[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(between));
}
