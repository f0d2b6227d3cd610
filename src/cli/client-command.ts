import { type Command, Option } from 'commander';
import { maxDelay } from '../clock.ts';
import type { Io } from './io.ts';
import { clauseList, hostAndPort, nameList, wholeNumber } from './option.ts';
import { addOutput } from './server-command.ts';

/** Adds `verify client`. */
export function addClientCommand(
  verify: Command,
  version: string,
  io: Io,
  finish: (code: number) => void,
): void {
  addOutput(
    verify
      .command('client')
      .description('a client, by what it makes of right and wrong replies')
      .argument('[command...]', 'behind --: how the client is started, with {url} where it is to connect to')
      .option('--driver', 'the command is started once, and asked by a line of JSON for each connection')
      .option('--browser <which>', 'chromium, firefox, or the path of one; by the rules whatwg')
      .addOption(
        new Option(
          '--listen <host:port>',
          'wait for a client of the Autobahn test suite: getCaseCount, runCase, updateReports',
        )
          .argParser(hostAndPort)
          .conflicts('driver'),
      )
      .addOption(
        new Option('--subprotocol <a,b>', 'names that it is asked to offer; chat,superchat').argParser(
          nameList,
        ),
      )
      .addOption(new Option('--rules <rules>', 'which rules bind it').choices(['rfc6455', 'whatwg']))
      .option('--profile <file>', 'JSON with subprotocol, rules and waivers')
      .addOption(
        new Option('--seed <n>', 'the same seed plays the same cases').argParser(wholeNumber(0, 2 ** 31)),
      )
      .addOption(new Option('--runs <n>', 'variants of each row').argParser(wholeNumber(1)))
      .addOption(new Option('--only <id,…>', 'play and report on these clauses').argParser(clauseList))
      .addOption(
        new Option('--concurrency <n>', 'connections at once; as many as there are cores').argParser(
          wholeNumber(1, 64),
        ),
      )
      .addOption(
        new Option('--timeout <ms>', 'for each case').argParser(wholeNumber(1, maxDelay)).default(2_000),
      ),
  )
    .addHelpText(
      'after',
      '\nIn the arguments of the command {url}, {subprotocols} and {ca} are replaced; they are in its environment too,\n' +
        'as WS101_URL, WS101_SUBPROTOCOLS and WS101_CA. A driver reads {"id":7,"url":"ws://…","subprotocols":["chat"]}\n' +
        'and answers {"id":7,"opened":true,"subprotocol":"chat"} or {"id":7,"opened":false,"error":"…"}, a line each.',
    )
    .action(async (command, options) =>
      finish(await (await import('./verify-client.ts')).runVerifyClient(version, command, options, io)),
    );
}
