import { availableParallelism } from 'node:os';
import type { ClauseId } from '../../models/clauses.ts';
import type { ClientChoices } from '../../models/vocabulary.ts';
import { createCommand } from '../verify/client/command.ts';
import type { Connector } from '../verify/client/connector.ts';
import { createDriver } from '../verify/client/driver.ts';
import { verifyClient } from '../verify/client/verify-client.ts';
import type { Io } from './io.ts';
import { type OutputOptions, readOutput, writeOutput } from './report-output.ts';
import { progressBar, visible } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export interface VerifyClientCommand extends OutputOptions {
  readonly driver?: boolean;
  readonly subprotocol?: readonly string[];
  readonly rules?: ClientChoices['rules'];
  readonly seed?: number;
  readonly runs?: number;
  readonly only?: readonly ClauseId[];
  readonly concurrency?: number;
  readonly timeout: number;
}

/** What a client is asked to offer where nothing else is said. */
const defaultNames = ['chat', 'superchat'];

/**
 * Runs `ws101 verify client`.
 *
 * @returns the exit code: 0, 1 if there is a finding of the level, 3 if nothing can be said of the client
 */
export async function runVerifyClient(
  version: string,
  command: readonly string[],
  options: VerifyClientCommand,
  io: Io,
): Promise<number> {
  const { runs, only, timeout, subprotocol = defaultNames, rules = 'rfc6455' } = options;
  const connector = makeConnector(command, subprotocol, options);
  try {
    const output = await readOutput(options, io);
    const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
    const onProgress = options.quiet ? () => {} : progressBar('verify client', io);
    const verification = await verifyClient(version, connector, {
      ...{ seed, timeout, rules, onProgress },
      ...(runs === undefined ? {} : { runs }),
      ...(only === undefined ? {} : { only }),
    });
    if (verification.ok) return writeOutput(verification.report, output, io);
    onProgress(1, 1); // what is left of it would stand before the sentence
    io.stderr.write(`ws101: no verdict: ${visible(verification.problem)}\n`);
    return 3;
  } finally {
    await connector.close();
  }
}

function makeConnector(
  command: readonly string[],
  subprotocols: readonly string[],
  { driver, concurrency = availableParallelism() }: VerifyClientCommand,
): Connector {
  if (command.length === 0) {
    throw new UsageError('nothing says how the client is started: expected a command behind --');
  }
  const options = { subprotocols, atOnce: concurrency };
  return driver ? createDriver(command, options) : createCommand(command, options);
}
