import type { ClauseId } from '../../models/clauses.ts';
import { established } from '../../src/verify/client/reply-case.ts';
import { acceptance } from '../../src/verify/judge/case.ts';
import type { Sharding } from '../../src/verify/run/shard.ts';
import { runs } from '../property.ts';

/** In the quick tier a subject is played a third of the cases, in the long one all of them. */
const count = runs(3, 1);

/** The clauses of known-good messages: what every reply to an opening, and every 101, has to have is shown by these. */
const valid: readonly ClauseId[] = [acceptance, established];

/**
 * The cases that are played to a subject with a planted behaviour: a third of all, which depends on its title alone,
 * those that are valid, and all that were made for the clauses that it breaks.
 */
export function partFor(title: string, clauses: readonly ClauseId[] = []): Sharding {
  const sum = [...title].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return { shard: { index: sum % count, count }, inEveryShard: [...valid, ...clauses] };
}
