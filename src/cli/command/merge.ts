import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { addOutput } from '../report-option.ts';

/** Adds the command that joins reports. */
export function addMerge(parent: Command, { finish, io }: CommandContext): void {
  addOutput(
    parent
      .command('merge')
      .description('join the reports of all parts of a run (--shard) into one report')
      .argument('<file...>', 'JSON reports of verify server --shard'),
  ).action(async (files, options) =>
    finish(await (await import('../verify/merge.ts')).runMerge(files, options, io)),
  );
}
