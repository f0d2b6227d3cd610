import { execFileSync } from 'node:child_process';
import { type Ended, run } from '../cli/run.ts';

/** Runs a command of a page, in this process: the words are those that a shell reads, from `npx ws101` on. */
export async function runTyped(line: string): Promise<Ended> {
  const text = execFileSync('bash', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
  const [npx, name, ...words] = text.split('\0').slice(0, -1);
  if (npx !== 'npx' || name !== 'ws101') throw new Error(`no command of ws101: ${line}`);
  return run(...words);
}
