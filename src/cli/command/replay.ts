import { type Command, Option } from 'commander';
import { maxDelay } from '../../clock.ts';
import type { CommandContext } from '../command-context.ts';
import { auth, header, hostAndPort, nameList, showSecrets, wholeNumber } from '../option.ts';

/** Adds the command that plays a finding again. */
export function addReplay(parent: Command, { finish, io, version }: CommandContext): void {
  parent
    .command('replay')
    .description('send the octets of one finding again, and judge the answer')
    .argument(
      '<file>',
      'a finding (written by --findings) or a report (--json) of verify server, client or proxy; - for standard input',
    )
    .argument('[command...]', 'after --: the command that starts the client, as for verify client')
    .option('--clause <id>', 'clause of the finding, if the file is a report')
    .option(
      '--markdown <file>',
      'write the finding, with what is seen now, as Markdown; - for standard output',
    )
    .option('--url <url>', 'URL of the target, if it has changed or if the file hides a part of it')
    .addOption(auth())
    .addOption(header())
    .option('--insecure', 'accept any certificate of a wss server')
    .addOption(showSecrets())
    .addOption(
      new Option('--backend <host:port>', 'proxies only: where the proxy forwards to').argParser(hostAndPort),
    )
    .option(
      '--backend-cert <file>',
      'proxies only: PEM file with the certificate of the backend, if the proxy uses TLS to it',
    )
    .option('--backend-key <file>', 'proxies only: PEM file with the private key')
    .option('--ca <file>', 'proxies only: PEM file with the certificate authorities to trust')
    .option('--driver', 'clients only: the command is a driver that reads lines of JSON')
    .option('--browser <which>', 'clients only: chromium, firefox, or the path of a browser')
    .addOption(
      new Option(
        '--subprotocol <a,b>',
        'subprotocols for the client to offer; of a server those of its run, if the file hides one',
      ).argParser(nameList),
    )
    .addOption(
      new Option('--rules <rules>', 'clients only: rules that bind the client').choices([
        'rfc6455',
        'whatwg',
      ]),
    )
    .addOption(
      new Option('--timeout <ms>', 'milliseconds for each request')
        .argParser(wholeNumber(1, maxDelay))
        .default(2_000),
    )
    .addHelpText(
      'after',
      '\nA finding is JSON with the keys tool, version, schema, target, declared (the options that described the\n' +
        'target) and finding, as in a report. It has placeholders instead of secrets: give them again with --auth and\n' +
        '--header.\n\nExit codes: 0 fixed, 1 still fails, 3 cannot tell.',
    )
    .action(async (file, command, options) =>
      finish(await (await import('../replay/replay.ts')).runReplay(version, file, command, options, io)),
    );
}
