import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { hostAndPort, showSecrets, wholeNumber } from '../option.ts';

/** Adds the reference server. */
export function addServe(parent: Command, { finish, io }: CommandContext): void {
  parent
    .command('serve')
    .description('run the reference server, which echoes every message')
    .addOption(
      new Option('--listen <host:port>', 'address and port to listen on')
        .argParser(hostAndPort)
        .default({ host: '127.0.0.1', port: 8080 }, '127.0.0.1:8080'),
    )
    .option('--config <file>', 'JSON file with paths, origins, authentication, permessageDeflate, …')
    .option('--tls-cert <file>', 'PEM file with the certificate and its chain; the server then speaks wss')
    .option('--tls-key <file>', 'PEM file with the private key')
    .addOption(
      new Option('--workers <n>', 'number of processes that share the address')
        .argParser(wholeNumber(1, 256))
        .default(1),
    )
    .addOption(showSecrets())
    .action(async (options) => finish(await (await import('../serve/serve.ts')).runServe(options, io)));
}
