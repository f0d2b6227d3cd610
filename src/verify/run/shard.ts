import type { ClauseId } from '../../../models/clauses.ts';
import type { Case } from '../judge/case.ts';

/** The part of the cases that is played: every `count`th, from the `index`th on; `index` counts from 0. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** How a run is limited to a part of its cases. */
export interface Sharding {
  /** Default: all cases. */
  readonly shard?: Shard | undefined;
  /** Clauses whose own cases are played in every shard. Default: none. */
  readonly inEveryShard?: readonly ClauseId[];
}

/** Cases that show the same stay together, so that every shard tells what is one defect. */
export function isInShard(
  { group, number }: Pick<Case, 'group' | 'number'>,
  { shard = { index: 0, count: 1 }, inEveryShard = [] }: Sharding,
  clauses: readonly (ClauseId | null)[],
): boolean {
  const place = group === null ? number : [...group].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const isNeeded = clauses.some((clause) => clause !== null && inEveryShard.includes(clause));
  return isNeeded || place % shard.count === shard.index;
}

/** Whether only a part of the cases is played. */
export function isPartOf({ shard }: Sharding): boolean {
  return shard !== undefined && shard.count > 1;
}
