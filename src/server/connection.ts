import type { Socket } from 'node:net';
import type { DeflateParameters } from '../negotiation/permessage-deflate.ts';
import type { Extension, RequestHead } from '../wire/index.ts';

/** A connection that was accepted: after the 101 its octets are WebSocket frames. */
export interface ServerConnection<Context = unknown> {
  readonly role: 'server';
  /**
   * The socket, a `TLSSocket` where the connection is secured, with nothing listening but an empty error
   * listener; it stays readable after the peer's end. Where the credential came in the first message, only
   * `toWebSocket` may read it.
   */
  readonly socket: Socket;
  /** Octets that came with the handshake: the first of the frames. */
  readonly head: Buffer;
  readonly request: RequestHead;
  /** The path of the request-target, without its query. */
  readonly path: string;
  readonly subprotocol: string | null;
  readonly extensions: readonly Extension[];
  /** The parameters of permessage-deflate; null where it is not agreed. */
  readonly deflate: DeflateParameters | null;
  /** What `authorize` gave along; undefined where it gave nothing, or is not asked. */
  readonly context: Context;
}
