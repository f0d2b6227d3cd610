import type { Command } from 'commander';
import { clauseIds } from '../../../models/clauses.ts';
import type { Io } from '../io.ts';
import { renderBash } from './completion-bash.ts';
import { renderFish } from './completion-fish.ts';
import { listRows } from './completion-row.ts';
import { renderZsh } from './completion-zsh.ts';

const shells = { bash: renderBash, zsh: renderZsh, fish: renderFish } as const;

/**
 * Prints the script by which a shell completes the program: nothing of ws101 runs when it is used. Each has the same rows,
 * and what reads them in the language of the shell.
 *
 * @returns the exit code: 0
 */
export function runCompletion(shell: keyof typeof shells, program: Command, { stdout }: Io): number {
  const rows = listRows(program).map(({ command, before, word, description }) =>
    [command, before, word, description].join('\t'),
  );
  stdout.write(shells[shell](program.name(), rows.join('\n'), clauseIds.join(' ')));
  return 0;
}
