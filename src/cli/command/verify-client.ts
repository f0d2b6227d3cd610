import { type Command, Option } from 'commander';
import { maxDelay } from '../../clock.ts';
import type { CommandContext } from '../command-context.ts';
import { clauseList, hostAndPort, nameList, seed, showSecrets, wholeNumber } from '../option.ts';
import { addOutput } from '../report-option.ts';

/** Adds `verify client`. */
export function addVerifyClient(parent: Command, { finish, io, version }: CommandContext): void {
  addOutput(
    parent
      .command('client')
      .description('test a client with right and wrong replies')
      .argument(
        '[command...]',
        'after --: the command that starts the client; {url} in it becomes the URL to connect to',
      )
      .option('--driver', 'start the command once, and ask it for each connection with a line of JSON')
      .option(
        '--browser <which>',
        'test a browser: chromium, firefox, or the path of one; implies --rules whatwg',
      )
      .addOption(
        new Option('--listen <host:port>', 'wait for a client that was written for the Autobahn test suite')
          .argParser(hostAndPort)
          .conflicts('driver'),
      )
      .addOption(
        new Option(
          '--subprotocol <a,b>',
          'subprotocols for the client to offer (default: chat,superchat)',
        ).argParser(nameList),
      )
      .addOption(
        new Option(
          '--rules <rules>',
          'rules that bind the client: the RFC, or those of browsers (WHATWG)',
        ).choices(['rfc6455', 'whatwg']),
      )
      .option('--profile <file>', 'JSON file with subprotocol, rules and waivers')
      .addOption(showSecrets())
      .addOption(seed())
      .addOption(new Option('--runs <n>', 'generated variants of each rule').argParser(wholeNumber(1)))
      .addOption(new Option('--only <id,…>', 'test and report on these clauses only').argParser(clauseList))
      .addOption(
        new Option('--concurrency <n>', 'connections at the same time (default: number of cores)').argParser(
          wholeNumber(1, 64),
        ),
      )
      .addOption(
        new Option('--timeout <ms>', 'milliseconds for each case')
          .argParser(wholeNumber(1, maxDelay))
          .default(2_000),
      ),
  )
    .addHelpText(
      'after',
      '\nws101 replaces {url}, {subprotocols} and {ca} in the arguments of the command. The command also finds them in\n' +
        'its environment, as WS101_URL, WS101_SUBPROTOCOLS and WS101_CA.\n\n' +
        'A driver reads one line of JSON for each connection, and answers with one line:\n' +
        '  reads    {"id":7,"url":"ws://…","subprotocols":["chat"]}\n' +
        '  answers  {"id":7,"opened":true,"subprotocol":"chat"}\n' +
        '      or   {"id":7,"opened":false,"error":"…"}',
    )
    .action(async (command, options) =>
      finish(
        await (await import('../verify/verify-client.ts')).runVerifyClient(version, command, options, io),
      ),
    );
}
