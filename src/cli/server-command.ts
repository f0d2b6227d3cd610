import { type Command, Option } from 'commander';
import { maxDelay } from '../clock.ts';
import type { Io } from './io.ts';
import {
  clauseList,
  headerField,
  hostAndPort,
  nameList,
  shard,
  showSecrets,
  textList,
  versionList,
  wholeNumber,
} from './option.ts';

const level = () =>
  new Option('--level <level>', 'lowest level of a finding that makes the exit code 1')
    .choices(['must', 'should'])
    .default('must');
const auth = () =>
  new Option(
    '--auth <where>',
    "a credential that the server requires, as in 'header:Authorization=Bearer X'",
  );
const header = () =>
  new Option("--header <'N: v'>", 'a header field for every request; can be repeated').argParser(headerField);

/** What can be done with a report. */
export function addOutput(command: Command): Command {
  return command
    .addOption(level())
    .option('--json <file>', 'write the report as JSON; - for standard output')
    .option('--junit <file>', 'write the report as JUnit XML; - for standard output')
    .option('--html <file>', 'write the report as an HTML page; - for standard output')
    .option('--markdown <file>', 'write the report as Markdown; - for standard output')
    .option('--findings <folder>', 'write each finding to a file of its own, for ws101 replay')
    .option('--baseline <file>', 'an earlier JSON report: only changes since then make the exit code 1')
    .option('--all', 'with --baseline, also show the findings that it has')
    .option('--quiet', 'print only the findings and the summary')
    .option('--verbose', 'list every clause with its verdict');
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
      .addOption(
        new Option(
          '--seed <n>',
          'number that fixes the random choices: the same seed runs the same cases',
        ).argParser(wholeNumber(0, 2 ** 31)),
      )
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
      finish(await (await import('./verify-server.ts')).runVerifyServer(version, url, options, io)),
    );

  addOutput(
    program
      .command('merge')
      .description('join the reports of all parts of a run (--shard) into one report')
      .argument('<file...>', 'JSON reports of verify server --shard'),
  ).action(async (files, options) => finish(await (await import('./merge.ts')).runMerge(files, options, io)));

  program
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
      new Option('--subprotocol <a,b>', 'clients only: subprotocols for the client to offer').argParser(
        nameList,
      ),
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
      finish(await (await import('./replay.ts')).runReplay(version, file, command, options, io)),
    );
}
