import type { ClauseId } from '../../../models/clauses.ts';
import type { Repetition } from '../explain/repetition.ts';
import type { Exhibit, FlakyExhibit } from '../report/exhibit.ts';
import { type Gathered, gatherNothing, showKept } from '../report/gathered.ts';
import type { Report } from '../report/report.ts';
import { Floods } from '../run/flood.ts';
import { interrupted, leaveInterrupted } from '../run/interruption.ts';
import { allLeftOut } from '../run/kept/disposition.ts';
import { awaitReturn, calibrate, type HopCalibration, isGood } from './calibration.ts';
import { idleCases, knownGood, pairCases, setsField } from './case/case-list.ts';
import { exhibitFault, type FoundFault, showPair } from './exhibit.ts';
import { judgePair } from './judgement.ts';
import type { PairPlayOptions } from './play/exchange.ts';
import { isDoubtful, playAlone, playPairs } from './play/play.ts';
import { readPolicy } from './policy.ts';
import { isRelay, judgeAll } from './tally.ts';
import type { HopTarget } from './target.ts';

export interface HoldHopOptions {
  readonly seed: number;
  /** Mixtures of cases. */
  readonly runs: number;
  readonly concurrency: number;
  /** Seconds for which a connection is left idle; not at all, if it is not given. */
  readonly idle?: number | undefined;
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

const none: Pick<Gathered, 'unplayed' | 'latecomers' | 'dispositions' | 'flaky'> = {
  unplayed: 0,
  latecomers: 0,
  flaky: [],
  dispositions: new Map(),
};

/** Plays all pairs to a hop, a known-good one first and last, and keeps what they show. */
export async function holdHop(aimed: PairPlayOptions, options: HoldHopOptions): Promise<HeldHop> {
  const { seed, runs, concurrency, idle, isWanted = () => true, onProgress, replayOf } = options;
  const calibration = await calibrate(aimed).catch(leaveInterrupted);
  if (calibration === null) return { ok: true, gathered: gatherNothing(interrupted), policy: {} };
  if (calibration.is === 'unreached') {
    const { problem, isDirect } = calibration;
    return { ok: false, problem, isMisused: isDirect };
  }
  if (calibration.is === 'bad') return tellBad(calibration, aimed.target, replayOf);
  const { exchange, target } = calibration;
  const play: PairPlayOptions = { ...aimed, target };
  const own = (target.front.options.headers ?? []).map(([name]) => name);
  const cases = [
    ...pairCases({ seed, runs }).filter((each) => !setsField(each, own)),
    ...(idle === undefined ? [] : idleCases(idle, runs)),
  ].filter(({ title }) => isWanted(title));
  let done = 0;
  const tick = () => onProgress?.(++done, cases.length);
  const { played, ended } = await playPairs(cases, play, concurrency, tick);
  const all = [{ current: knownGood, exchange }, ...played];
  const floods = new Floods();
  for (const each of all) floods.see(each.exchange);
  const isBlind = isRelay(
    all.map((each) => each.exchange),
    ended === null,
  );
  const { counts, examples, found } = judgeAll(all, target, isBlind);
  const confirmed = await confirm(found, play, replayOf, { isLost: ended !== null });
  const gathered = {
    ...none,
    cases: all.length,
    unplayed: cases.length - played.length,
    counts,
    kept: showKept(examples, (pair) => showPair(pair, target)),
    ...confirmed,
    dispositions: ended === null ? none.dispositions : allLeftOut,
    ended: ended ?? (await findEnd(play)),
    notes: floods.tell('service/7/proxy-upgrade-passed'),
  };
  return { ok: true, gathered, policy: readPolicy(exchange, played, target, isBlind) };
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
  const found = { current: knownGood, exchange, fault: declare(fault), also: others };
  const exhibits = [exhibitFault(found, target, replayOf(fault.clause))];
  const counts = new Map([fault, ...others].map(({ clause }) => [clause, 1] as const)); // pairs
  return { ok: true, gathered: { ...none, cases: 1, counts, exhibits, ended: null }, policy: {} };
}

/** What RFC 9110 allows a hop that was not declared to carry WebSocket. */
const allowed: ReadonlySet<string> = new Set(['backendHttpIs10', 'upgradeIsStripped', 'connectionIsNotSet']);

/** The user has declared that the hop carries WebSocket. */
function declare(fault: FoundFault['fault']): FoundFault['fault'] {
  const tags = [...new Set([...fault.tags, 'declared'])];
  if (!allowed.has(fault.row)) return { ...fault, tags };
  return { ...fault, hint: 'declaredToCarry', tags };
}

/** So many times what was found is looked for again. */
const times = 3;
const unrepeated: Repetition = { seen: 0, of: 0, isSteady: true };

/** Whether the hop takes nothing any more, so that nothing can be played again. */
interface State {
  isLost: boolean;
}

/** So many pairs that show a row are played again until one shows it every time. */
const candidates = 3;

/** Plays pairs with a fault again, each by itself: what is not seen every time is nobody's fault. */
async function confirm(
  found: readonly (readonly FoundFault[])[],
  play: PairPlayOptions,
  replayOf: (clause: ClauseId) => string,
  state: State,
): Promise<{ readonly exhibits: readonly Exhibit[]; readonly flaky: readonly FlakyExhibit[] }> {
  const exhibits: Exhibit[] = [];
  const flaky: FlakyExhibit[] = [];
  for (const pairs of found) {
    const unsteady: FlakyExhibit[] = [];
    for (const each of pairs.slice(0, candidates)) {
      const again = await repeatPair(each, play, state);
      // What may have been late, or the end of the hop, is held against nobody.
      const isUnsure = each.exchange.status === null || isDoubtful(each.current, each.exchange);
      if (again.of === 0 && isUnsure) continue;
      const exhibit = exhibitFault(each, play.target, replayOf(each.fault.clause));
      if (again.isSteady) {
        exhibits.push(again.of === 0 ? exhibit : { ...exhibit, again });
        unsteady.length = 0;
        break;
      }
      unsteady.push({ ...exhibit, again });
    }
    flaky.push(...unsteady.slice(0, 1));
  }
  return { exhibits, flaky };
}

async function repeatPair(
  { current, fault }: FoundFault,
  play: PairPlayOptions,
  state: State,
): Promise<Repetition> {
  let seen = 0;
  // A pause takes as long as it was asked for.
  const count = current.pause ? 1 : times;
  for (let nth = 0; nth < count; nth += 1) {
    // Of a run that is stopped, or has lost its hop, everything is told that was seen.
    if (state.isLost || play.signal?.aborted) return unrepeated;
    const exchange = await playAlone(current, play).catch(leaveInterrupted);
    if (play.signal?.aborted) return unrepeated;
    if (exchange === null) {
      state.isLost = true;
      return { seen, of: nth, isSteady: seen === nth };
    }
    const { faults } = judgePair(current, exchange, play.target);
    if (faults.some(({ row }) => row === fault.row)) seen += 1;
  }
  return { seen, of: count, isSteady: seen === count };
}
