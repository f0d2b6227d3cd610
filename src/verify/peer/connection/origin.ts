import type { Socket } from 'node:net';
import type { Clock } from '../../../clock.ts';

/** What all connections of one owner have in common. */
export interface Keeping {
  /** Milliseconds that each wait may take where it says nothing else. */
  readonly deadline?: number;
  readonly clock?: Clock;
}

/** How a connection was made. */
export interface Origin extends Keeping {
  /** When it began, by the clock; now, if it is not given. */
  readonly beganAt?: number;
  /** The TCP socket under that of TLS. */
  readonly plain?: Socket;
  /** Whether somebody else reads the socket and hands on the octets by `take`; otherwise the connection reads it. */
  readonly isReadElsewhere?: boolean;
  /** Octets that are kept at most of what comes; `mostKept`, if it is not given. */
  readonly keeps?: number;
}
