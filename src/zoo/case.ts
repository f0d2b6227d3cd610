import type { ClauseId } from '../../models/clauses.ts';
import type { ReplyEdit } from '../arbitraries/edit.ts';

/** How the octets of a reply are sent. */
export type ReplyDelivery =
  | 'whole'
  /** In one write with the first message behind the 101. */
  | 'withMessage'
  /** In two halves, with a pause between them. */
  | 'halves'
  /** After a pause. */
  | 'late'
  /** The first half, and then the end of the connection. */
  | 'cut'
  /** None of them: the connection is ended. */
  | 'none';

/** One reply to show: the canonical 101 with changes, made for whatever a request offers. */
export interface ReplySketch {
  /** What it shows, in one line. */
  readonly title: string;
  /** Which part of the reply it is about. */
  readonly group: string;
  readonly clause: ClauseId;
  /** What a client has to offer for it. */
  readonly subprotocols: readonly string[];
  /** Made with `standIn` where the accept value stands. */
  readonly edits: readonly ReplyEdit[];
  readonly delivery: ReplyDelivery;
  /** Whether it agrees to permessage-deflate where that was offered. */
  readonly isDeflating: boolean;
}

/** What a right client does: opens the connection, fails it, or either. */
export type Expectation = 'open' | 'fail' | 'either';

/** One path of the zoo. */
export interface ZooCase extends ReplySketch {
  /** Never changes, and counts nothing: `upgrade-is-absent`. */
  readonly id: string;
  readonly path: string;
  readonly expect: { readonly rfc6455: Expectation; readonly whatwg: Expectation };
  /** Why a client may do either, where the clause itself does not say it. */
  readonly latitude: string | null;
  /** Whether a client gets the whole of a final reply before the connection ends. */
  readonly replies: boolean;
  /** What tells a play that the zoo answers it: a reply that opens in every client, or one that is refused in words. */
  readonly control: 'opens' | 'refused' | null;
}

/** Where the paths of cases begin. */
export const casePrefix = '/case/';
