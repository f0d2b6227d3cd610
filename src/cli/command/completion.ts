import { Argument, type Command } from 'commander';
import type { CommandContext } from '../command-context.ts';

/** Adds the scripts for shells. */
export function addCompletion(parent: Command, { finish, io, program }: CommandContext): void {
  parent
    .command('completion')
    .description('print a script that lets your shell complete commands, options and clauses')
    .addArgument(new Argument('<shell>', 'name of the shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell) =>
      finish((await import('../completion/completion.ts')).runCompletion(shell, program, io)),
    );
}
