import { type Command, Option } from 'commander';
import { maxDelay } from '../../clock.ts';
import type { CommandContext } from '../command-context.ts';
import { addOpening, addWay } from '../opening-option.ts';
import { showSecrets, textList, wholeNumber } from '../option.ts';

/** Adds the command that says why a handshake fails. */
export function addDoctor(parent: Command, { finish, io, version }: CommandContext): void {
  const command = parent
    .command('doctor')
    .description('find out why a handshake fails, where, and how to fix it')
    .argument(
      '<subject>',
      'a URL, the text of an error, or a file with a handshake or an HTTP archive (HAR); - for standard input',
    );
  addOpening(command, textList)
    .addOption(
      new Option('--as <client>', 'send the same header fields as this client, in the same order').choices([
        'chromium',
        'firefox',
        'safari',
        'node',
      ]),
    )
    .addOption(
      new Option('--direct <url>', 'URL of the same service behind one proxy less; can be repeated')
        .argParser((url: string, before: readonly string[]) => [...before, url])
        .default([], 'none'),
    )
    .addOption(
      new Option('--timeout <ms>', 'milliseconds to wait for the answer')
        .argParser(wholeNumber(1, maxDelay))
        .default(10_000),
    )
    .addOption(
      new Option('--idle <s>', 'leave the connection open and idle for this many seconds').argParser(
        wholeNumber(1, 86_400),
      ),
    )
    .option('--send <text>', 'send this text message when the connection is open')
    .option(
      '--http2',
      'for scripts that name it: extended CONNECT (RFC 8441) is tried wherever it is announced',
    )
    .option('--deflate', 'offer permessage-deflate')
    .addOption(showSecrets());
  addWay(command)
    .addOption(
      new Option('--connections <n>', 'highest number of connections to the target')
        .argParser(wholeNumber(1, 100))
        .default(15),
    )
    .addOption(
      new Option('--expect-status <n>', 'status that is correct here').argParser(wholeNumber(100, 599)),
    )
    .option('--expect-subprotocol <name>', 'subprotocol that the server must choose')
    .option('--json <file>', 'write the result as JSON; - for standard output')
    .option(
      '--markdown <file>',
      'write the result as Markdown, to paste into an issue; - for standard output',
    )
    .option('--hide-addresses', 'leave hosts and addresses out of the Markdown')
    .option('--verbose', 'show all octets that were sent and received')
    .option('--quiet', 'print nothing')
    .addHelpText(
      'after',
      '\nFor a text or a file the doctor makes no connection.\n\nExit codes:\n' +
        '  0  the handshake works, or the expected answer came\n' +
        '  1  the handshake fails, and the cause is certain or likely\n' +
        '  2  the input cannot be used\n' +
        '  3  the handshake fails, and every cause is only possible',
    )
    .action(async (subject, options) =>
      finish(await (await import('../doctor/doctor.ts')).runDoctor(version, subject, options, io)),
    );
}
