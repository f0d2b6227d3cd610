import type { ClauseId } from '../../../models/clauses.ts';
import { joinDefects } from '../explain/defect.ts';
import { describeLoss, explainFailures } from '../explain/explanation.ts';
import type { TargetCase, TargetCases } from '../judge/case.ts';
import { isBusy } from '../judge/oracle.ts';
import type { Target } from '../judge/target.ts';
import { findAddress, Unreachable } from '../peer/probe.ts';
import type { Report } from '../report/report.ts';
import { Player } from '../run/player.ts';
import { type Reach, waitForReturn } from '../run/reach.ts';
import { calibrate, reachOf } from './calibration.ts';
import { learnPolicy, type Policy } from './policy.ts';
import { targetCases } from './request-case.ts';
import { buildTargetReport } from './target-report.ts';

export interface VerifyServerOptions {
  /** The same seed gives the same cases. */
  readonly seed: number;
  /** Variants of each row. Default 40. */
  readonly runs?: number;
  /** Clauses to report on; empty for all. */
  readonly only?: readonly ClauseId[];
  /** Connections at once. Default 8. */
  readonly concurrency?: number;
  /** Milliseconds that one request may take. Default 2,000. */
  readonly timeout?: number;
  /** The part of the cases to play: every `count`th, from the `index`th on; `index` counts from 0. Default all. */
  readonly shard?: { readonly index: number; readonly count: number };
  readonly onProgress?: (done: number, total: number) => void;
}

/** What came of a verification: a report, or why there can be none. */
export type Verification =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly problem: string };

const defaults = { runs: 40, concurrency: 8, timeout: 2_000, shard: { index: 0, count: 1 } };

/** Holds a server against the server's table, over sockets. */
export async function verifyTarget(
  version: string,
  declared: Target,
  options: VerifyServerOptions,
): Promise<Verification> {
  const { seed, runs, concurrency, timeout, only = [], shard, onProgress } = { ...defaults, ...options };
  const startedAt = new Date();
  try {
    const address = await findAddress(declared);
    const calibration = await calibrate(declared, address, timeout);
    if (!calibration.ok) return { ok: false, problem: calibration.problem };
    const { target } = calibration;
    const reach = reachOf(target, address, timeout);
    const cases = targetCases(target, seed, runs);
    const isAsked = readOnly(only, cases);
    const isWanted = (current: TargetCase) => isInShard(current, shard) && isAsked(current);
    const player = new Player(reach, { concurrency, isWanted, onProgress });
    const outcome = await player.play(cases);
    const isEmpty = outcome.tally.cases + outcome.losses.length === 0;
    if (isEmpty && shard.count === 1) return { ok: false, problem: 'no case shows what was asked for' };
    // What is learnt takes odd requests as well: first those are played of which it is known what they do.
    const learnt = outcome.ended === null ? await learnSurely(reach) : {};
    if (outcome.ended === null) {
      const again = await calibrate(target, address, timeout);
      // Who was asked too often may take a while to take more.
      const isBack = again.ok || (isBusy(again.answer.reply?.status ?? 0) && (await waitForReturn(reach)));
      if (!isBack) return { ok: false, problem: `at the end of the run ${again.problem}` };
    }
    const found = [
      ...outcome.losses.map(describeLoss),
      ...(await explainFailures(outcome.tally.failures, reach)),
    ];
    const policy = { ...learnt, statuses: outcome.tally.statuses };
    return {
      ok: true,
      report: buildTargetReport(
        version,
        { declared, seed, startedAt, policy, only },
        outcome,
        joinDefects(found, outcome.tally.ignoredParts),
      ),
    };
  } catch (error) {
    if (error instanceof Unreachable) return { ok: false, problem: error.message };
    throw error;
  }
}

/** What is learnt is no verdict: a target that goes away meanwhile, and comes back, has said enough. */
async function learnSurely(reach: Reach): Promise<Policy> {
  try {
    return await learnPolicy(reach.target, reach.address, reach.timeout);
  } catch (error) {
    if (error instanceof Unreachable && (await waitForReturn(reach))) {
      return { unlearnt: `the target went away while it was asked: ${error.message}` };
    }
    throw error;
  }
}

/** Which cases are asked for: those that were made for a clause, or all, where any reply may show one. */
function readOnly(only: readonly ClauseId[], { literals }: TargetCases): (current: TargetCase) => boolean {
  const made = new Set(
    literals.flatMap(({ clause, changes }) => [clause, ...changes.map((c) => c.refusedAs)]),
  );
  if (only.some((clause) => !made.has(clause))) return () => true;
  return ({ clause, changes }) =>
    only.length === 0 ||
    [clause, ...changes.map((c) => c.refusedAs)].some((each) => each !== null && only.includes(each));
}

/** Cases that show the same stay together, so that every shard tells what is one defect. */
function isInShard(
  { group, number }: TargetCase,
  { index, count }: { readonly index: number; readonly count: number },
): boolean {
  const place = group === null ? number : [...group].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return place % count === index;
}
