import type { ClauseId } from '../../models/clauses.ts';
import type { Diagnosis } from '../diagnosis/index.ts';
import type { Span } from '../wire/index.ts';
import type { LifecycleStep } from './lifecycle-path.ts';
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
  readonly path: readonly LifecycleStep[];
}

/** What may be wrong, how sure that is and why, and what mends it. */
export interface CauseView extends Omit<Diagnosis, 'clause'> {
  readonly clause: ClauseView | null;
}

/** What follows from what was seen, the surest first, and what a browser would have said of it. */
export interface CausesView {
  readonly causes: readonly CauseView[];
  /** What Chromium would have written; null where that is not known. */
  readonly browser: string | null;
}
