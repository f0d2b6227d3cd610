import type { ClauseId } from '../../../models/clauses.ts';
import type { Target } from '../judge/target.ts';
import type { Securing } from '../peer/connection/open-connection.ts';
import { findAddress, Unreachable } from '../peer/probe.ts';
import { buildReport, type OnKept, type RunHead, tellKept } from '../report/builder.ts';
import { describeDeclared } from '../report/declared.ts';
import type { Report } from '../report/report.ts';
import { holdHop } from './hold.ts';
import type { Backend } from './play/backend.ts';
import type { PairPlayOptions } from './play/exchange.ts';

export interface VerifyProxyOptions {
  /** The same seed gives the same cases. */
  readonly seed: number;
  /** Mixtures of cases. Default 20. */
  readonly runs?: number;
  /** Clauses to report on; empty for all. */
  readonly only?: readonly ClauseId[];
  /** Which pairs are played, by their titles. Default: all. */
  readonly isWanted?: (title: string) => boolean;
  /** Openings at once. Default 8. */
  readonly concurrency?: number;
  /** Milliseconds that one case may take. Default 2,000. */
  readonly timeout?: number;
  /** Seconds for which a connection is left idle; not at all, if it is not given. */
  readonly idle?: number;
  /** What is trusted where the front speaks TLS. */
  readonly tls?: Securing;
  /** The front as a report names it, without secrets. */
  readonly name: string;
  /** The command that plays all of it again, without `--seed` and what follows. */
  readonly again: string;
  readonly onProgress?: (done: number, total: number) => void;
  /** Called at the end for each clause that passes, with an exchange that shows it as a report has them, where a single one does. */
  readonly onKept?: OnKept;
  /** Ends the run early once it is aborted: the report has what was found until then. */
  readonly signal?: AbortSignal;
}

/** The result of a verification: a report, or why there is none. */
export type ProxyVerification =
  | { readonly ok: true; readonly report: Report }
  | {
      readonly ok: false;
      readonly problem: string;
      /** Whether what was asked for makes no sense. */
      readonly isMisused?: boolean;
    };

const defaults = { runs: 20, concurrency: 8, timeout: 2_000 };

/**
 * Holds whatever lies between a front and a backend of ours against the table of intermediaries. The backend is not
 * closed.
 *
 * @param front what it is known by: its URL, fields that are sent with every opening, an origin that it lets through
 */
export async function verifyProxy(
  version: string,
  front: Target,
  backend: Backend,
  options: VerifyProxyOptions,
): Promise<ProxyVerification> {
  const {
    seed,
    runs,
    only = [],
    concurrency,
    timeout,
    idle,
    isWanted,
    onProgress,
    onKept,
    signal,
  } = {
    ...defaults,
    ...options,
  };
  const startedAt = new Date();
  const aimed = await aim(front, backend, timeout, options.tls);
  if ('problem' in aimed) return { ok: false, problem: aimed.problem };
  const replayOf = (clause: ClauseId) => `${options.again} --seed ${seed} --runs ${runs} --only ${clause}`;
  const how = { seed, runs, concurrency, idle, isWanted, onProgress, replayOf };
  const held = await holdHop({ ...aimed, signal }, how);
  if (!held.ok) return held;
  const head: RunHead = {
    version,
    mode: 'proxy',
    target: options.name,
    seed,
    runs,
    startedAt,
    only,
    declared: describeDeclared(front.options),
    actor: 'intermediary',
    policy: held.policy,
  };
  const report = buildReport(head, held.gathered);
  tellKept(report, held.gathered, onKept);
  return { ok: true, report };
}

/** Where openings are sent to. */
export async function aim(
  front: Target,
  backend: Backend,
  timeout: number,
  tls: Securing = {},
): Promise<PairPlayOptions | { readonly problem: string }> {
  const { uri } = front;
  try {
    const address = await findAddress(front);
    const secured = { servername: uri.host, protocols: ['http/1.1'], ...tls };
    const unknown = { mapped: null, reads: 'http', handshake: 'passed', frames: 'passed' } as const;
    const target = { front, address, tls: uri.secure ? secured : undefined, ...unknown };
    return { target, backend, timeout };
  } catch (error) {
    if (error instanceof Unreachable) return { problem: error.message };
    throw error;
  }
}
