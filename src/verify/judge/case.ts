import type { ClauseId } from '../../../models/clauses.ts';
import type { RequestEdit, RequestMessage } from '../../arbitraries/index.ts';
import type { Change } from './change.ts';

/** One thing that is played: a known-good message with some changes. It is data, and nothing in it acts. */
export interface Case<Message = unknown, Edit = unknown> {
  /** Its place among all cases of a run. */
  readonly number: number;
  /** The clause that it is made for. */
  readonly clause: ClauseId;
  readonly title: string;
  /** What it has in common with others that show the same; they are played in one shard. Null for mixtures. */
  readonly group: string | null;
  /** Whether it is written down and not drawn: it is played whatever the seed is. */
  readonly isLiteral: boolean;
  /** The known-good message, with a key of its own. */
  readonly base: Message;
  readonly changes: readonly Change<Edit>[];
  /** Whether the message is sent in several pieces. */
  readonly isCut: boolean;
}

/** A request to a server. */
export interface RequestCase extends Case<RequestMessage, RequestEdit> {
  /** The octets, in the pieces in which they are sent. */
  readonly pieces: readonly Uint8Array[];
  /** What is sent behind the 101. */
  readonly frames?: Uint8Array;
  /** The data of a ping that is sent right behind the request. */
  readonly early?: Uint8Array;
}

/** All cases of a run. */
export interface CaseList<C extends Case> {
  /** What is written down: every fault and every harmless change, once each. */
  readonly literals: readonly C[];
  /** What is drawn; made as it is asked for, so that the length of a run costs no memory. */
  readonly drawn: Iterable<C>;
  /** How many there are. */
  readonly total: number;
}

/** The clause of a known-good opening: a server that refuses it refuses what it must accept. */
export const acceptance: ClauseId = 'service/1/valid-request-accepted';
