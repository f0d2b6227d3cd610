import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { type Clock, systemClock } from '../clock.ts';
import { checkArgument, checkOptions } from '../option/check-options.ts';
import { objectOf } from '../option/kind.ts';
import { checkRanges } from './check-ranges.ts';
import { keepOpenShape } from './keep-open-shape.ts';

/** Milliseconds without an octet after which proxies and load balancers mostly end a connection. */
export const proxyIdleTimeout = 60_000;

/** Milliseconds without an octet after which some CDNs end a connection on their free plans. */
export const cdnIdleTimeout = 100_000;

/** Milliseconds from one ping to the next, as is recommended for both. */
export const pingInterval = 30_000;

export interface KeepOpenOptions {
  /** Milliseconds from one ping to the next. Default 30,000. */
  readonly pingInterval?: number | undefined;
  /**
   * Milliseconds without an octet of the peer after which the connection is ended, as 1006. Where it is no longer
   * than `pingInterval`, that ends a peer which merely has nothing to say. Default: never.
   */
  readonly idleLimit?: number | undefined;
  readonly clock?: Clock | undefined;
}

const keepOpenOptions = objectOf<KeepOpenOptions>(keepOpenShape);

/**
 * Pings the peer regularly, so that no intermediary takes the connection for idle. It stops by itself when the
 * WebSocket closes.
 *
 * @param webSocket an open one
 * @returns a function that stops it before
 * @throws RangeError for times that are no whole numbers from 1, TypeError for what is no WebSocket, and for an option
 *   that is unknown or of another kind
 */
export function keepOpen(webSocket: WebSocket, options: KeepOpenOptions = {}): () => void {
  checkOptions('keepOpen', options, keepOpenOptions);
  const { idleLimit, clock = systemClock } = options;
  const interval = options.pingInterval ?? pingInterval;
  checkRanges({ pingInterval: interval, idleLimit });
  checkArgument('keepOpen', webSocket, 'a WebSocket', ['readyState', 'ping', 'on']);
  if (webSocket.readyState === webSocket.CLOSED) return () => {};

  const stopPings = pingEvery(interval, webSocket, clock);
  const stopWatch = idleLimit === undefined ? () => {} : watch(idleLimit, webSocket, clock);
  const stop = () => {
    stopPings();
    stopWatch();
    webSocket.off('close', stop);
  };
  webSocket.on('close', stop);
  return stop;
}

function pingEvery(ms: number, webSocket: WebSocket, clock: Clock): () => void {
  let cancel = clock.after(ms, ping);
  function ping(): void {
    webSocket.ping();
    cancel = clock.after(ms, ping);
  }
  return () => cancel();
}

/** Ends the connection after `ms` milliseconds without an octet. While the socket is paused none can be heard. */
function watch(ms: number, webSocket: WebSocket, clock: Clock): () => void {
  const { _socket: socket } = webSocket as unknown as { readonly _socket: Socket }; // not in the types of ws
  let heardAt = clock.now();
  let cancel = clock.after(ms, look);
  function hear(): void {
    heardAt = clock.now();
  }
  function look(): void {
    if (socket.isPaused()) hear();
    const left = heardAt + ms - clock.now();
    if (left > 0) cancel = clock.after(left, look);
    else webSocket.terminate();
  }
  socket.on('data', hear);
  return () => {
    cancel();
    socket.off('data', hear);
  };
}
