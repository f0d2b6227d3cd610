import { type Command, Option } from 'commander';
import { maxDelay } from '../../clock.ts';
import type { CommandContext } from '../command-context.ts';
import { addOpening, addWay } from '../opening-option.ts';
import { nameList, showSecrets, wholeNumber } from '../option.ts';

/** Adds the command that makes one handshake. */
export function addConnect(parent: Command, { finish, io }: CommandContext): void {
  const command = parent
    .command('connect')
    .description(
      'make one handshake with the reference client, and show the reply, the timing and the verdict',
    )
    .argument('<url>', 'WebSocket URL, for example ws://127.0.0.1:8080/chat');
  addOpening(command, nameList).addOption(
    new Option('--timeout <ms>', 'milliseconds until the handshake is given up').argParser(
      wholeNumber(1, maxDelay),
    ),
  );
  addWay(command)
    .addOption(
      new Option(
        '--rules <rules>',
        'rules that the client follows: the RFC, or those of browsers (WHATWG)',
      ).choices(['rfc6455', 'whatwg']),
    )
    .option('--deflate', 'offer permessage-deflate')
    .addOption(showSecrets())
    .option('--json <file>', 'write the result as JSON; - for standard output')
    .action(async (url, options) =>
      finish(await (await import('../connect.ts')).runConnect(url, options, io)),
    );
}
