import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { compileLifecycle, run } from '../../models/compile.ts';
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  connection,
  connectionClauses,
  replyEvents,
} from '../../models/connection.ts';
import { interpret, type Lifecycle } from '../../models/decide.ts';
import { attempt } from '../attempt.ts';
import { systemClock } from '../clock.ts';
import type { Offer } from '../facts/reply-facts.ts';
import { sha1 } from '../sha1.ts';
import { computeAccept, setCookies } from '../wire/index.ts';
import { dial } from './dial.ts';
import { type Failure, HandshakeError, type Phase } from './handshake-error.ts';
import { type ClientConnection, type HandshakeOptions, prepare } from './option.ts';
import { describeFailure } from './reason.ts';
import { type JudgedReply, ReplyReader, replyDefaults } from './reply-reader.ts';
import { Stopwatch } from './timeline.ts';

/** Events of a handshake: either `open`, or `error` and then `close`. */
export type HandshakeEvents = {
  open: [connection: ClientConnection];
  error: [error: HandshakeError];
  close: [];
};

const compiled = compileLifecycle<ConnectionState, ConnectionEvent, ConnectionEffect>(connection);

/**
 * Starts one opening handshake. It holds no rule: the table decides on the reply, the connection's machine
 * says what follows.
 *
 * @throws HandshakeError of phase `input`, before anything is sent
 */
export function startHandshake(url: string, options: HandshakeOptions = {}): EventEmitter<HandshakeEvents> {
  return new ClientHandshake(url, options);
}

class ClientHandshake extends EventEmitter<HandshakeEvents> {
  readonly #options: HandshakeOptions;
  readonly #request: Uint8Array;
  readonly #offer: Offer;
  readonly #watch: Stopwatch;
  readonly #reader: ReplyReader;
  readonly #lifecycle: Lifecycle<ConnectionState, ConnectionEvent>;
  readonly #stopDeadline: () => void;
  /** Aborted as soon as the handshake is over, however it ended. */
  readonly #over = new AbortController();
  #socket: Socket | null = null;
  #endTurn = () => {};
  #phase: Phase = 'dns';
  #socketError: unknown;
  #outcome: ClientConnection | Failure | null = null;

