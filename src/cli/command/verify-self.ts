import { type Command, Option } from 'commander';
import { maxDelay } from '../../clock.ts';
import type { CommandContext } from '../command-context.ts';
import { clauseList, seed, wholeNumber } from '../option.ts';
import { addOutput } from '../report-option.ts';

/** Adds `verify self`. */
export function addVerifySelf(parent: Command, { finish, io, version }: CommandContext): void {
  addOutput(
    parent
      .command('self')
      .description('test the reference server, client and proxy of ws101 itself')
      .addOption(seed())
      .addOption(
        new Option('--runs <n>', 'generated variants of each rule').argParser(wholeNumber(1)).default(20),
      )
      .addOption(new Option('--only <id,…>', 'report on these clauses only').argParser(clauseList))
      .addOption(
        new Option('--concurrency <n>', 'cases that run at the same time')
          .argParser(wholeNumber(1, 256))
          .default(8),
      )
      .addOption(
        new Option('--timeout <ms>', 'milliseconds for each case')
          .argParser(wholeNumber(1, maxDelay))
          .default(10_000),
      ),
  ).action(async (options) =>
    finish(await (await import('../verify/verify-self.ts')).runVerifySelf(version, options, io)),
  );
}
