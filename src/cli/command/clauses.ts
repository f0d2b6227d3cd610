import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';

/** Adds the register of clauses. */
export function addClauses(parent: Command, { finish, io }: CommandContext): void {
  parent
    .command('clauses')
    .description('list all clauses and what tests them, or show one in detail')
    .argument('[id]', 'id of a clause, for example rfc6455/4.2.1/key-present')
    .option('--json', 'print JSON, with the text and notes of each clause')
    .action(async (id, options) =>
      finish(await (await import('../clauses/clauses.ts')).runClauses(id, options, io)),
    );
}
