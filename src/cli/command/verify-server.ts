import { type Command, Option } from 'commander';
import { maxDelay } from '../../clock.ts';
import type { CommandContext } from '../command-context.ts';
import {
  auth,
  clauseList,
  header,
  nameList,
  seed,
  shard,
  showSecrets,
  textList,
  versionList,
  wholeNumber,
} from '../option.ts';
import { addOutput } from '../report-option.ts';

/** Adds `verify server`. */
export function addVerifyServer(parent: Command, { finish, io, version }: CommandContext): void {
  addOutput(
    parent
      .command('server')
      .description('test a server with generated requests')
      .argument('<url>', 'WebSocket URL of the server, for example ws://127.0.0.1:8080/chat')
      .addOption(
        new Option('--subprotocol <a,b>', 'subprotocols that the server supports').argParser(nameList),
      )
      .option('--subprotocol-required', 'the server refuses clients that offer none of them')
      .addOption(
        new Option('--origin <o1,o2>', 'origins that the server allows; it must refuse others').argParser(
          textList,
        ),
      )
      .addOption(auth())
      .addOption(header())
      .addOption(
        new Option('--versions <13,8>', 'versions that the server speaks (default: 13)').argParser(
          versionList,
        ),
      )
      .option('--insecure', 'accept any certificate of a wss server')
      .addOption(showSecrets())
      .option('--profile <file>', 'JSON file with these options in camelCase, keyCheck and waivers')
      .addOption(seed())
      .addOption(
        new Option('--runs <n>', 'generated variants of each rule').argParser(wholeNumber(1)).default(40),
      )
      .addOption(new Option('--only <id,…>', 'test and report on these clauses only').argParser(clauseList))
      .addOption(
        new Option('--concurrency <n>', 'connections at the same time')
          .argParser(wholeNumber(1, 256))
          .default(8),
      )
      .addOption(
        new Option('--timeout <ms>', 'milliseconds for each case')
          .argParser(wholeNumber(1, maxDelay))
          .default(2_000),
      )
      .addOption(new Option('--shard <I/N>', 'run part I of N; ws101 merge joins the parts').argParser(shard))
      .addOption(
        new Option('--rules <rules>', 'rules for clients; they do not change how a server is judged').choices(
          ['rfc6455', 'whatwg'],
        ),
      ),
  )
    .addHelpText(
      'after',
      '\n--auth takes query:NAME=VALUE, header:NAME=VALUE, cookie:NAME=VALUE, subprotocol:VALUE or\n' +
        'first-message:VALUE. ws101 percent-encodes a value in the query unless it is percent-encoded already.\n' +
        'Reports contain neither this credential nor the values of --header, unless --show-secrets is given. With --shard,\n' +
        'the default seed is 1.',
    )
    .action(async (url, options) =>
      finish(await (await import('../verify/verify-server.ts')).runVerifyServer(version, url, options, io)),
    );
}
