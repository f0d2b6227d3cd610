import type { ClauseId } from '../../../models/clauses.ts';
import { waiveFindings } from '../../verify/report/compare/waiver.ts';
import { hideInReport, hideInText } from '../../verify/report/placeholder.ts';
import type { Report, ReportedShard } from '../../verify/report/report.ts';
import { verifyServer } from '../../verify/server/verify-server.ts';
import { findInProfile } from '../given.ts';
import type { Io } from '../io.ts';
import { progressBar, visible } from '../terminal.ts';
import { checkAsked } from './asked-clause.ts';
import type { Profile } from './profile.ts';
import { type OutputOptions, readOutput, writeOutput } from './report-output.ts';
import { makeTarget, type TargetSettings } from './target-option.ts';

export interface VerifyServerCommand extends TargetSettings, OutputOptions {
  readonly profile?: string;
  readonly seed?: number;
  readonly runs: number;
  readonly only?: readonly ClauseId[];
  readonly concurrency: number;
  readonly timeout: number;
  readonly shard?: ReportedShard;
}

/**
 * Runs `ws101 verify server`.
 *
 * @returns the exit code: 0, 1 if there is a finding of the level, 3 if nothing can be said of the server, or not
 * all was played and nothing found
 */
export async function runVerifyServer(
  version: string,
  url: string,
  options: VerifyServerCommand,
  io: Io,
): Promise<number> {
  const { profile: file, runs, only = [], concurrency, timeout, shard } = options;
  const profile: Profile = file === undefined ? {} : (await import('./profile.ts')).readProfile(file, io.cwd);
  const { waivers = [], ...settings } = profile;
  io.secrets.keep(findInProfile(profile));
  const target = makeTarget(url, { ...settings, ...options });
  checkAsked(only, 'server', io);
  const output = await readOutput(options, io);
  // Shards are parts of one run.
  const seed = options.seed ?? (shard ? 1 : Math.floor(Math.random() * 2 ** 31));
  const onProgress = options.quiet ? () => {} : progressBar('verify server', io);
  const verification = await verifyServer(version, target, {
    seed,
    runs,
    only,
    concurrency,
    timeout,
    ...(shard ? { shard: { index: shard.index - 1, count: shard.count } } : {}),
    onProgress,
    signal: io.signal,
  });
  if (!verification.ok) {
    onProgress(1, 1); // what is left of it would stand before the sentence
    io.stderr.write(`ws101: no verdict: ${visible(hideInText(verification.problem, target))}\n`);
    return 3;
  }
  const seen = hideInReport(verification.report, target);
  const report: Report = { ...waiveFindings(seen, waivers), ...(shard ? { shard } : {}) };
  return writeOutput(report, output, io);
}
