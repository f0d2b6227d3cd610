import { availableParallelism } from 'node:os';
import type { ClauseId } from '../../../models/clauses.ts';
import type { ClientChoices } from '../../../models/facts/reply.ts';
import { countCases, verifyClient } from '../../verify/client/verify-client.ts';
import { type Connector, NoClient, tellHeld } from '../../verify/connector/connector.ts';
import { startListener } from '../../verify/connector/listener.ts';
import { waiveFindings } from '../../verify/report/compare/waiver.ts';
import { hideInRequests } from '../../verify/report/placeholder.ts';
import type { Report } from '../../verify/report/report.ts';
import type { Io } from '../io.ts';
import { progressBar, visible } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { type OutputOptions, readOutput, writeOutput } from './report-output.ts';
import { type ClientStart, startClient, tellStart } from './start-client.ts';

export interface VerifyClientCommand extends OutputOptions, ClientStart {
  readonly listen?: { readonly host: string; readonly port: number };
  readonly rules?: ClientChoices['rules'];
  readonly profile?: string;
  readonly seed?: number;
  readonly runs?: number;
  readonly only?: readonly ClauseId[];
  readonly concurrency?: number;
  readonly timeout: number;
  readonly showSecrets?: boolean;
}

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
  const { runs, only, timeout, profile: file } = options;
  const profile = file === undefined ? {} : (await import('./profile.ts')).readClientProfile(file, io.cwd);
  const subprotocol = options.subprotocol ?? profile.subprotocol;
  const rules = options.rules ?? profile.rules ?? (options.browser === undefined ? 'rfc6455' : 'whatwg');
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
  const how = [
    ...((options.rules ?? profile.rules) ? [`--rules ${rules}`] : []),
    ...(options.listen ? [`--listen ${options.listen.host}:${options.listen.port}`] : []),
    ...tellStart(command, { ...options, ...(subprotocol ? { subprotocol } : {}) }),
  ].join(' ');
  const output = await readOutput({ ...options, how, comesByItself: options.listen !== undefined }, io);
  const { signal } = io; // what is started from here on is ended by us, and not left behind
  let connector: Connector;
  try {
    connector = await makeConnector(
      command,
      { ...options, ...(subprotocol ? { subprotocol } : {}), rules, seed },
      io,
    );
  } catch (error) {
    if (error instanceof NoClient) return tellNoVerdict(error.message, io);
    throw error;
  }
  try {
    const onProgress = options.quiet ? () => {} : progressBar('verify client', io);
    const verification = await verifyClient(version, connector, {
      seed,
      timeout,
      rules,
      onProgress,
      signal,
      ...(runs === undefined ? {} : { runs }),
      ...(only === undefined ? {} : { only }),
    });
    if (verification.ok)
      return await writeOutput(
        waiveFindings(
          options.showSecrets ? verification.report : hideSent(verification.report),
          profile.waivers ?? [],
        ),
        output,
        io,
      );
    onProgress(1, 1); // what is left of it would stand before the sentence
    return tellNoVerdict(verification.problem, io);
  } finally {
    await connector.close();
    const held = tellHeld(connector);
    if (held !== null) io.stderr.write(`ws101: ${held}\n`);
  }
}

/** What a client is called is in its request, too, and is no secret. */
function hideSent(report: Report): Report {
  return { ...hideInRequests(report), target: report.target };
}

function tellNoVerdict(why: string, io: Io): number {
  io.stderr.write(`ws101: no verdict: ${visible(why)}\n`);
  return 3;
}

async function makeConnector(
  command: readonly string[],
  { listen, concurrency = availableParallelism(), ...options }: VerifyClientCommand & { seed: number },
  io: Io,
): Promise<Connector> {
  if (!listen) return startClient(command, options, concurrency);
  if (command.length > 0 || options.browser !== undefined)
    throw new UsageError(
      '--listen waits for a client that connects by itself: leave out the command after -- and --browser',
    );
  return waitForClient(listen, options, io);
}

/** Waits for a client that comes by itself. */
async function waitForClient(
  { host, port }: { readonly host: string; readonly port: number },
  {
    timeout,
    json,
    junit,
    html,
    markdown,
    ...sampling
  }: Omit<VerifyClientCommand, 'listen'> & { readonly seed: number },
  io: Io,
): Promise<Connector> {
  try {
    const listener = await startListener({
      host,
      port,
      timeout,
      countCases: (request) => countCases(request, sampling),
    });
    // What goes to standard output as a report has nothing else in it.
    const isTaken = [json, junit, html, markdown].includes('-');
    (isTaken ? io.stderr : io.stdout).write(`listening on ${listener.url}\n`);
    return listener;
  } catch (error) {
    throw new UsageError(`cannot listen on ${host}:${port}: ${String(error)}`);
  }
}
