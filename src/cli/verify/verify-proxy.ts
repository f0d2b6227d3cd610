import type { ClauseId } from '../../../models/clauses.ts';
import { quoteForShell } from '../../quote/shell.ts';
import { verifyProxy } from '../../verify/proxy/verify-proxy.ts';
import { hideInReport, hideInText, showUrl } from '../../verify/report/placeholder.ts';
import type { NewField } from '../../wire/index.ts';
import type { Io } from '../io.ts';
import { progressBar, visible } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { checkAsked } from './asked-clause.ts';
import { type BackendSettings, listenAsBackend, readSecuring, tellBackend } from './backend.ts';
import { type OutputOptions, readOutput, writeOutput } from './report-output.ts';
import { makeTarget } from './target-option.ts';

export interface VerifyProxyCommand extends OutputOptions, BackendSettings {
  readonly header?: readonly NewField[];
  readonly origin?: string;
  readonly insecure?: boolean;
  readonly idle?: number;
  readonly showSecrets?: boolean;
  readonly seed?: number;
  readonly runs: number;
  readonly only?: readonly ClauseId[];
  readonly concurrency: number;
  readonly timeout: number;
}

/**
 * Runs `ws101 verify proxy`.
 *
 * @returns the exit code: 0, 1 if there is a finding of the level, 3 if nothing reaches the backend
 */
export async function runVerifyProxy(
  version: string,
  url: string,
  options: VerifyProxyCommand,
  io: Io,
): Promise<number> {
  const { header, origin, insecure = false, idle, runs, only = [], concurrency, timeout } = options;
  const front = makeTarget(url, {
    insecure,
    showSecrets: options.showSecrets ?? false,
    ...(header === undefined ? {} : { header }),
    ...(origin === undefined ? {} : { origin: [origin] }),
  });
  checkAsked(only, 'intermediary', io);
  const how = tellBackend(options);
  const output = await readOutput({ ...options, how }, io);
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
  const shown = showUrl(front);
  const more = [
    ...(origin === undefined ? [] : [`--origin ${quoteForShell(origin)}`]),
    ...(idle === undefined ? [] : [`--idle ${idle}`]),
  ];
  const tls = readSecuring(options, io);
  const backend = await listenAsBackend(options, io);
  try {
    const onProgress = options.quiet ? () => {} : progressBar('verify proxy', io);
    const verification = await verifyProxy(version, front, backend, {
      seed,
      runs,
      only,
      concurrency,
      timeout,
      tls,
      onProgress,
      signal: io.signal,
      name: shown,
      again: ['ws101 verify proxy', quoteForShell(shown), how, ...more].join(' '),
      ...(idle === undefined ? {} : { idle }),
    });
    if (verification.ok) return await writeOutput(hideInReport(verification.report, front), output, io);
    onProgress(1, 1); // what is left of it would stand before the sentence
    if (verification.isMisused) throw new UsageError(verification.problem);
    io.stderr.write(`ws101: no verdict: ${visible(hideInText(verification.problem, front))}\n`);
    return 3;
  } finally {
    await backend.close();
  }
}
