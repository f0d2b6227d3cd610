import type { ClauseId } from '../../../models/clauses.ts';
import { verifySelf } from '../../verify/self/self.ts';
import type { Io } from '../io.ts';
import { progressBar } from '../terminal.ts';
import { type OutputOptions, readOutput, writeOutput } from './report-output.ts';

export interface VerifySelfOptions extends OutputOptions {
  readonly seed?: number;
  readonly runs?: number;
  readonly only?: readonly ClauseId[];
  readonly concurrency?: number;
  readonly timeout?: number;
}

/**
 * Runs `ws101 verify self` and prints what it has found.
 *
 * @returns the exit code: 0, 1 if there is a finding of the level, 3 if the run was interrupted and there is none
 */
export async function runVerifySelf(version: string, options: VerifySelfOptions, io: Io): Promise<number> {
  const { seed = Math.floor(Math.random() * 2 ** 31), runs, only, concurrency, timeout } = options;
  const output = await readOutput(options, io);
  const report = await verifySelf(version, {
    seed,
    ...(runs === undefined ? {} : { runs }),
    ...(only === undefined ? {} : { only }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(timeout === undefined ? {} : { timeout }),
    signal: io.signal,
    onProgress: options.quiet ? () => {} : progressBar('verify self', io),
  });
  return writeOutput(report, output, io);
}
