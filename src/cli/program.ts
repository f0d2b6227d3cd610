import { Argument, Command, Option } from 'commander';
import { maxDelay } from '../clock.ts';
import { visible } from '../quote/visible.ts';
import { version } from '../version.ts';
import { addClientCommand } from './client-command.ts';
import { addConnectCommand } from './connect-command.ts';
import { addDiagramCommand } from './diagram-command.ts';
import { addDoctorCommand } from './doctor-command.ts';
import type { Io } from './io.ts';
import { clauseList, hostAndPort, nameList, showSecrets, wholeNumber } from './option.ts';
import { addProxyCommand } from './proxy-command.ts';
import { addOutput, addServerCommands } from './server-command.ts';
import { hasColours } from './terminal.ts';

/**
 * The command line. Its actions give their exit codes to `finish`; what is loaded only once it is asked for keeps
 * `--help` quick.
 */
export function makeProgram(io: Io, finish: (code: number) => void): Command {
  const program = new Command('ws101')
    .description(
      'Tests the WebSocket opening handshake: servers, clients and proxies, against the rules of the RFCs.',
    )
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      // What is written as its code is no secret that is known any more.
      writeErr: (text) => void io.stderr.write(visible(io.secrets.hideInMessage(text), true)),
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
      getOutHasColors: () => hasColours(io.stdout, io.env),
      getErrHasColors: () => hasColours(io.stderr, io.env),
    })
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  ws101 serve                                start a server on 127.0.0.1:8080\n' +
        '  ws101 verify server ws://127.0.0.1:8080/   test it\n' +
        '  ws101 doctor ws://127.0.0.1:8080/          find out why its handshake fails\n' +
        '\nExit codes:\n' +
        '  0   the target conforms, the connection opened, or the command is done\n' +
        '  1   the target violates a MUST, or the handshake failed\n' +
        '  2   wrong options or input\n' +
        '  3   no verdict, for example because the target cannot be reached\n' +
        '  70  an error in ws101 itself',
    );

  program
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
    .action(async (options) => finish(await (await import('./serve.ts')).runServe(options, io)));

  addConnectCommand(program, io, finish);

  addDoctorCommand(program, version, io, finish);

  const verify = program
    .command('verify')
    .description('test a server, a client or a proxy against the rules');

  addOutput(
    verify
      .command('self')
      .description('test the reference server, client and proxy of ws101 itself')
      .addOption(
        new Option(
          '--seed <n>',
          'number that fixes the random choices: the same seed runs the same cases',
        ).argParser(wholeNumber(0, 2 ** 31)),
      )
      .addOption(
        new Option('--runs <n>', 'generated variants of each rule').argParser(wholeNumber(1)).default(20),
      )
      .addOption(new Option('--only <id,…>', 'report on these clauses only').argParser(clauseList))
      .addOption(
        new Option('--concurrency <n>', 'cases that run at the same time')
          .argParser(wholeNumber(1, 256))
          .default(8),
      )
      .addOption(
        new Option('--timeout <ms>', 'milliseconds for each case')
          .argParser(wholeNumber(1, maxDelay))
          .default(10_000),
      ),
  ).action(async (options) =>
    finish(await (await import('./verify-self.ts')).runVerifySelf(version, options, io)),
  );

  addClientCommand(verify, version, io, finish);
  addProxyCommand(verify, version, io, finish);
  addServerCommands(program, verify, version, io, finish);

  program
    .command('explain')
    .description('say what the rules make of a request, a reply, or both')
    .argument(
      '<file>',
      'file with raw octets, the output of curl -v, fields copied from developer tools, or a HAR; - for standard input',
    )
    .addOption(
      new Option(
        '--subprotocol <a,b>',
        'subprotocols that the server supports, or that the client offered',
      ).argParser(nameList),
    )
    .option('--path <path>', 'the only path that the server serves')
    .addOption(
      new Option('--origin <a,b>', 'the origins that the server allows').argParser((text) =>
        text.split(',').map((origin) => origin.trim()),
      ),
    )
    .addOption(
      new Option('--plain-http <choice>', 'answer to a request that does not ask for a WebSocket').choices([
        'application',
        'badRequest',
        'upgradeRequired',
      ]),
    )
    .option('--key <key>', 'the Sec-WebSocket-Key of the request, to check the reply')
    .option('--exact', 'read the file as one message, octet for octet, with no corrections')
    .addOption(showSecrets())
    .option('--verbose', 'also show the octets, the facts that were read, and every row of the table')
    .action(async (file, options) =>
      finish(await (await import('./explain.ts')).runExplain(file, options, io)),
    );

  program
    .command('explore')
    .description('serve a web page on which you edit a request or reply and see the verdict')
    .addOption(
      new Option('--listen <host:port>', 'address and port to listen on')
        .argParser(hostAndPort)
        .default({ host: '127.0.0.1', port: 8081 }, '127.0.0.1:8081'),
    )
    .addOption(
      new Option('--open <where>', 'whether to open the page in a browser')
        .choices(['never', 'browser'])
        .default('never'),
    )
    .addOption(
      new Option('--out <folder>', 'write the page to this folder instead of serving it').conflicts([
        'listen',
        'open',
      ]),
    )
    .action(async (options) => finish(await (await import('./explore.ts')).runExplore(options, io)));

  program
    .command('zoo')
    .description('serve one right or wrong reply on each path, and a web page that tries them all')
    .addOption(
      new Option('--listen <host:port>', 'address and port to listen on')
        .argParser(hostAndPort)
        .default({ host: '127.0.0.1', port: 8101 }, '127.0.0.1:8101'),
    )
    .option(
      '--tls-cert <file>',
      'PEM file with the certificate and its chain; the server then speaks https and wss',
    )
    .option('--tls-key <file>', 'PEM file with the private key')
    .action(async (options) => finish(await (await import('./zoo.ts')).runZoo(options, io)));

  program
    .command('clauses')
    .description('list all clauses and what tests them, or show one in detail')
    .argument('[id]', 'id of a clause, for example rfc6455/4.2.1/key-present')
    .option('--json', 'print JSON, with the text and notes of each clause')
    .action(async (id, options) => finish(await (await import('./clauses.ts')).runClauses(id, options, io)));

  addDiagramCommand(program, io, finish);

  program
    .command('completion')
    .description('print a script that lets your shell complete commands, options and clauses')
    .addArgument(new Argument('<shell>', 'name of the shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell) => finish((await import('./completion.ts')).runCompletion(shell, program, io)));
  return program;
}
