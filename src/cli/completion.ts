import type { Command } from 'commander';
import { clauseIds } from '../../models/clauses.ts';
import { renderBash } from './completion-bash.ts';
import { renderFish } from './completion-fish.ts';
import { readCommand } from './completion-plan.ts';
import { renderZsh } from './completion-zsh.ts';
import type { Io } from './io.ts';

const shells = { bash: renderBash, zsh: renderZsh, fish: renderFish } as const;

/**
 * Prints the script by which a shell completes the program: nothing of ws101 runs when it is used.
 *
 * @returns the exit code: 0
 */
export function runCompletion(shell: keyof typeof shells, program: Command, { stdout }: Io): number {
  stdout.write(shells[shell](readCommand(program), clauseIds));
  return 0;
}
