import type { ClauseId } from '../../../models/clauses.ts';
import { isShownBy } from '../../../models/verdict/implication.ts';
import type { FoundFault } from './exhibit.ts';
import { type HopFault, judgePair } from './judgement.ts';
import type { PairExchange } from './play/exchange.ts';
import type { PlayedPair } from './policy.ts';
import type { HopTarget } from './target.ts';

/** A pair with what it breaks. */
interface JudgedPair extends PlayedPair {
  readonly faults: readonly HopFault[];
}

/** What all pairs have shown. */
export interface Tallied {
  /** Pairs that have shown something of a clause. */
  readonly counts: ReadonlyMap<ClauseId, number>;
  /** Of each clause the first pair that has shown it kept, one without a fault where there is one, with what it breaks. */
  readonly examples: ReadonlyMap<ClauseId, JudgedPair>;
  /** Of each row that is not kept the pairs that show it, those where it weighs most first. */
  readonly found: readonly (readonly FoundFault[])[];
}

const ofRelays: ReadonlySet<HopFault['row']> = new Set([
  'idleTimeIsTooShort',
  'octetsForthAreDamaged',
  'octetsBackAreDamaged',
]);

/** Whether what was found binds who only passes octets on, too. */
export function bindsRelays({ row }: Pick<HopFault, 'row'>): boolean {
  return ofRelays.has(row);
}

/**
 * Judges all pairs.
 *
 * @param isBlind whether the hop reads no HTTP, so that nothing binds it that is about HTTP
 */
export function judgeAll(all: readonly PlayedPair[], target: HopTarget, isBlind: boolean): Tallied {
  const counts = new Map<ClauseId, number>();
  const examples = new Map<ClauseId, JudgedPair>();
  const found = new Map<string, readonly FoundFault[]>();
  const unbound = new Set<ClauseId>();
  for (const each of all) {
    const { shown, faults } = judgePair(each.current, each.exchange, target);
    for (const clause of shown) {
      counts.set(clause, (counts.get(clause) ?? 0) + 1);
      const other = examples.get(clause);
      const isBetter = other === undefined || (faults.length === 0 && other.faults.length > 0);
      if (isBetter && faults.every((fault) => fault.clause !== clause))
        examples.set(clause, { ...each, faults });
    }
    const rows = faults.map(({ row }) => row);
    for (const fault of faults) {
      if (isBlind && !bindsRelays(fault)) unbound.add(fault.clause);
      else if (!isShownBy(fault.row, rows)) {
        const also = faults.filter(({ row }) => isShownBy(row, [fault.row]));
        found.set(fault.row, [...(found.get(fault.row) ?? []), { ...each, fault, also }]);
      }
    }
  }
  for (const clause of unbound) counts.delete(clause);
  const isMust = ({ fault }: FoundFault) => Number(fault.severity === 'MUST');
  const heaviestFirst = [...found.values()].map((each) => each.toSorted((a, b) => isMust(b) - isMust(a)));
  return { counts, examples, found: heaviestFirst };
}

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
