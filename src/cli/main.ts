#!/usr/bin/env node
import { Command, CommanderError, Option } from 'commander';
import { maxDelay } from '../clock.ts';
import { version } from '../version.ts';
import { clauseList, headerField, hostAndPort, nameList, textList, wholeNumber } from './option.ts';
import { addOutput, addServerCommands } from './server-command.ts';
import { UsageError } from './usage-error.ts';

/** What is loaded only once it is asked for keeps `--help` quick. */
const program = new Command('ws101')
  .description('The opening handshake of WebSocket as an executable specification.')
  .version(version)
  .exitOverride()
  .configureHelp({ showGlobalOptions: true })
  .addHelpText(
    'after',
    '\nExit codes: 0 conforms, connected or done; 1 a MUST is violated, or the handshake failed; 2 bad usage or\n' +
      'input; 3 no verdict, the target cannot be reached; 70 ws101 itself broke.',
  );

const finish = (code: number): void => {
  process.exitCode = code;
};

program
  .command('serve')
  .description('run the reference server, which echoes messages')
  .addOption(
    new Option('--listen <host:port>', 'where to listen')
      .argParser(hostAndPort)
      .default({ host: '127.0.0.1', port: 8080 }, '127.0.0.1:8080'),
  )
  .option('--config <file>', 'JSON with paths, origins, authentication, permessageDeflate, …')
  .option('--tls-cert <file>', 'certificate, and those of its issuers, as PEM: serves wss')
  .option('--tls-key <file>', 'private key of the certificate, as PEM')
  .addOption(
    new Option('--workers <n>', 'processes that share the address').argParser(wholeNumber(1, 256)).default(1),
  )
  .action(async (options) => finish(await (await import('./serve.ts')).runServe(options)));

program
  .command('connect')
  .description('one handshake by the reference client: timeline, reply, verdict with clause')
  .argument('<url>', 'for example ws://127.0.0.1:8080/chat')
  .addOption(new Option('--subprotocol <a,b>', 'names to offer, the most wanted first').argParser(nameList))
  .addOption(
    new Option("--header <'N: v'>", 'a field to send; may be given more than once')
      .argParser(headerField)
      .default([], 'none'),
  )
  .option('--origin <origin>', 'value of Origin')
  .addOption(new Option('--timeout <ms>', 'deadline in milliseconds').argParser(wholeNumber(1, maxDelay)))
  .option('--insecure', 'take any certificate of a wss server')
  .option('--ca <file>', 'certificates of the authorities to trust, in PEM')
  .option('--proxy <url>', 'an HTTP proxy to go through, for example http://user:password@127.0.0.1:3128')
  .option('--proxy-from-environment', 'take the proxy from HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY')
  .addOption(new Option('--rules <rules>', 'which rules bind the client').choices(['rfc6455', 'whatwg']))
  .option('--deflate', 'offer permessage-deflate')
  .option('--json <file>', 'write what came of it as JSON; - for standard output')
  .action(async (url, options) => finish(await (await import('./connect.ts')).runConnect(url, options)));

const verify = program.command('verify').description('hold an implementation against the machines');

addOutput(
  verify
    .command('self')
    .description('the reference client and server, against each other and against raw octets')
    .addOption(
      new Option('--seed <n>', 'the same seed plays the same cases').argParser(wholeNumber(0, 2 ** 31)),
    )
    .addOption(new Option('--runs <n>', 'variants of each row').argParser(wholeNumber(1)).default(20))
    .addOption(new Option('--only <id,…>', 'report on these clauses').argParser(clauseList))
    .addOption(new Option('--concurrency <n>', 'cases at once').argParser(wholeNumber(1, 256)).default(8))
    .addOption(
      new Option('--timeout <ms>', 'for each case').argParser(wholeNumber(1, maxDelay)).default(10_000),
    ),
).action(async (options) => {
  finish(await (await import('./verify-self.ts')).runVerifySelf(version, options));
  // A case that never ended may have left something open: it must not keep the process.
  await new Promise((resolve) => process.stdout.write('', resolve));
  process.exit();
});

addServerCommands(program, verify, version, finish);

program
  .command('explain')
  .description('judge a raw request or reply row by row, octet for octet')
  .argument('<file>', 'a file with the octets; - for standard input')
  .addOption(
    new Option('--subprotocol <a,b>', 'what the server supports, or the client offered').argParser(nameList),
  )
  .option('--path <path>', 'the only path that the server serves')
  .addOption(
    new Option('--origin <a,b>', 'the origins that are welcome').argParser((text) =>
      text.split(',').map((origin) => origin.trim()),
    ),
  )
  .addOption(
    new Option('--plain-http <choice>', 'what a request gets that asks for no WebSocket').choices([
      'application',
      'badRequest',
      'upgradeRequired',
    ]),
  )
  .option('--key <key>', 'the Sec-WebSocket-Key that a reply answers')
  .option('--crlf', 'take each LF of the file for CR LF')
  .action(async (file, options) => finish((await import('./explain.ts')).runExplain(file, options)));

program
  .command('explore')
  .description('serve a page on which to edit a request or reply and see what comes of it')
  .addOption(
    new Option('--listen <host:port>', 'where to listen')
      .argParser(hostAndPort)
      .default({ host: '127.0.0.1', port: 8081 }, '127.0.0.1:8081'),
  )
  .addOption(
    new Option('--open <where>', 'what the page is opened in').choices(['never', 'browser']).default('never'),
  )
  .addOption(
    new Option(
      '--out <folder>',
      'write the page there in place of serving it: it works from a file too',
    ).conflicts(['listen', 'open']),
  )
  .action(async (options) => finish(await (await import('./explore.ts')).runExplore(options)));

program
  .command('clauses')
  .description('the register of clauses, with what covers each')
  .option('--json', 'with summaries and notes')
  .action(async (options) => finish((await import('./clauses.ts')).runClauses(options)));

program
  .command('diagram')
  .description('draw the machines, or one of your own')
  .argument('[machine]', 'a name; or a file with a machine of XState 5, as in ./door.machine.ts#door')
  .addOption(
    new Option('--format <format>', 'default: mermaid; with --out: svg').choices([
      ...['mermaid', 'dot', 'svg', 'scxml', 'json', 'markdown'],
    ]),
  )
  .option('--out <folder>', 'write files there; without a machine all of ours, tables as Markdown too')
  .option('--coverage <report>', 'colour what cites a clause by a report of ws101 verify (--json)')
  .addOption(
    new Option('--path <a,b>', 'light the way of events, or rules by number, guard or clause').argParser(
      textList,
    ),
  )
  .addHelpText('after', '\nWithout a machine and --out, it lists the names of ours.')
  .action(async (machine, options) => {
    finish(await (await import('./diagram.ts')).runDiagram(machine, options));
    // The file of a machine may have opened something: it must not keep the process.
    await new Promise((resolve) => process.stdout.write('', resolve));
    process.exit();
  });

function broke(error: unknown): void {
  process.stderr.write(`ws101 broke: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(70);
}
process.on('uncaughtException', broke).on('unhandledRejection', broke);
// Whoever reads may have had enough; the exit code is still the work's.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    finish(error.exitCode === 0 ? 0 : 2);
  } else if (error instanceof UsageError) {
    process.stderr.write(`ws101: ${error.message}\n`);
    finish(2);
  } else {
    broke(error);
  }
}
