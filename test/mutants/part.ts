import type { ClauseId } from '../../models/clauses.ts';
import type { Sharding } from '../../src/verify/run/shard.ts';
import { runs } from '../property.ts';

/** In the quick tier a subject is played a third of the cases, in the long one all of them. */
const count = runs(3, 1);

const placeOf = (title: string) => [...title].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % count;

/**
 * The cases that are played to a server or client with a planted behaviour: a third of all, which depends on its title
 * alone, and all that were made for the clauses that it breaks.
 */
export function partFor(title: string, clauses: readonly ClauseId[] = []): Sharding {
  return { shard: { index: placeOf(title), count }, inEveryShard: clauses };
}

/** The pairs that are played to a hop, by their titles: a third of all, and those that are named. */
export function pairsFor(title: string, needed: readonly string[] = []): (pair: string) => boolean {
  return (pair) => placeOf(pair) === placeOf(title) || needed.includes(pair);
}
