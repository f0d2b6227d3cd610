import type { ClauseId } from '../../../models/clauses.ts';
import type { RequestMessage } from '../../arbitraries/index.ts';
import type { Change } from './change.ts';

/** One request to a target: the canonical opening with some changes. */
export interface TargetCase {
  /** Its place among all cases of a run. */
  readonly number: number;
  /** The clause that it is made for. */
  readonly clause: ClauseId;
  readonly title: string;
  /** What it has in common with others that show the same; they are played in one shard. Null for mixtures. */
  readonly group: string | null;
  /** Whether it is written down and not drawn: it is played whatever the seed is. */
  readonly isLiteral: boolean;
  readonly base: RequestMessage;
  readonly changes: readonly Change[];
  /** The octets, in the pieces in which they are sent. */
  readonly pieces: readonly Uint8Array[];
  /** What is sent behind the 101. */
  readonly frames?: Uint8Array;
  /** The data of a ping that is sent right behind the request. */
  readonly early?: Uint8Array;
}

export const acceptance: ClauseId = 'service/1/valid-request-accepted';

/** All cases of a run. */
export interface TargetCases {
  /** What is written down: every fault and every harmless change, once each. */
  readonly literals: readonly TargetCase[];
  /**
   * What is drawn: faults among harmless changes, several faults, several harmless changes, the opening itself again
   * and again, and cut in two. They are made as they are asked for.
   */
  readonly drawn: Iterable<TargetCase>;
  /** How many there are. */
  readonly total: number;
}
