import { playOften } from '../explain/repetition.ts';
import { isBusy } from '../judge/oracle.ts';
import type { Finding } from '../report/report.ts';
import { calibrate } from './calibration.ts';
import { idleCases, knownGood, pairCases } from './case/case-list.ts';
import type { PairCase } from './case/pair-case.ts';
import { type HopFault, judgePair } from './judgement.ts';
import type { PairExchange, PairPlayOptions } from './play/exchange.ts';
import { playAlone } from './play/play.ts';
import { bindsRelays, isRelay } from './tally.ts';
import type { HopTarget } from './target.ts';

/** What came of playing the pair of a finding again. */
export type PairReplay =
  | {
      readonly outcome: 'still fails';
      readonly fault: HopFault;
      readonly current: PairCase;
      readonly exchange: PairExchange;
      readonly target: HopTarget;
    }
  | {
      readonly outcome: 'fixed';
      readonly current: PairCase;
      readonly exchange: PairExchange;
      readonly target: HopTarget;
    }
  | { readonly outcome: 'cannot tell'; readonly problem: string };

/** The run that has drawn the pairs. */
export interface Drawing {
  readonly seed: number;
  readonly runs: number;
}

/** Plays the pair of a finding again, with a nonce and a key of its own, and judges what the hop does with it. */
export async function replayPair(
  { clause, pair }: Pick<Finding, 'clause' | 'pair'>,
  drawing: Drawing,
  aimed: PairPlayOptions,
): Promise<PairReplay> {
  const seconds = Number(/^(\d{1,4}) s /.exec(pair ?? '')?.[1] ?? 0);
  const all = [knownGood, ...pairCases(drawing), ...idleCases(seconds, drawing.runs)];
  const current = all.find(({ title }) => title === pair);
  if (!current) {
    const problem = `this version of ws101 has no pair of this name: run ws101 verify proxy --only ${clause} instead`;
    return { outcome: 'cannot tell', problem };
  }
  const calibration = await calibrate(aimed);
  if (calibration.is === 'unreached') return { outcome: 'cannot tell', problem: calibration.problem };
  if (calibration.is === 'bad') {
    const { faults, exchange } = calibration;
    const fault = faults.find((each) => each.clause === clause);
    if (fault) return { outcome: 'still fails', fault, current: knownGood, exchange, target: aimed.target };
    return {
      outcome: 'cannot tell',
      problem: 'the known-good opening arrives, but does not open a connection',
    };
  }
  const { target } = calibration;
  const play = async () => {
    const exchange = await playAlone(current, { ...aimed, target });
    if (exchange === null) return null;
    const { faults, shown } = judgePair(current, exchange, target);
    return { exchange, fault: faults.find((each) => each.clause === clause), shown };
  };
  // What is seen every time that it is looked for has to be missing as often; a pause takes as long as it was asked for.
  const isEnough = (each: Awaited<ReturnType<typeof play>>) => each === null || each.fault !== undefined;
  const played = await (current.pause ? play() : playOften(play, isEnough));
  if (played === null)
    return { outcome: 'cannot tell', problem: 'the known-good opening does not come through' };
  const { exchange, fault, shown } = played;
  if (fault) {
    const played = [calibration.exchange, exchange];
    if (bindsRelays(fault) || !(await isRelayBehind(played, all, { ...aimed, target })))
      return { outcome: 'still fails', fault, current, exchange, target };
    return {
      outcome: 'cannot tell',
      problem: `what is there passes on all octets and reads no HTTP, which ${clause} is about`,
    };
  }
  // A hop may keep a clause by an answer of its own; to be busy, to say nothing, or to send no final reply, is none.
  const { status } = exchange;
  const isFinal = status === 101 || (status !== null && status >= 200);
  const isAnswered = isFinal && !isBusy(status);
  const isDue = current.answer.reply !== 'nothing' && !current.answer.isFault;
  if (isAnswered || (shown.includes(clause) && (isFinal || !isDue)))
    return { outcome: 'fixed', current, exchange, target };
  return {
    outcome: 'cannot tell',
    problem: `what became of the pair does not show whether ${clause} is kept`,
  };
}

/** Whether the hop is a relay by what was played and by one pair more, in which octets go on where no connection has opened. */
async function isRelayBehind(
  played: readonly PairExchange[],
  all: readonly PairCase[],
  options: PairPlayOptions,
): Promise<boolean> {
  const further = all.find(({ isBeyond }) => isBeyond);
  const last = further && isRelay(played, false) ? await playAlone(further, options) : null;
  return last !== null && isRelay([...played, last], true);
}
