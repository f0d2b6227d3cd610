import type { ClauseId } from '../../../models/clauses.ts';
import { findDefectsInTime } from '../explain/defect.ts';
import type { Fault } from '../judge/judgement.ts';
import { type Gathered, gatherNothing, gatherPlayed } from '../report/gathered.ts';
import type { Report } from '../report/report.ts';
import { Floods } from '../run/flood.ts';
import { interrupted, leaveInterrupted } from '../run/interruption.ts';
import { allLeftOut } from '../run/kept/disposition.ts';
import { Player } from '../run/player.ts';
import { awaitReturn, calibrate, type HopCalibration, isGood } from './calibration.ts';
import { type Drawing, knownGood, pairCases, setsField } from './case/case-list.ts';
import type { PairCase } from './case/pair-case.ts';
import { exhibitPair, showPair } from './exhibit.ts';
import type { PairPlayOptions } from './play/exchange.ts';
import { readPolicy } from './policy.ts';
import { isRelay, judgeAnew } from './relay.ts';
import { createHopSubject } from './subject.ts';
import type { HopTarget } from './target.ts';

export interface HoldHopOptions extends Drawing {
  readonly concurrency: number;
  /** Which pairs are played, by their titles. Default: all. */
  readonly isWanted?: ((title: string) => boolean) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** The command that plays again what has shown a clause. */
  readonly replayOf: (clause: ClauseId) => string;
}

/** What was gathered of a hop, or why nothing can be said of it. */
export type HeldHop =
  | { readonly ok: true; readonly gathered: Gathered; readonly policy: Report['policy'] }
  | { readonly ok: false; readonly problem: string; readonly isMisused?: boolean };

/** Plays all pairs to a hop, a known-good one first and last, and keeps what they show. */
export async function holdHop(aimed: PairPlayOptions, options: HoldHopOptions): Promise<HeldHop> {
  const { concurrency, isWanted = () => true, onProgress, replayOf } = options;
  const { signal } = aimed;
  const calibration = await calibrate(aimed).catch(leaveInterrupted);
  if (calibration === null) return { ok: true, gathered: gatherNothing(interrupted), policy: {} };
  if (calibration.is === 'unreached') {
    const { problem, isDirect } = calibration;
    return { ok: false, problem, isMisused: isDirect };
  }
  if (calibration.is === 'bad') return tellBad(calibration, aimed.target, replayOf);
  const play: PairPlayOptions = { ...aimed, target: calibration.target };
  const own = (play.target.front.options.headers ?? []).map(([name]) => name);
  const isPlayed = (each: PairCase) =>
    each.number === knownGood.number || (!setsField(each, own) && isWanted(each.title));
  const reader = createHopSubject(play);
  const floods = new Floods();
  const how = { concurrency, isWanted: isPlayed, onProgress, signal };
  const run = await new Player(floods.watch(reader), how).play(pairCases(options));
  const { played } = reader;
  const exchanges = [calibration.exchange, ...played.map(({ exchange }) => exchange)];
  const isBlind = isRelay(exchanges, run.ended === null);
  const target: HopTarget = isBlind ? { ...play.target, reads: 'octets' } : play.target;
  const subject = isBlind ? createHopSubject({ ...play, target }) : reader;
  const judged = isBlind ? judgeAnew(run, played, subject) : run;
  const explained = await findDefectsInTime(judged, subject, signal);
  const gathered = gatherPlayed(judged, explained, {
    exhibit: (defect) => exhibitPair(defect, target, replayOf(defect.clause)),
    show: (pair) => showPair(pair, target),
  });
  return {
    ok: true,
    gathered: {
      ...gathered,
      dispositions: gathered.ended === null ? new Map() : allLeftOut,
      ended: gathered.ended ?? (await findEnd(play)),
      notes: floods.tell('service/7/proxy-upgrade-passed'),
    },
    policy: readPolicy(calibration.exchange, played, target),
  };
}

/** Why a run that has played everything ends early for all that; null where it does not. */
async function findEnd(play: PairPlayOptions): Promise<string | null> {
  if (play.signal?.aborted) return interrupted;
  const last = await awaitReturn(play).catch(leaveInterrupted);
  if (play.signal?.aborted) return interrupted;
  return last && isGood(last) ? null : 'at the end of the run the known-good opening does not come through';
}

/** The one finding on a hop through which no connection opens; everything else is untested. */
function tellBad(
  { exchange, faults }: Extract<HopCalibration, { is: 'bad' }>,
  target: HopTarget,
  replayOf: HoldHopOptions['replayOf'],
): HeldHop {
  const [fault, ...others] = faults;
  const problem = 'the known-good opening arrives, but does not open a connection; ws101 cannot see why';
  if (!fault) return { ok: false, problem };
  const { clause } = fault;
  const also = others.filter((other) => other.clause !== clause);
  const found = { clause, current: knownGood, exchange, fault: declare(fault), also };
  const exhibits = [exhibitPair(found, target, replayOf(clause))];
  const counts = new Map([fault, ...others].map((each) => [each.clause, 1] as const)); // pairs
  return { ok: true, gathered: { ...gatherNothing(null), cases: 1, counts, exhibits }, policy: {} };
}

/** What RFC 9110 allows a hop that was not declared to carry WebSocket. */
const allowed: ReadonlySet<string> = new Set(['backendHttpIs10', 'upgradeIsStripped', 'connectionIsNotSet']);

/** The user has declared that the hop carries WebSocket. */
function declare(fault: Fault): Fault {
  const tags = [...new Set([...fault.tags, 'declared'])];
  if (!fault.row || !allowed.has(fault.row)) return { ...fault, tags };
  return { ...fault, hint: 'declaredToCarry', tags };
}
