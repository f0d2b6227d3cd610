import type { Socket } from 'node:net';
import { WebSocket } from 'ws';

/** What is needed of an accepted connection, of either side, to speak frames on it. */
export interface FrameConnection {
  readonly role: 'client' | 'server';
  readonly socket: Socket;
  /** Octets that came with the handshake: the first of the frames. */
  readonly head: Buffer;
  readonly subprotocol: string | null;
}

export interface FrameOptions {
  /** Octets of the largest message that is taken. Default 100 MiB, as in `ws`. */
  readonly maxPayload?: number | undefined;
}

/**
 * The members of ws 8.23 that are not in its types. Its own server makes a WebSocket the same way, with
 * the same defaults; without `closeTimeout` every clean close would be reported as 1006, without
 * `maxBufferedChunks` and `maxFragments` a peer could fill the memory with empty fragments.
 */
interface Internals {
  _isServer: boolean;
  _protocol: string;
  emitClose(): void;
  setSocket(socket: Socket, head: Buffer, options: Required<FrameOptions> & typeof defaults): void;
}
const defaults = {
  allowSynchronousEvents: true,
  autoPong: true,
  closeTimeout: 30_000,
  maxBufferedChunks: 256 * 1024,
  maxFragments: 16 * 1024,
  maxPayload: 100 * 1024 * 1024,
  skipUTF8Validation: false,
};
const Detached = WebSocket as unknown as new (
  // as ws's own server calls it
  address: null,
  protocols: undefined,
  options: typeof defaults,
) => WebSocket & Internals;

/** Gives a `ws` WebSocket, already open, that speaks frames on the socket of an accepted connection. */
export function toWebSocket(connection: FrameConnection, options: FrameOptions = {}): WebSocket {
  const settings = { ...defaults, maxPayload: options.maxPayload ?? defaults.maxPayload };
  const webSocket = new Detached(null, undefined, settings);
  webSocket._isServer = connection.role === 'server';
  webSocket._protocol = connection.subprotocol ?? '';
  const { socket, head } = connection;
  webSocket.setSocket(socket, head, settings);
  // What the socket has told before, it does not tell again.
  if (socket.closed) process.nextTick(() => webSocket.emitClose());
  else if (socket.readableEnded) socket.destroy();
  return webSocket;
}
