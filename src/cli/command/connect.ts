import { type Command, Option } from 'commander';
import { maxDelay } from '../../clock.ts';
import type { CommandContext } from '../command-context.ts';
import { headerField, nameList, showSecrets, wholeNumber } from '../option.ts';

/** Adds the command that makes one handshake. */
export function addConnect(parent: Command, { finish, io }: CommandContext): void {
  parent
    .command('connect')
    .description(
      'make one handshake with the reference client, and show the reply, the timing and the verdict',
    )
    .argument('<url>', 'WebSocket URL, for example ws://127.0.0.1:8080/chat')
    .addOption(
      new Option('--subprotocol <a,b>', 'subprotocols to offer, in order of preference').argParser(nameList),
    )
    .addOption(
      new Option("--header <'N: v'>", 'a header field to send; can be repeated')
        .argParser(headerField)
        .default([], 'none'),
    )
    .option('--origin <origin>', 'value of the Origin field')
    .addOption(
      new Option('--timeout <ms>', 'milliseconds until the handshake is given up').argParser(
        wholeNumber(1, maxDelay),
      ),
    )
    .option('--insecure', 'accept any certificate of a wss server')
    .option('--ca <file>', 'PEM file with the certificate authorities to trust')
    .option(
      '--proxy <url>',
      'connect through this HTTP proxy, for example http://user:password@127.0.0.1:3128',
    )
    .option('--proxy-from-environment', 'take the proxy from HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY')
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
