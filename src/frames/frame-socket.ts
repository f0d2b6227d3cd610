import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { WebSocket } from 'ws';
import { deflateName } from '../negotiation/permessage-deflate.ts';
import { createDeflate, type Deflate, type DeflateOptions } from './deflate.ts';
import type { FrameConnection } from './frame-connection.ts';

export interface FrameSettings {
  /** Octets of the largest message that is taken, inflated. */
  readonly maxPayload: number;
  /** Milliseconds that the peer has to answer a Close frame. */
  readonly closeTimeout: number;
  readonly deflate: DeflateOptions;
}

export const defaultSettings: FrameSettings = {
  maxPayload: 100 * 1024 * 1024,
  closeTimeout: 30_000,
  deflate: {},
};

/** What is told to listeners: the name of an event, and what comes with it. */
export type Emission = readonly [event: string | symbol, ...args: readonly unknown[]];

/**
 * The defaults with which ws's own server makes a WebSocket. Without the last three a peer could fill the memory
 * with empty fragments, or with pings whose answers it does not read.
 */
const constants = {
  allowSynchronousEvents: true,
  autoPong: true,
  skipUTF8Validation: false,
  maxBufferedChunks: 256 * 1024,
  maxFragments: 16 * 1024,
  maxPendingAutoPongs: 60,
};

/** The members of ws 8.23 that are not in its types. */
interface Internals {
  _isServer: boolean;
  _protocol: string;
  _closeTimeout: number;
  readonly _extensions: Record<string, Deflate>;
  readonly _receiver: EventEmitter & { _maxPayload: number; end: (this: Writable) => void };
  emitClose(): void;
  setSocket(socket: Socket, head: Buffer, options: typeof constants): void;
}
const Detached = WebSocket as unknown as new (
  // as ws's own server calls it
  address: null,
  protocols: undefined,
  options: typeof constants,
) => WebSocket & Internals;

type Data = Parameters<WebSocket['send']>[0];
type Done = (error?: Error) => void;
interface SendOptions {
  readonly mask?: boolean | undefined;
  readonly binary?: boolean | undefined;
  readonly compress?: boolean | undefined;
  readonly fin?: boolean | undefined;
}

/** A WebSocket of ws on a socket that has the handshake behind it. */
export class FrameSocket extends Detached {
  readonly #deflate: Deflate | null;
  /** Whether it may compress what it sends. */
  readonly #compresses: boolean;
  #threshold = 0;
  #diverted: ((emission: Emission) => void) | null = null;

  constructor({ role, socket, head, subprotocol, deflate }: FrameConnection, settings: FrameSettings) {
    super(null, undefined, constants);
    this._isServer = role === 'server';
    this._protocol = subprotocol ?? '';
    this.#deflate = deflate && createDeflate(role, deflate, settings.deflate.concurrencyLimit);
    if (this.#deflate) this._extensions[deflateName] = this.#deflate;
    const ownBits = role === 'server' ? deflate?.serverMaxWindowBits : deflate?.clientMaxWindowBits;
    // The raw deflate of zlib has no window of 8 bits: Node would take 9 without a word.
    this.#compresses = ownBits !== undefined && ownBits !== 8;
    this.setSocket(socket, head, constants);
    this._receiver.end = endOnce;
    this.adopt(settings);
    // What the socket has told before, it does not tell again.
    if (socket.closed) process.nextTick(() => this.emitClose());
    else if (socket.readableEnded) socket.destroy();
  }

  /** Takes other settings, before any message is sent. `concurrencyLimit` stays as it is. */
  adopt({ maxPayload, closeTimeout, deflate }: FrameSettings): void {
    const { threshold = 1_024, level, memLevel } = deflate;
    this._closeTimeout = closeTimeout;
    this._receiver._maxPayload = maxPayload;
    this.#threshold = threshold;
    if (!this.#deflate) return;
    this.#deflate._maxPayload = maxPayload;
    this.#deflate._options.zlibDeflateOptions = { level, memLevel };
  }

  /** Gives all that is emitted to a function in place of the listeners, until `null` is given. */
  divert(to: ((emission: Emission) => void) | null): void {
    this.#diverted = to;
  }

  /** Calls back with what makes the octets unreadable, before the Close frame with the code for it is sent. */
  beforeFailure(listener: (error: Error) => void): void {
    this._receiver.prependListener('error', listener);
  }

  override emit(...emission: Parameters<WebSocket['emit']>): boolean {
    if (!this.#diverted) {
      // A peer may send any octets: where nobody asks for the error, no process ends by it. `close` follows.
      return emission[0] === 'error' && this.listenerCount('error') === 0 ? false : super.emit(...emission);
    }
    this.#diverted(emission);
    return true;
  }

  override send(data: Data, options?: SendOptions | Done, done?: Done): void {
    const [chosen, callback] = typeof options === 'function' ? [{}, options] : [options, done];
    const compress = this.#compresses && (chosen?.compress ?? countOctets(data) >= this.#threshold);
    super.send(data, { ...chosen, compress }, callback);
  }
}

/**
 * ws ends its receiver when the socket ends, and again when it closes. For the second time Node makes an error, stack
 * and all, that nobody hears.
 */
function endOnce(this: Writable): void {
  if (!this.writableEnded) Reflect.apply(Writable.prototype.end, this, []);
}

/** How many octets ws makes of a message. */
function countOctets(data: Data): number {
  if (data instanceof Blob) return data.size;
  if (ArrayBuffer.isView(data) || data instanceof ArrayBuffer || data instanceof SharedArrayBuffer) {
    return data.byteLength;
  }
  return Array.isArray(data) ? data.length : Buffer.byteLength(String(data));
}
