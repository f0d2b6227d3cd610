import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { nameList, showSecrets } from '../option.ts';

/** Adds what the rules make of a message. */
export function addExplain(parent: Command, { finish, io }: CommandContext): void {
  parent
    .command('explain')
    .description('say what the rules make of a request, a reply, or both')
    .argument(
      '<file>',
      'file with raw octets, the output of curl -v, fields copied from developer tools, or a HAR; - for standard input',
    )
    .addOption(
      new Option(
        '--subprotocol <a,b>',
        'subprotocols that the server supports, or that the client offered',
      ).argParser(nameList),
    )
    .option('--path <path>', 'the only path that the server serves')
    .addOption(
      new Option('--origin <a,b>', 'the origins that the server allows').argParser((text) =>
        text.split(',').map((origin) => origin.trim()),
      ),
    )
    .addOption(
      new Option('--plain-http <choice>', 'answer to a request that does not ask for a WebSocket').choices([
        'application',
        'badRequest',
        'upgradeRequired',
      ]),
    )
    .option('--key <key>', 'the Sec-WebSocket-Key of the request, to check the reply')
    .option('--exact', 'read the file as one message, octet for octet, with no corrections')
    .addOption(showSecrets())
    .option('--verbose', 'also show the octets, the facts that were read, and every row of the table')
    .action(async (file, options) =>
      finish(await (await import('../explain/explain.ts')).runExplain(file, options, io)),
    );
}
