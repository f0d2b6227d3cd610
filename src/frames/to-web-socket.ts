import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { checkArgument, checkOptions } from '../option/check-options.ts';
import { flagOr, number, objectOf, text } from '../option/kind.ts';
import { checkRanges } from './check-ranges.ts';
import type { DeflateOptions } from './deflate.ts';
import type { FrameConnection } from './frame-connection.ts';
import { defaultSettings, type FrameSettings, FrameSocket } from './frame-socket.ts';
import { takeReleased } from './held-message.ts';
import { type KeepOpenOptions, keepOpen } from './keep-open.ts';
import { keepOpenShape } from './keep-open-shape.ts';

export type { DeflateOptions } from './deflate.ts';
export type { FrameConnection } from './frame-connection.ts';

export interface FrameOptions {
  /** Octets of the largest message that is taken, inflated. Default 100 MiB, as in `ws`. */
  readonly maxPayload?: number | undefined;
  readonly deflate?: DeflateOptions | undefined;
  /** Pings the peer regularly, so that no intermediary takes the connection for idle. Default: no pings. */
  readonly keepOpen?: boolean | KeepOpenOptions | undefined;
  /** For a client: a token that is sent in a message `{"type":"auth","token":…}`, before any other. */
  readonly authToken?: string | undefined;
}

const frameOptions = objectOf<FrameOptions>({
  maxPayload: number,
  deflate: objectOf<DeflateOptions>({
    threshold: number,
    level: number,
    memLevel: number,
    concurrencyLimit: number,
  }),
  keepOpen: flagOr(objectOf<KeepOpenOptions>(keepOpenShape), 'an object'),
  authToken: text,
});

/** The sockets that a WebSocket reads: a second one would take octets from the first. */
const taken = new WeakSet<Socket>();

/**
 * Gives a `ws` WebSocket, already open, that speaks frames on the socket of an accepted connection.
 *
 * On a connection that was held for its first message, those that followed are emitted in the next tick, the
 * binary ones as Buffers; while it is held this throws.
 *
 * @throws RangeError for numbers that make no sense, TypeError for what is no connection, for an option that is unknown or of
 *   another kind, and when it is called again for the same connection
 */
export function toWebSocket(connection: FrameConnection, options?: FrameOptions): WebSocket {
  const settings = options ? settle(options) : defaultSettings;
  checkArgument('toWebSocket', connection, 'a connection that has opened', ['role', 'socket', 'head']);
  const { authToken, keepOpen: pings = false } = options ?? {};
  if (authToken !== undefined && connection.role === 'server') {
    throw new TypeError('authToken is a client’s: a server has nobody to show it to');
  }
  if (taken.has(connection.socket)) {
    throw new TypeError(
      'toWebSocket was called for this connection before: use the WebSocket that it gave then',
    );
  }
  const released = takeReleased(connection);
  released?.adopt(settings);
  const webSocket = released ?? new FrameSocket(connection, settings);
  taken.add(connection.socket);
  if (authToken !== undefined) webSocket.send(JSON.stringify({ type: 'auth', token: authToken }));
  if (pings) keepOpen(webSocket, pings === true ? {} : pings);
  return webSocket;
}

function settle(options: FrameOptions): FrameSettings {
  checkOptions('toWebSocket', options, frameOptions);
  const { maxPayload, deflate = {}, keepOpen: pings } = options;
  const { threshold, level, memLevel, concurrencyLimit } = deflate;
  const { pingInterval, idleLimit } = typeof pings === 'object' ? pings : {};
  checkRanges({ maxPayload, threshold, level, memLevel, concurrencyLimit, pingInterval, idleLimit });
  return { ...defaultSettings, maxPayload: maxPayload ?? defaultSettings.maxPayload, deflate };
}
