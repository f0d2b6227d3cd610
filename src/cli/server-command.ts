import { type Command, Option } from 'commander';
import { maxDelay } from '../clock.ts';
import type { Io } from './io.ts';
import {
  clauseList,
  headerField,
  hostAndPort,
  nameList,
  shard,
  textList,
  versionList,
  wholeNumber,
} from './option.ts';

const level = () =>
  new Option('--level <level>', 'what makes the exit code 1').choices(['must', 'should']).default('must');
const auth = () =>
  new Option('--auth <where>', "a credential that it requires, as in 'header:Authorization=Bearer X'");
const header = () =>
  new Option("--header <'N: v'>", 'a field of every request; may be given more than once').argParser(
    headerField,
  );

/** What can be done with a report. */
export function addOutput(command: Command): Command {
  return command
    .addOption(level())
    .option('--json <file>', 'write the report; - for standard output')
    .option('--junit <file>', 'write it as JUnit XML; - for standard output')
    .option('--html <file>', 'write it as a page; - for standard output')
    .option('--markdown <file>', 'write it as Markdown; - for standard output')
    .option('--findings <folder>', 'write a file for each finding, for ws101 replay')
    .option('--baseline <file>', 'an earlier report: 1 only for what has changed since')
    .option('--all', 'with --baseline, show what is in it too')
    .option('--quiet', 'print findings and the summary alone')
    .option('--verbose', 'list every clause');
}

/** Adds the commands about servers: `verify server`, `merge` and `replay`. */
export function addServerCommands(
  program: Command,
  verify: Command,
  version: string,
  io: Io,
  finish: (code: number) => void,
): void {
  addOutput(
    verify
      .command('server')
      .description('a server, by its answers to generated requests')
      .argument('<url>', 'for example ws://127.0.0.1:8080/chat')
      .addOption(new Option('--subprotocol <a,b>', 'names that it supports').argParser(nameList))
      .option('--subprotocol-required', 'it refuses who offers none of them')
      .addOption(new Option('--origin <o1,o2>', 'the allowlist that it enforces').argParser(textList))
      .addOption(auth())
      .addOption(header())
      .addOption(new Option('--versions <13,8>', 'versions that it speaks; 13 alone').argParser(versionList))
      .option('--insecure', 'take any certificate of a wss server')
      .option('--profile <file>', 'JSON with these options in camelCase, keyCheck and waivers')
      .addOption(
        new Option('--seed <n>', 'the same seed plays the same cases').argParser(wholeNumber(0, 2 ** 31)),
      )
      .addOption(new Option('--runs <n>', 'variants of each row').argParser(wholeNumber(1)).default(40))
      .addOption(new Option('--only <id,…>', 'play and report on these clauses').argParser(clauseList))
      .addOption(
        new Option('--concurrency <n>', 'connections at once').argParser(wholeNumber(1, 256)).default(8),
      )
      .addOption(
        new Option('--timeout <ms>', 'for each case').argParser(wholeNumber(1, maxDelay)).default(2_000),
      )
      .addOption(new Option('--shard <I/N>', 'play the Ith of N parts, for ws101 merge').argParser(shard))
      .addOption(
        new Option(
          '--rules <rules>',
          'which rules bind a client; a server is held to the same by both',
        ).choices(['rfc6455', 'whatwg']),
      ),
  )
    .addHelpText(
      'after',
      '\n--auth takes query:NAME=VALUE, header:NAME=VALUE, cookie:NAME=VALUE, subprotocol:VALUE or\n' +
        'first-message:VALUE. In a query the value is percent-encoded unless it is so already. No report has it, nor\n' +
        'the values of --header. Shards without --seed have the seed 1.',
    )
    .action(async (url, options) =>
      finish(await (await import('./verify-server.ts')).runVerifyServer(version, url, options, io)),
    );

  addOutput(
    program
      .command('merge')
      .description('join the reports of all shards of one run to its report')
      .argument('<file...>', 'what verify server --shard has written by --json'),
  ).action(async (files, options) => finish(await (await import('./merge.ts')).runMerge(files, options, io)));

  program
    .command('replay')
    .description('send the octets of one finding again, and show and judge the answer')
    .argument(
      '<file>',
      'of verify server, client or proxy: a finding by --findings, or a report by --json; - for standard input',
    )
    .argument('[command...]', 'behind --: how the client is started, as for verify client')
    .option('--clause <id>', 'which finding of a report')
    .option('--markdown <file>', 'write the finding, as it is seen now, as Markdown; - for standard output')
    .option('--url <url>', 'where the target is now; needed where the file hides a part of its URL')
    .addOption(auth())
    .addOption(header())
    .option('--insecure', 'take any certificate of a wss server')
    .addOption(new Option('--backend <host:port>', 'of a proxy: where it forwards to').argParser(hostAndPort))
    .option('--backend-cert <file>', 'of a proxy: certificate of the backend, as PEM, where it speaks TLS')
    .option('--backend-key <file>', 'of a proxy: private key of the certificate, as PEM')
    .option('--ca <file>', 'of a proxy: certificates of the authorities to trust, in PEM')
    .option('--driver', 'of a client: the command is asked by a line of JSON')
    .option('--browser <which>', 'of a client: chromium, firefox, or the path of one')
    .addOption(
      new Option('--subprotocol <a,b>', 'of a client: names that it is asked to offer').argParser(nameList),
    )
    .addOption(
      new Option('--rules <rules>', 'of a client: which rules bind it').choices(['rfc6455', 'whatwg']),
    )
    .addOption(
      new Option('--timeout <ms>', 'for each request').argParser(wholeNumber(1, maxDelay)).default(2_000),
    )
    .addHelpText(
      'after',
      '\nA finding is JSON with the keys tool, version, schema, target, declared (what was said of the target) and\n' +
        'finding, as in a report. Secrets are replaced in it: --auth and --header give them again, in their place.\n' +
        'Exit codes: 1 still fails, 0 fixed, 3 cannot tell.',
    )
    .action(async (file, command, options) =>
      finish(await (await import('./replay.ts')).runReplay(version, file, command, options, io)),
    );
}
