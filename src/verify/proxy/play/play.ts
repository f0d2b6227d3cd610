import { readPassage } from '../../../facts/passage-facts.ts';
import { Unreachable } from '../../peer/probe.ts';
import { Interrupted, interrupted } from '../../run/interruption.ts';
import { workOff } from '../../run/pool.ts';
import { awaitReturn, isSetAside } from '../calibration.ts';
import type { PairCase } from '../case/pair-case.ts';
import type { PlayedPair } from '../policy.ts';
import { type PairExchange, type PairPlayOptions, playPair } from './exchange.ts';

/** What came of playing pairs. */
export interface PlayedPairs {
  /** In the order of the cases. */
  readonly played: readonly PlayedPair[];
  /** Why the run ended early; null where it did not. */
  readonly ended: string | null;
}

/** Before anybody is blamed for a silence, the pair is played again, and may take so many times as long. */
const patience = 2.5;

/** So many pairs show that octets are lost, and not late. */
const enough = 2;

/** The hop has taken no known-good pair for long enough. */
const lost = 'the known-good opening does not come through any more';

/**
 * Plays pairs, several at once, and those that may have the hop set the backend aside by themselves: behind each of
 * them the known-good pair has to come through. What the hop has answered without asking the backend, as if there were
 * none, is played again once it does.
 */
export async function playPairs(
  cases: readonly PairCase[],
  options: PairPlayOptions,
  concurrency: number,
  tick: () => void,
): Promise<PlayedPairs> {
  const results = new Map<number, PairExchange>();
  const ended = await playAll(cases, options, { concurrency, tick, results }).catch((error: unknown) => {
    if (error instanceof Interrupted) return interrupted;
    throw error;
  });
  const played = cases.flatMap((current) => {
    const exchange = results.get(current.number);
    return exchange ? [{ current, exchange }] : [];
  });
  return { played, ended };
}

interface Run {
  readonly concurrency: number;
  readonly tick: () => void;
  /** What came of the cases, by their numbers. */
  readonly results: Map<number, PairExchange>;
}

/** @returns why it ended early; null where it did not */
async function playAll(
  cases: readonly PairCase[],
  options: PairPlayOptions,
  { concurrency, tick, results }: Run,
): Promise<string | null> {
  const doubtful = new Map<PairCase, PairExchange | null>();
  await workOff(
    cases.filter(({ isAlone }) => !isAlone),
    concurrency,
    async (current) => {
      const exchange = await tryPair(current, options);
      // What may have been late is no result before it was played again.
      if (!exchange || isDoubtful(current, exchange)) doubtful.set(current, exchange);
      else results.set(current.number, exchange);
      tick();
    },
  );
  const again = [...doubtful.keys()].sort((a, b) => a.number - b.number);
  const order = [...again, ...cases.filter(({ isAlone }) => isAlone)];
  let sure = 0;
  for (const current of order) {
    if (again[0] === current && !(await awaitReturn(options))) return lost;
    const first = doubtful.get(current);
    // A hop that has turned out to lose octets several times is not waited for each time.
    if (sure >= enough && first && isShort(first)) {
      results.set(current.number, first);
      continue;
    }
    const exchange = await playAlone(current, options);
    if (!exchange) return `${lost}, since ${current.title}`;
    results.set(current.number, exchange);
    if (first && isShort(exchange)) sure += 1;
    if (current.isAlone) tick();
  }
  return null;
}

/** Plays a pair by itself, and has the known-good pair come through behind it; null where that does not. */
export async function playAlone(current: PairCase, options: PairPlayOptions): Promise<PairExchange | null> {
  const patient = { ...options, timeout: patience * options.timeout };
  const exchange = await tryPair(current, patient);
  const isSuspect = exchange === null || current.answer.isFault || isSetAside(exchange);
  const good = isSuspect ? await awaitReturn(options) : exchange;
  const isBack = good !== null && (!isSuspect || (good.status === 101 && good.connections > 0));
  if (!isBack) return null;
  // What failed as if there was no backend shows itself again now, or was no fault of the pair.
  return exchange === null || isSetAside(exchange) ? tryPair(current, patient) : exchange;
}

async function tryPair(current: PairCase, options: PairPlayOptions): Promise<PairExchange | null> {
  return playPair(current, options).catch((error: unknown) => {
    if (error instanceof Unreachable) return null;
    throw error;
  });
}

/** Whether a pair is played again by itself: the backend was set aside, or something has not come in time. */
export function isDoubtful(current: PairCase, exchange: PairExchange): boolean {
  const { client, status } = exchange;
  const isLate = client.ending === 'late' && (status === null || current.answer.reply === 'switch');
  return isSetAside(exchange) || isLate || isShort(exchange);
}

/** Whether content, or octets behind the 101, have not come in time, or never will. */
function isShort(exchange: PairExchange): boolean {
  const { content, forth, back } = readPassage(exchange);
  return [content, forth, back].includes('lost');
}
