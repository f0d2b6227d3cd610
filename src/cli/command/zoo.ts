import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { hostAndPort } from '../option.ts';

/** Adds the zoo of replies. */
export function addZoo(parent: Command, { finish, io }: CommandContext): void {
  parent
    .command('zoo')
    .description('serve one right or wrong reply on each path, and a web page that tries them all')
    .addOption(
      new Option('--listen <host:port>', 'address and port to listen on')
        .argParser(hostAndPort)
        .default({ host: '127.0.0.1', port: 8101 }, '127.0.0.1:8101'),
    )
    .option(
      '--tls-cert <file>',
      'PEM file with the certificate and its chain; the server then speaks https and wss',
    )
    .option('--tls-key <file>', 'PEM file with the private key')
    .action(async (options) => finish(await (await import('../zoo.ts')).runZoo(options, io)));
}
