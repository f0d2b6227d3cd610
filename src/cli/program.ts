import { Command } from 'commander';
import { visible } from '../quote/visible.ts';
import { version } from '../version.ts';
import { addClauses } from './command/clauses.ts';
import { addCompletion } from './command/completion.ts';
import { addConnect } from './command/connect.ts';
import { addDiagram } from './command/diagram.ts';
import { addDoctor } from './command/doctor.ts';
import { addExplain } from './command/explain.ts';
import { addExplore } from './command/explore.ts';
import { addMerge } from './command/merge.ts';
import { addReplay } from './command/replay.ts';
import { addServe } from './command/serve.ts';
import { addVerifyClient } from './command/verify-client.ts';
import { addVerifyProxy } from './command/verify-proxy.ts';
import { addVerifySelf } from './command/verify-self.ts';
import { addVerifyServer } from './command/verify-server.ts';
import { addZoo } from './command/zoo.ts';
import type { CommandContext } from './command-context.ts';
import type { Io } from './io.ts';
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
      writeErr: (text) => {
        // What stands behind the name of an option that there is not may be a secret.
        const named = text.replace(/(?<=unknown option '-[^=']*)=[^\n]*(?=')/, '');
        io.stderr.write(visible(io.secrets.hideInMessage(named), true));
      },
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

  const context: CommandContext = { program, version, io, finish };
  addServe(program, context);
  addConnect(program, context);
  addDoctor(program, context);
  const verify = program
    .command('verify')
    .description('test a server, a client or a proxy against the rules');
  addVerifySelf(verify, context);
  addVerifyClient(verify, context);
  addVerifyProxy(verify, context);
  addVerifyServer(verify, context);
  addMerge(program, context);
  addReplay(program, context);
  addExplain(program, context);
  addExplore(program, context);
  addZoo(program, context);
  addClauses(program, context);
  addDiagram(program, context);
  addCompletion(program, context);
  return program;
}
