import { type Command, Option } from 'commander';
import { maxDelay } from '../clock.ts';
import type { Io } from './io.ts';
import { headerField, textList, wholeNumber } from './option.ts';

/** Adds the command that says why a handshake fails. */
export function addDoctorCommand(
  program: Command,
  version: string,
  io: Io,
  finish: (code: number) => void,
): void {
  program
    .command('doctor')
    .description('say why a handshake fails, where, and what mends it')
    .argument(
      '<subject>',
      'a URL; the words of an error; or a file with a paste of a handshake or an HTTP archive, - for standard input',
    )
    .addOption(new Option('--subprotocol <a,b>', 'names to offer, the most wanted first').argParser(textList))
    .addOption(
      new Option("--header <'N: v'>", 'a field to send; may be given more than once')
        .argParser(headerField)
        .default([], 'none'),
    )
    .option('--origin <origin>', 'value of Origin')
    .addOption(
      new Option('--as <client>', 'send what this client sends, in its order').choices([
        ...['chromium', 'firefox', 'safari', 'node'],
      ]),
    )
    .addOption(
      new Option('--direct <url>', 'the same service nearer to the application; may be given more than once')
        .argParser((url: string, before: readonly string[]) => [...before, url])
        .default([], 'none'),
    )
    .addOption(
      new Option('--timeout <ms>', 'that an answer is waited for')
        .argParser(wholeNumber(1, maxDelay))
        .default(10_000),
    )
    .addOption(
      new Option('--idle <s>', 'leave the connection open and idle for so many seconds').argParser(
        wholeNumber(1, 86_400),
      ),
    )
    .option('--send <text>', 'send a text message once it is open')
    .option('--http2', 'open over HTTP/2 as well (RFC 8441)')
    .option('--deflate', 'offer permessage-deflate')
    .option('--insecure', 'take any certificate of a wss server')
    .option('--ca <file>', 'certificates of the authorities to trust, in PEM')
    .option('--proxy <url>', 'an HTTP proxy to go through, for example http://user:password@127.0.0.1:3128')
    .option('--proxy-from-environment', 'take the proxy from HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY')
    .addOption(
      new Option('--connections <n>', 'to the target at most').argParser(wholeNumber(1, 100)).default(15),
    )
    .addOption(
      new Option('--expect-status <n>', 'the status that is right here').argParser(wholeNumber(100, 599)),
    )
    .option('--expect-subprotocol <name>', 'the subprotocol that has to be chosen')
    .option('--json <file>', 'write all of it as JSON; - for standard output')
    .option('--markdown <file>', 'write it to be pasted in an issue; - for standard output')
    .option('--hide-addresses', 'no hosts and addresses in the Markdown')
    .option('--verbose', 'show every octet that was sent and that came')
    .option('--quiet', 'print nothing')
    .addHelpText(
      'after',
      '\nTexts and files are read without a connection. Exit codes: 0 healthy, or as expected; 1 a failure; 2 of no\n' +
        'use as it was typed; 3 nothing is more than possible.',
    )
    .action(async (subject, options) =>
      finish(await (await import('./doctor.ts')).runDoctor(version, subject, options, io)),
    );
}
