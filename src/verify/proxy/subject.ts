import { readPassage } from '../../facts/passage-facts.ts';
import { leaveUnreached } from '../peer/probe.ts';
import { plainReaction, takeAsFixed } from '../run/fixed-case.ts';
import { Gone } from '../run/gone.ts';
import { oneByOne } from '../run/pool.ts';
import type { Subject } from '../run/subject.ts';
import { awaitReturn, isGood, isSetAside } from './calibration.ts';
import { knownGood } from './case/case-list.ts';
import type { PairCase } from './case/pair-case.ts';
import { judgePair } from './judgement.ts';
import { type PairExchange, type PairPlayOptions, playPair } from './play/exchange.ts';
import type { PlayedPair } from './policy.ts';

/** A hop that is held against the models: each case is a pair. */
export interface HopSubject extends Subject<PairCase, PairExchange> {
  /** Of each pair what came of it when it was played last. */
  readonly played: readonly PlayedPair[];
}

/**
 * Behind whatever may have the hop set its backend aside, or may be its end, the known-good pair has to come through.
 * What the hop has answered without asking the backend, as if there were none, is played again once it does.
 */
export function createHopSubject(options: PairPlayOptions): HopSubject {
  const { target, timeout } = options;
  const played = new Map<number, PlayedPair>();
  const inTurn = oneByOne();
  let returning: Promise<PairExchange | null> | null = null;
  const awaitBack = async (title: string) => {
    returning ??= awaitReturn(options).finally(() => {
      returning = null;
    });
    const last = await returning;
    if (!last || !isGood(last))
      throw new Gone(`the known-good opening does not come through any more, since ${title}`);
  };
  const play = async (current: PairCase, patience: number): Promise<PairExchange> => {
    const attempt = () =>
      playPair(current, { ...options, timeout: patience * timeout }).catch(leaveUnreached);
    const first = await attempt();
    const isAside = first === null || isSetAside(first);
    if (isAside || current.answer.isFault || first.status === null) await awaitBack(current.title);
    // What failed as if there was no backend shows itself again now, or was no fault of the pair.
    const exchange = isAside ? await attempt() : first;
    if (exchange === null) throw new Gone(`no connection is taken any more, since ${current.title}`);
    played.set(current.number, { current, exchange });
    return exchange;
  };
  return {
    acceptance: null,
    timeout,
    get played() {
      return [...played.values()];
    },
    play: (current, patience = 1) => {
      const work = () => play(current, patience);
      return current.isAlone ? inTurn(work) : work();
    },
    async isAlive() {
      const exchange = await playPair(knownGood, options).catch(leaveUnreached);
      return exchange !== null && isGood(exchange);
    },
    judge: (current, exchange) => judgePair(current, exchange, target),
    reactionOf: (exchange) => ({
      ...plainReaction,
      hasSpoken: exchange.returned.length > 0,
      isOpen: exchange.status === 101,
      isBusy: isSetAside(exchange),
      isLate: exchange.isLate || isShort(exchange),
    }),
    ...takeAsFixed(),
  };
}

/** Whether content, or octets behind the 101, have not come in time, or never will. */
function isShort(exchange: PairExchange): boolean {
  const { content, forth, back } = readPassage(exchange);
  return [content, forth, back].includes('lost');
}
