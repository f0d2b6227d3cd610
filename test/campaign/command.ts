import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Words of a command with the folder in which something was built. */
export const placeIn = (words: readonly string[], folder: string): readonly string[] =>
  words.map((word) => word.replaceAll('{folder}', folder));

/** Runs the command that builds something. */
export async function runBuild([program = '', ...args]: readonly string[]): Promise<void> {
  await run(program, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
}

/** Words of a command as a shell takes them, from the folder of the project. */
export function tellCommand(words: readonly string[]): string {
  return words
    .map((word) => (word === process.execPath ? 'node' : word.replaceAll(root, '')))
    .map((word) => word.replaceAll('{port}', '9001').replaceAll('{folder}', '/tmp/ws101-campaign'))
    .map(quote)
    .join(' ');
}

export const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
