import type { Socket } from 'node:net';
import type { DeflateParameters } from '../negotiation/permessage-deflate.ts';

/** What is needed of an accepted connection, of either side, to speak frames on it. */
export interface FrameConnection {
  readonly role: 'client' | 'server';
  /** A `net.Socket` or a `tls.TLSSocket`. */
  readonly socket: Socket;
  /** Octets that came with the handshake: the first of the frames. */
  readonly head: Buffer;
  readonly subprotocol: string | null;
  /** What was agreed on compression; null where nothing was. */
  readonly deflate: DeflateParameters | null;
}
