import type { Chunk } from './kept-octets.ts';
import type { EndKind } from './raw-connection.ts';

/** One end of a connection that is ours: octets with times, in milliseconds since it began. */
export interface End {
  readonly sent: readonly Chunk[];
  /** As far as it is kept. */
  readonly received: readonly Chunk[];
  /** How many octets came. */
  readonly came: number;
  /** Whether more came than there was room for. */
  readonly isCut: boolean;
  /** How the other side has ended it. */
  readonly ending: EndKind;
}

/** One handshake as it was seen at every end that is ours. */
export interface Exchange {
  /** No other exchange has the same: part of the path where we are the server, our port where we are the client. */
  readonly nonce: string;
  /** The client's end; null where somebody else is the client. */
  readonly client: End | null;
  /** The server's end; null where somebody else is the server, or nothing has reached ours. */
  readonly server: End | null;
}
