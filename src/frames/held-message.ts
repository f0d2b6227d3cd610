import type { FrameConnection } from './frame-connection.ts';
import { defaultSettings, type Emission, FrameSocket } from './frame-socket.ts';

/** A connection whose messages wait until the first of them is judged. */
export interface Held {
  /** Messages that came after the first one and wait. */
  readonly count: number;
  /**
   * Ends the holding: what waited, and all that follows, is emitted on the WebSocket that `toWebSocket` gives for
   * the same connection. It does nothing once the connection is gone, closed or overflown.
   */
  release(): void;
  /**
   * Sends a Close frame and gives up. The socket is destroyed when the peer does not answer within two seconds.
   *
   * @throws TypeError for a code that no endpoint may send, RangeError for a reason of more than 123 octets
   */
  close(code: number, reason: string): void;
}

export interface HoldOptions {
  /** Octets of the largest message while it is held, the first one included. */
  readonly maxPayload: number;
  /** How many messages may wait after the first; the memory that they take is this times `maxPayload`. */
  readonly maxHeld: number;
  /** Given the first message, once; null when it is binary. */
  readonly onMessage: (text: string | null) => void;
  /**
   * Told once; what comes from then on is dropped. A message that is too large is answered with 1009, unless
   * `close` is called before this returns.
   */
  readonly onOverflow: (what: 'size' | 'count') => void;
  /** Told once: the peer closed, broke the protocol or vanished before `release` and `close`. */
  readonly onGone: () => void;
}

/** Milliseconds that a peer which was not let in has to answer a Close frame. */
const lingering = 2_000;

/** The codes of ws's errors about a message that is too large. */
const oversizes = ['WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', 'WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH'];

/** Gives the WebSocket of a connection that was held. */
const givers = new WeakMap<FrameConnection, () => FrameSocket>();

/**
 * Speaks frames on a connection whose first message must be judged before any other is processed. Frames are read
 * meanwhile: pings are answered, and a Close frame is heard.
 */
export function holdMessages(connection: FrameConnection, options: HoldOptions): Held {
  const { maxPayload, maxHeld, onMessage, onOverflow, onGone } = options;
  const webSocket = new FrameSocket(connection, { ...defaultSettings, maxPayload, closeTimeout: lingering });
  let state: 'awaiting' | 'holding' | 'overflown' | 'over' | 'released' = 'awaiting';
  let waiting: Emission[] = [];
  let count = 0;
  const isHeld = () => state === 'awaiting' || state === 'holding';

  function overflow(what: 'size' | 'count'): void {
    state = 'overflown';
    onOverflow(what);
  }
  function keep(emission: Emission): void {
    const [event, data, isBinary] = emission;
    if (event === 'ping' || event === 'pong' || state === 'over') return;
    if (event === 'close' && (isHeld() || state === 'overflown')) {
      state = 'over';
      onGone();
    } else if (event === 'message' && state === 'awaiting') {
      state = 'holding';
      onMessage(isBinary === true ? null : String(data));
    } else if (event === 'message' && state === 'holding' && count === maxHeld) {
      overflow('count');
    } else if (state !== 'overflown') {
      waiting.push(emission);
      if (event === 'message') count += 1;
    }
  }
  function give(): FrameSocket {
    if (state !== 'released') throw new Error('the connection is held until its first message is judged');
    // Once the caller has attached its listeners.
    process.nextTick(() => {
      webSocket.divert(null);
      webSocket.resume();
      for (const emission of waiting) webSocket.emit(...emission);
      waiting = [];
      count = 0;
    });
    return webSocket;
  }

  webSocket.divert(keep);
  webSocket.beforeFailure((error) => {
    const isOversize = 'code' in error && oversizes.includes(String(error.code));
    if (isOversize && isHeld()) overflow('size');
  });
  givers.set(connection, give);
  return {
    get count() {
      return count;
    },
    release() {
      if (!isHeld()) return;
      state = 'released';
      webSocket.pause();
    },
    close(code, reason) {
      if (!isHeld() && state !== 'overflown') return;
      webSocket.close(code, reason);
      state = 'over';
    },
  };
}

/**
 * The WebSocket of a connection that was held; null for one that never was. What waited is emitted on it in the
 * next tick.
 *
 * @throws Error while the connection is held
 */
export function takeReleased(connection: FrameConnection): FrameSocket | null {
  return givers.get(connection)?.() ?? null;
}
