import { Argument, Command, Option } from 'commander';
import { maxDelay } from '../clock.ts';
import { version } from '../version.ts';
import { addClientCommand } from './client-command.ts';
import { addDoctorCommand } from './doctor-command.ts';
import type { Io } from './io.ts';
import { clauseList, headerField, hostAndPort, nameList, textList, wholeNumber } from './option.ts';
import { addProxyCommand } from './proxy-command.ts';
import { addOutput, addServerCommands } from './server-command.ts';
import { hasColours } from './terminal.ts';

/**
 * The command line. Its actions give their exit codes to `finish`; what is loaded only once it is asked for keeps
 * `--help` quick.
 */
export function makeProgram(io: Io, finish: (code: number) => void): Command {
  const program = new Command('ws101')
    .description('The opening handshake of WebSocket as an executable specification.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
      getOutHasColors: () => hasColours(io.stdout, io.env),
      getErrHasColors: () => hasColours(io.stderr, io.env),
    })
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nExit codes: 0 conforms, connected or done; 1 a MUST is violated, or the handshake failed; 2 bad usage or\n' +
        'input; 3 no verdict, the target cannot be reached; 70 ws101 itself broke.',
    );

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
      new Option('--workers <n>', 'processes that share the address')
        .argParser(wholeNumber(1, 256))
        .default(1),
    )
    .action(async (options) => finish(await (await import('./serve.ts')).runServe(options, io)));

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
    .action(async (url, options) =>
      finish(await (await import('./connect.ts')).runConnect(url, options, io)),
    );

  addDoctorCommand(program, version, io, finish);

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
  ).action(async (options) =>
    finish(await (await import('./verify-self.ts')).runVerifySelf(version, options, io)),
  );

  addClientCommand(verify, version, io, finish);
  addProxyCommand(verify, version, io, finish);
  addServerCommands(program, verify, version, io, finish);

  program
    .command('explain')
    .description('judge a request, a reply, or both')
    .argument(
      '<file>',
      'octets of a message, the output of curl -v, fields from developer tools, a HAR; - for standard input',
    )
    .addOption(
      new Option('--subprotocol <a,b>', 'what the server supports, or the client offered').argParser(
        nameList,
      ),
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
    .option('--exact', 'take the file for one message, and each of its octets as it is')
    .option('--verbose', 'show the octets, the facts and every row as well')
    .action(async (file, options) =>
      finish(await (await import('./explain.ts')).runExplain(file, options, io)),
    );

  program
    .command('explore')
    .description('serve a page on which to edit a request or reply and see what comes of it')
    .addOption(
      new Option('--listen <host:port>', 'where to listen')
        .argParser(hostAndPort)
        .default({ host: '127.0.0.1', port: 8081 }, '127.0.0.1:8081'),
    )
    .addOption(
      new Option('--open <where>', 'what the page is opened in')
        .choices(['never', 'browser'])
        .default('never'),
    )
    .addOption(
      new Option(
        '--out <folder>',
        'write the page there in place of serving it: it works from a file too',
      ).conflicts(['listen', 'open']),
    )
    .action(async (options) => finish(await (await import('./explore.ts')).runExplore(options, io)));

  program
    .command('zoo')
    .description('serve replies, right and wrong, one on each path, and a page that plays them all')
    .addOption(
      new Option('--listen <host:port>', 'where to listen')
        .argParser(hostAndPort)
        .default({ host: '127.0.0.1', port: 8101 }, '127.0.0.1:8101'),
    )
    .option('--tls-cert <file>', 'certificate, and those of its issuers, as PEM: serves https and wss')
    .option('--tls-key <file>', 'private key of the certificate, as PEM')
    .action(async (options) => finish(await (await import('./zoo.ts')).runZoo(options, io)));

  program
    .command('clauses')
    .description('the register of clauses, with what covers each, or all that is known of one')
    .argument('[id]', 'for example rfc6455/4.2.1/key-present')
    .option('--json', 'with summaries and notes')
    .action(async (id, options) => finish(await (await import('./clauses.ts')).runClauses(id, options, io)));

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
    .action(async (machine, options) =>
      finish(await (await import('./diagram.ts')).runDiagram(machine, options, io)),
    );

  program
    .command('completion')
    .description('print the script by which a shell completes commands, options and clauses')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell) => finish((await import('./completion.ts')).runCompletion(shell, program, io)));
  return program;
}
