import { playOften } from '../explain/repetition.ts';
import { type Fault, isSameFault } from '../judge/judgement.ts';
import { isBusy } from '../judge/oracle.ts';
import { leaveUnreached } from '../peer/probe.ts';
import type { Finding } from '../report/report.ts';
import { patientFactor } from '../run/again.ts';
import { calibrate } from './calibration.ts';
import { type Drawing, knownGood, pairCases, secondsOf } from './case/case-list.ts';
import type { PairCase } from './case/pair-case.ts';
import { judgePair } from './judgement.ts';
import type { PairExchange, PairPlayOptions } from './play/exchange.ts';
import { isRelay } from './relay.ts';
import { createHopSubject, type HopSubject } from './subject.ts';
import type { HopTarget } from './target.ts';

/** What came of playing the pair of a finding again. */
export type PairReplay =
  | {
      readonly outcome: 'still fails';
      readonly fault: Fault;
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

/** Plays the pair of a finding again, with a nonce and a key of its own, and judges what the hop does with it. */
export async function replayPair(
  { clause, pair }: Pick<Finding, 'clause' | 'pair'>,
  drawing: Drawing,
  aimed: PairPlayOptions,
): Promise<PairReplay> {
  const { literals, drawn } = pairCases({ ...drawing, idle: secondsOf(pair ?? '') });
  const current = [...literals, ...drawn].find(({ title }) => title === pair);
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
  const subject = createHopSubject({ ...aimed, target });
  const play = async () => {
    const exchange = await subject.play(current, patientFactor).catch(leaveUnreached);
    if (exchange === null) return null;
    const { faults, shown } = subject.judge(current, exchange);
    return { exchange, fault: faults.find((each) => each.clause === clause), shown };
  };
  // What is seen every time that it is looked for has to be missing as often; a pause takes as long as it was asked for.
  const isEnough = (each: Awaited<ReturnType<typeof play>>) => each === null || each.fault !== undefined;
  const played = await (current.isLong ? play() : playOften(play, isEnough));
  if (played === null)
    return { outcome: 'cannot tell', problem: 'the known-good opening does not come through' };
  const { exchange, fault, shown } = played;
  if (fault) {
    const ofRelay = judgePair(current, exchange, { ...target, reads: 'octets' }).faults;
    const isOfRelays = ofRelay.some((each) => isSameFault(each, fault));
    const seen = [calibration.exchange, exchange];
    if (isOfRelays || !(await isRelayBehind(seen, literals, subject)))
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
  subject: HopSubject,
): Promise<boolean> {
  const further = all.find(({ isBeyond }) => isBeyond);
  if (!further || !isRelay(played, false)) return false;
  const last = await subject.play(further, patientFactor).catch(leaveUnreached);
  return last !== null && isRelay([...played, last], true);
}
