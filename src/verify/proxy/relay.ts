import { Tally } from '../run/kept/tally.ts';
import type { Played } from '../run/player.ts';
import type { PairCase } from './case/pair-case.ts';
import type { PairExchange } from './play/exchange.ts';
import type { HopSubject } from './subject.ts';

/**
 * Whether a hop passes on all octets as they are, whatever has been answered: a relay of TCP, which reads no HTTP.
 *
 * @param isWhole whether all pairs were played; of a run that has ended early those may be missing that show it
 * @see RFC 9110 §3.7, which calls it a tunnel
 */
export function isRelay(all: readonly PairExchange[], isWhole: boolean): boolean {
  return (
    (!isWhole || all.some(({ beyond }) => beyond === 'arrived')) &&
    all.every(
      ({ sent, arrived, replied, returned, connections }) =>
        connections === 1 && isBeginning(arrived, sent) && isBeginning(returned, replied),
    )
  );
}

/** Whether octets are those with which others begin. */
function isBeginning(octets: Uint8Array, all: Uint8Array): boolean {
  if (octets.length > all.length) return false;
  for (let at = 0; at < octets.length; at += 1) if (octets[at] !== all[at]) return false;
  return true;
}

/**
 * What was played, judged anew of a subject that is known to read no HTTP. What it would have broken as a reader of HTTP
 * is shown by none of its exchanges.
 */
export function judgeAnew(
  run: Played<PairCase, PairExchange>,
  all: HopSubject['played'],
  relay: HopSubject,
): Played<PairCase, PairExchange> {
  const judged = all.map(({ current, exchange }) => ({
    current,
    exchange,
    signs: [],
    besides: [],
    ...relay.judge(current, exchange),
    ...relay.reactionOf(exchange),
  }));
  const bound = new Set(judged.flatMap(({ faults }) => faults.map(({ clause }) => clause)));
  const unbound = new Set(run.tally.faulty.map(({ fault }) => fault.clause));
  const tally = new Tally<PairCase, PairExchange>();
  for (const each of judged)
    tally.add({ ...each, shown: each.shown.filter((clause) => bound.has(clause) || !unbound.has(clause)) });
  // Some may have been played, and not judged before the run has ended.
  return { ...run, tally, unplayed: run.unplayed + run.tally.cases - tally.cases };
}
