import type { ClauseId } from '../../../models/clauses.ts';
import type { RequestEdit, RequestMessage } from '../../arbitraries/index.ts';
import type { Change } from './change.ts';

/** One thing that is played: a known-good message with some changes. A case is data: it has no functions. */
export interface Case<Message = unknown, Edit = unknown> {
  /** Its place among all cases of a run. */
  readonly number: number;
  /** The clause that it is made for. */
  readonly clause: ClauseId;
  readonly title: string;
  /** The name that it shares with cases that show the same; one shard plays all of them. Null for mixtures. */
  readonly group: string | null;
  /** Whether it is written down, and so played with every seed; the others are drawn. */
  readonly isLiteral: boolean;
  /** The known-good message, with a key of its own. */
  readonly base: Message;
  readonly changes: readonly Change<Edit>[];
  /** Whether the head of the message is sent in several pieces. */
  readonly isCut: boolean;
  /** Whether the pauses between two or three pieces are so long that no subject reads them as one. */
  readonly isPatient?: boolean;
  /** Whether it changes no message: it is played as it stands, and another such case plays something else. */
  readonly isFixed?: boolean;
  /** Whether what belongs to one connection, such as a key, is drawn anew each time that it is played again. */
  readonly isRenewed?: boolean;
  /** Whether it is played one by one, behind all others: it may change how what is played beside it is answered. */
  readonly isAlone?: boolean;
  /** Whether it takes so long that it is played no more often than it has to be. */
  readonly isLong?: boolean;
}

/** How content is sent that is not sent with the head. */
export type ContentDelivery = 'inParts' | 'late';

/** A request to a server. */
export interface RequestCase extends Case<RequestMessage, RequestEdit> {
  /** The octets, in the pieces in which they are sent. */
  readonly pieces: readonly Uint8Array[];
  /** How its content is sent, where it is not sent with the head. */
  readonly delivery?: ContentDelivery;
  /** The end of the request, where it is held back until the target begins to answer, or has not for a while. */
  readonly rest?: Uint8Array;
  /** What is sent behind a refusal. */
  readonly second?: Uint8Array;
  /** What is sent behind the 101. */
  readonly frames?: Uint8Array;
  /** Whether these have a credential, or one that is nearly right: no report has them. */
  readonly isSecret?: boolean;
  /** The data of a ping that is sent right behind the request. */
  readonly early?: Uint8Array;
}

/** All cases of a run. */
export interface CaseList<C extends Case> {
  /** The cases that are written down: every fault and every harmless change, once each. */
  readonly literals: readonly C[];
  /** The cases that are drawn. Each is made when it is asked for, so that a long run needs no more memory. */
  readonly drawn: Iterable<C>;
  /** How many there are. */
  readonly total: number;
}

/** The data of a ping before messages: what comes before its pong was sent unasked, and is no answer to them. */
export const beforeMessages = Buffer.from('before');

/** The clause of a known-good opening: a server that refuses it refuses what it must accept. */
export const acceptance: ClauseId = 'service/1/valid-request-accepted';

/** All octets of a request, in one piece. */
export function octetsOf({ pieces, rest }: Pick<RequestCase, 'pieces' | 'rest'>): Uint8Array {
  const [first] = pieces;
  return first && pieces.length === 1 && !rest ? first : Buffer.concat(rest ? [...pieces, rest] : pieces);
}

/** Octets as they were sent: in pieces of these lengths, with as many held back at the end; the reverse of `octetsOf`. */
export function cutOctets(
  octets: Uint8Array,
  {
    rest = 0,
    pieces = [octets.length - rest],
  }: { readonly pieces?: readonly number[]; readonly rest?: number },
): Pick<RequestCase, 'pieces' | 'rest'> {
  const ends = pieces.map((_, at) => pieces.slice(0, at + 1).reduce((sum, length) => sum + length, 0));
  return {
    pieces: ends.map((end, at) => octets.subarray(ends[at - 1] ?? 0, end)),
    ...(rest > 0 ? { rest: octets.subarray(octets.length - rest) } : {}),
  };
}
