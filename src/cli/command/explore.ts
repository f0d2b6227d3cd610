import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { hostAndPort } from '../option.ts';

/** Adds the page on which messages are edited. */
export function addExplore(parent: Command, { finish, io }: CommandContext): void {
  parent
    .command('explore')
    .description('serve a web page on which you edit a request or reply and see the verdict')
    .addOption(
      new Option('--listen <host:port>', 'address and port to listen on')
        .argParser(hostAndPort)
        .default({ host: '127.0.0.1', port: 8081 }, '127.0.0.1:8081'),
    )
    .addOption(
      new Option('--open <where>', 'whether to open the page in a browser')
        .choices(['never', 'browser'])
        .default('never'),
    )
    .addOption(
      new Option('--out <folder>', 'write the page to this folder instead of serving it').conflicts([
        'listen',
        'open',
      ]),
    )
    .action(async (options) => finish(await (await import('../explore.ts')).runExplore(options, io)));
}
