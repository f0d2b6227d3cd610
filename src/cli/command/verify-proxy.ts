import { type Command, Option } from 'commander';
import { maxDelay } from '../../clock.ts';
import type { CommandContext } from '../command-context.ts';
import { clauseList, header, hostAndPort, seed, showSecrets, wholeNumber } from '../option.ts';
import { addOutput } from '../report-option.ts';

/** Adds `verify proxy`. */
export function addVerifyProxy(parent: Command, { finish, io, version }: CommandContext): void {
  addOutput(
    parent
      .command('proxy')
      .description('test a proxy, a load balancer or a gateway; ws101 is both its client and its backend')
      .argument('<url>', 'URL on which the proxy listens, for example ws://127.0.0.1:80/chat')
      .addOption(
        new Option('--backend <host:port>', 'address that the proxy forwards to; ws101 listens there')
          .argParser(hostAndPort)
          .makeOptionMandatory(),
      )
      .option(
        '--backend-cert <file>',
        'PEM file with the certificate of the backend, if the proxy uses TLS to it',
      )
      .option('--backend-key <file>', 'PEM file with the private key of the backend')
      .addOption(header())
      .option('--origin <origin>', 'an origin that the proxy lets through')
      .option('--insecure', 'accept any certificate of the proxy')
      .option('--ca <file>', 'PEM file with the certificate authorities to trust')
      .addOption(showSecrets())
      .addOption(
        new Option(
          '--idle <s>',
          'leave a connection idle for this many seconds, and see whether the proxy closes it',
        ).argParser(wholeNumber(1, 3_600)),
      )
      .addOption(seed())
      .addOption(
        new Option('--runs <n>', 'generated mixtures of cases').argParser(wholeNumber(1)).default(20),
      )
      .addOption(new Option('--only <id,…>', 'report on these clauses only').argParser(clauseList))
      .addOption(
        new Option('--concurrency <n>', 'handshakes at the same time')
          .argParser(wholeNumber(1, 64))
          .default(8),
      )
      .addOption(
        new Option('--timeout <ms>', 'milliseconds for each case')
          .argParser(wholeNumber(1, maxDelay))
          .default(2_000),
      ),
  )
    .addHelpText(
      'after',
      '\nThe test assumes that the proxy is meant to carry WebSocket. Requests at the backend that ws101 did not send\n' +
        'count as health checks: ws101 answers them with 200 and does not judge them. The exit code is 3 if no request\n' +
        'of ws101 reaches the backend.',
    )
    .action(async (url, options) =>
      finish(await (await import('../verify/verify-proxy.ts')).runVerifyProxy(version, url, options, io)),
    );
}
