import type { ClauseId } from '../../models/clauses.ts';
import type { Span } from '../wire/index.ts';
import type { CausesView } from './cause-view.ts';
import type { Step } from './lifecycle-path.ts';
import type { RowView } from './row-view.ts';

/** Octets, and which of them are to be pointed at. */
export interface MarkedOctets {
  readonly octets: Uint8Array;
  readonly marks: readonly Span[];
}

/** A clause, where it stands, and what it says. */
export interface ClauseView {
  readonly id: ClauseId;
  /** For example `RFC 6455 §4.2.1`. */
  readonly source: string;
  /** Where the section can be read, if it is published. */
  readonly url: string | undefined;
  readonly summary: string;
}

/** Everything that a page shows of one message. */
export interface View extends CausesView {
  readonly outcome: 'accepted' | 'refused' | 'waits';
  /** What comes of the message, in one sentence. */
  readonly verdict: string;
  /** What is wrong with its syntax; null where nothing is known to be. */
  readonly problem: string | null;
  readonly clause: ClauseView;
  readonly sent: MarkedOctets;
  /** What the reference server writes; null where it writes nothing itself, and for a reply. */
  readonly answer: Uint8Array | null;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly rows: readonly RowView[];
  /** Whether the head has no end. */
  readonly isUnfinished: boolean;
  readonly notes: readonly string[];
  readonly lifecycle: 'serverSession' | 'connection';
  readonly path: readonly Step[];
}
