import { type Command, Option } from 'commander';
import { maxDelay } from '../clock.ts';
import type { Io } from './io.ts';
import { clauseList, headerField, hostAndPort, wholeNumber } from './option.ts';
import { addOutput } from './server-command.ts';

/** Adds `verify proxy`. */
export function addProxyCommand(
  verify: Command,
  version: string,
  io: Io,
  finish: (code: number) => void,
): void {
  addOutput(
    verify
      .command('proxy')
      .description('whatever lies between two sockets of ws101: a proxy, a load balancer, a gateway')
      .argument('<url>', 'where it listens, for example ws://127.0.0.1:80/chat')
      .addOption(
        new Option('--backend <host:port>', 'where it forwards to: ws101 listens there')
          .argParser(hostAndPort)
          .makeOptionMandatory(),
      )
      .option('--backend-cert <file>', 'certificate of the backend, as PEM, where it speaks TLS')
      .option('--backend-key <file>', 'private key of the certificate, as PEM')
      .addOption(
        new Option("--header <'N: v'>", 'a field of every request; may be given more than once').argParser(
          headerField,
        ),
      )
      .option('--origin <origin>', 'an origin that it lets through')
      .option('--insecure', 'take any certificate of a wss front')
      .option('--ca <file>', 'certificates of the authorities to trust, in PEM')
      .addOption(
        new Option('--idle <s>', 'leave a connection idle for so many seconds').argParser(
          wholeNumber(1, 3_600),
        ),
      )
      .addOption(
        new Option('--seed <n>', 'the same seed plays the same cases').argParser(wholeNumber(0, 2 ** 31)),
      )
      .addOption(new Option('--runs <n>', 'mixtures of cases').argParser(wholeNumber(1)).default(20))
      .addOption(new Option('--only <id,…>', 'report on these clauses').argParser(clauseList))
      .addOption(new Option('--concurrency <n>', 'openings at once').argParser(wholeNumber(1, 64)).default(8))
      .addOption(
        new Option('--timeout <ms>', 'for each case').argParser(wholeNumber(1, maxDelay)).default(2_000),
      ),
  )
    .addHelpText(
      'after',
      '\nTo run it is to declare that the hop carries WebSocket. Whatever reaches the backend and is none of the requests\n' +
        'of ws101 is a health check, and answered 200. Exit code 3: none of its requests reaches the backend.',
    )
    .action(async (url, options) =>
      finish(await (await import('./verify-proxy.ts')).runVerifyProxy(version, url, options, io)),
    );
}