  constructor(url: string, options: HandshakeOptions) {
    super();
    const key = randomBytes(16).toString('base64');
    const { uri, octets } = prepare(url, options, key);
    const { clock = systemClock, deadline = 10_000, subprotocols = [], signal } = options;
    this.#options = options;
    this.#request = octets;
    this.#offer = { accept: computeAccept(key, sha1), subprotocols, extensions: [] };
    this.#watch = new Stopwatch(clock);
    this.#reader = new ReplyReader(this.#offer, {
      headLimit: options.headLimit ?? replyDefaults.headLimit,
      fieldLimit: options.fieldLimit ?? replyDefaults.fieldLimit,
      onInterim: () => this.#lifecycle.send(replyEvents.interim),
      onFinal: () => this.#watch.mark('upgrade'),
    });
    const perform = (effect: ConnectionEffect) => this.#effects[effect]();
    this.#lifecycle =
      options.interpreter === 'actor'
        ? interpret(connection, perform, options.inspect)
        : run(compiled, perform);
    this.#stopDeadline = clock.after(deadline, () => this.#late(deadline));
    signal?.addEventListener('abort', this.#abort, { once: true });
    if (signal?.aborted) queueMicrotask(this.#abort);
    else void this.#begin(uri.host, uri.port);
  }

  readonly #effects: Record<ConnectionEffect, () => void> = {
    stopDeadline: () => {
      this.#stopDeadline();
      this.#options.signal?.removeEventListener('abort', this.#abort);
      this.#socket?.off('readable', this.#read).off('end', this.#closed).off('close', this.#closed);
      this.#endTurn();
      this.#over.abort();
    },
    destroySocket: () => this.#socket?.destroy(),
    open: () => {
      const outcome = this.#outcome;
      if (outcome && 'role' in outcome) attempt(() => this.emit('open', outcome), false);
    },
    error: () => {
      if (!this.#outcome || 'role' in this.#outcome) return;
      const error = new HandshakeError({ ...this.#outcome, timeline: this.#watch.timeline });
      attempt(() => this.emit('error', error), false);
    },
    close: () => attempt(() => this.emit('close'), false),
  };

  async #begin(host: string, port: number): Promise<void> {
    const onPhase = (phase: 'turn' | 'tcp') => {
      if (this.#phase === 'dns') this.#watch.mark('dns');
      this.#phase = phase;
    };
    const { lookup } = this.#options;
    const dialled = await dial({ host, port, lookup, signal: this.#over.signal, onPhase });
    if (!dialled.ok) {
      const { phase, cause } = dialled;
      this.#phase = phase;
      const message =
        phase === 'dns' ? `the host ${host} cannot be resolved` : `no TCP connection to ${host}:${port}`;
      const why = cause instanceof Error ? `: ${cause.message}` : '';
      this.#fail('CONNECT_FAILED', message + why, { cause });
      return;
    }
    const { socket, endTurn } = dialled;
    if (this.#over.signal.aborted) {
      socket.destroy();
      endTurn();
      return;
    }
    this.#socket = socket;
    this.#endTurn = endTurn;
    this.#watch.mark('tcp');
    this.#phase = 'upgrade';
    socket.on('readable', this.#read).on('end', this.#closed).on('close', this.#closed);
    socket.once('error', (error) => {
      this.#socketError = error;
    });
    socket.write(this.#request);
  }

  readonly #read = (): void => {
    for (let chunk = this.#socket?.read(); chunk != null; chunk = this.#socket?.read()) {
      const judged = this.#reader.push(chunk);
      if (judged) {
        this.#conclude(judged);
        return;
      }
    }
  };

  #conclude(judged: JudgedReply): void {
    const { row, reading, rest } = judged;
    const { reply, subprotocol, extensions } = reading;
    if (row.verdict === 'established' && reply && this.#socket) {
      this.#watch.mark('open');
      this.#outcome = {
        role: 'client',
        socket: this.#socket,
        head: Buffer.from(rest),
        reply,
        subprotocol,
        extensions,
        cookies: setCookies(reply.fields),
        timeline: this.#watch.timeline,
      };
    } else {
      this.#outcome = describeFailure(judged, this.#offer);
    }
    this.#lifecycle.send(replyEvents[row.verdict]);
  }

  #late(deadline: number): void {
    const refusal = this.#reader.end(false);
    if (refusal) this.#conclude(refusal);
    else
      this.#fail(
        'TIMED_OUT',
        this.#phase === 'turn'
          ? `another handshake with this address did not end within ${deadline} ms`
          : `no open connection within ${deadline} ms`,
      );
  }

  readonly #closed = (): void => {
    // Content until close is complete unless the connection broke (RFC 9112 §8).
    const refusal = this.#reader.end(this.#socketError === undefined);
    if (refusal) {
      this.#conclude(refusal);
      return;
    }
    const head = this.#reader.partial;
    const message =
      head.length > 0
        ? `the connection was closed after ${head.length} octets of a reply`
        : 'the connection was closed without a reply';
    const cause = this.#socketError;
    this.#fail('SOCKET_CLOSED', message, { head, cause });
  };

  readonly #abort = (): void => {
    const cause: unknown = this.#options.signal?.reason;
    this.#fail('ABORTED', 'the handshake was aborted', { cause });
  };

  #fail(event: keyof typeof connectionClauses, message: string, more: Partial<Failure> = {}): void {
    if (this.#outcome) return;
    this.#outcome = { ...more, clause: connectionClauses[event], phase: this.#phase, message };
    this.#lifecycle.send(event);
  }
}
