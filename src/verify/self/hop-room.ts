import type { ClauseId } from '../../../models/clauses.ts';
import { startHop } from '../../intermediary/hop.ts';
import { readTarget } from '../judge/target.ts';
import { pairCases } from '../proxy/case/case-list.ts';
import { holdHop } from '../proxy/hold.ts';
import { startBackend } from '../proxy/play/backend.ts';
import { aim } from '../proxy/verify-proxy.ts';
import { type Gathered, gatherNothing } from '../report/gathered.ts';

export interface HopRun {
  readonly seed: number;
  readonly runs: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
  readonly tick: () => void;
  /** The command that plays all of it again. */
  readonly again: string;
}

/** How many pairs are played. */
export function countPairs(runs: number): number {
  return pairCases({ seed: 1, runs }).total;
}

/** Holds the reference hop as `verify proxy` holds any other. */
export async function playHop({
  seed,
  runs,
  concurrency,
  timeout,
  signal,
  tick,
  again,
}: HopRun): Promise<Gathered> {
  const backend = await startBackend({ host: '127.0.0.1', port: 0, deadline: timeout });
  const hop = await startHop({ backendPort: backend.port });
  try {
    const front = readTarget(`ws://127.0.0.1:${hop.port}/chat`, {});
    if (!front.ok) throw new TypeError(front.problem);
    const aimed = await aim(front.value, backend, timeout);
    if ('problem' in aimed) return gatherNothing(aimed.problem);
    const replayOf = (clause: ClauseId) => `${again} --only ${clause}`;
    const held = await holdHop({ ...aimed, signal }, { seed, runs, concurrency, onProgress: tick, replayOf });
    return held.ok ? held.gathered : gatherNothing(held.problem);
  } finally {
    await hop.close();
    await backend.close();
  }
}
