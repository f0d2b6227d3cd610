import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { compileLifecycle, run } from '../../models/compile.ts';
import { interpret, type Lifecycle } from '../../models/decide.ts';
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  connection,
  connectionClauses,
  replyEvents,
} from '../../models/lifecycles/connection.ts';
import { attempt } from '../attempt.ts';
import { systemClock } from '../clock.ts';
import type { OfferedTerms } from '../facts/reply-facts.ts';
import { sha1 } from '../sha1.ts';
import { computeAccept, setCookies } from '../wire/index.ts';
import { hideFailure, hideReply } from './browser.ts';
import { keepToOffers } from './deflate.ts';
import { Ending } from './ending.ts';
import { exchange } from './exchange.ts';
import { type Failure, HandshakeError, type Phase } from './handshake-error.ts';
import { drawKey } from './nonce.ts';
import type { ClientConnection, HandshakeOptions } from './option.ts';
import { type Prepared, prepare } from './prepare.ts';
import { reach } from './reach.ts';
import { describeFailure, describeTunnelFailure, explainEnd } from './reason.ts';
import { type JudgedReply, ReplyReader, replyDefaults, TunnelReader } from './reply-reader.ts';
import { Stopwatch, type Timeline } from './timeline.ts';

/** Events of a handshake: either `open`, or `error` and then `close`. */
export type HandshakeEvents = {
  open: [connection: ClientConnection];
  error: [error: HandshakeError];
  close: [];
};

const compiled = compileLifecycle<ConnectionState, ConnectionEvent, ConnectionEffect>(connection);

/**
 * Starts one opening handshake. It holds no rule: the tables decide on what is replied, the connection's machine
 * says what follows.
 *
 * @param url a WebSocket URI, as a string or a `URL`
 * @throws HandshakeError of phase `input`, and TypeError for an option that is unknown or of another kind, before
 *   anything is sent
 */
export function startHandshake(
  url: string | URL,
  options: HandshakeOptions = {},
): EventEmitter<HandshakeEvents> {
  return new ClientHandshake('startHandshake', url, options);
}

/** The same for `connect`, which is then named where its options are refused. */
export function startConnect(url: string | URL, options: HandshakeOptions): EventEmitter<HandshakeEvents> {
  return new ClientHandshake('connect', url, options);
}

class ClientHandshake extends EventEmitter<HandshakeEvents> {
  readonly #options: HandshakeOptions;
  readonly #prepared: Prepared;
  readonly #offer: OfferedTerms;
  readonly #watch: Stopwatch;
  readonly #key: string;
  /** Null where there is no proxy. */
  readonly #tunnelReader: TunnelReader | null;
  readonly #reader: ReplyReader;
  readonly #lifecycle: Lifecycle<ConnectionState, ConnectionEvent>;
  readonly #stopDeadline: () => void;
  /** Of the handshake, whatever comes of it. */
  readonly #ending = new Ending();
  #socket: Socket | null = null;
  #leaveQueue = () => {};
  #phase: Phase = 'dns';
  #outcome: ClientConnection | Failure | null = null;

  constructor(caller: string, url: string | URL, options: HandshakeOptions) {
    super();
    const key = drawKey();
    this.#key = key;
    this.#prepared = prepare(url, options, key, caller);
    const { clock = systemClock, deadline = 10_000, signal } = options;
    this.#options = options;
    const { subprotocols, extensions } = this.#prepared;
    this.#offer = { accept: computeAccept(key, sha1), subprotocols, extensions };
    this.#watch = new Stopwatch(clock);
    const { headLimit = replyDefaults.headLimit, fieldLimit = replyDefaults.fieldLimit } = options;
    this.#tunnelReader = this.#prepared.proxy && new TunnelReader({ headLimit, fieldLimit });
    this.#reader = new ReplyReader(this.#offer, {
      headLimit,
      fieldLimit,
      rules: options.rules ?? 'rfc6455',
      onInterim: () => this.#lifecycle.send(replyEvents.interim),
      onFinal: () => this.#watch.mark('upgrade'),
    });
    const perform = (effect: ConnectionEffect) => ClientHandshake.#effects[effect](this);
    this.#lifecycle =
      options.interpreter === 'actor'
        ? interpret(connection, perform, options.inspect)
        : run(compiled, perform);
    this.#stopDeadline = clock.after(deadline, () => this.#late(deadline));
    signal?.addEventListener('abort', this.#abort, { once: true });
    if (signal?.aborted) queueMicrotask(this.#abort);
    else void this.#begin();
  }

  static readonly #effects: Record<ConnectionEffect, (handshake: ClientHandshake) => void> = {
    stopDeadline(handshake) {
      handshake.#stopDeadline();
      handshake.#options.signal?.removeEventListener('abort', handshake.#abort);
      handshake.#leaveQueue();
      handshake.#ending.come();
    },
    destroySocket: (handshake) => handshake.#socket?.destroy(),
    open(handshake) {
      const outcome = handshake.#outcome;
      if (!outcome || !('role' in outcome)) return;
      const shown = handshake.#options.rules === 'whatwg' ? hideReply(outcome) : outcome;
      attempt(() => handshake.emit('open', shown), false);
    },
    error(handshake) {
      const outcome = handshake.#outcome;
      if (!outcome || 'role' in outcome) return;
      const { onFailure, rules } = handshake.#options;
      const error = new HandshakeError({ ...outcome, timeline: handshake.#watch.timeline });
      attempt(() => onFailure?.(error), undefined);
      attempt(() => handshake.emit('error', rules === 'whatwg' ? hideFailure() : error), false);
    },
    close: (handshake) => attempt(() => handshake.emit('close'), false),
  };

  async #begin(): Promise<void> {
    const ending = this.#ending;
    const reached = await reach({
      prepared: this.#prepared,
      lookup: this.#options.lookup,
      tunnelReader: this.#tunnelReader,
      ending,
      onPhase: (phase) => {
        this.#phase = phase;
      },
      onDone: (phase: keyof Timeline) => this.#watch.mark(phase),
    });
    if (!reached.ok) {
      this.#end(reached.event, reached.failure);
      return;
    }
    const { socket, leaveQueue } = reached;
    if (ending.hasCome) {
      socket.destroy();
      leaveQueue();
      return;
    }
    this.#socket = socket;
    this.#leaveQueue = leaveQueue;
    this.#phase = 'upgrade';
    const onEnd = (judged: JudgedReply | null, cause: unknown) =>
      judged ? this.#conclude(judged, socket) : this.#closed(cause);
    exchange({ socket, request: this.#prepared.text, reader: this.#reader, ending, onEnd });
  }

  #conclude(judged: JudgedReply, socket: Socket): void {
    const { row, reading, rest } = judged;
    const { reply, subprotocol, extensions, deflate } = reading;
    if (row.verdict !== 'established' || !reply) {
      this.#end(replyEvents[row.verdict], describeFailure(judged, this.#offer, this.#key));
      return;
    }
    this.#watch.mark('open');
    this.#end('ESTABLISHED', {
      role: 'client',
      socket,
      head: Buffer.from(rest.buffer, rest.byteOffset, rest.length),
      reply,
      subprotocol,
      extensions,
      deflate: deflate && keepToOffers(deflate, this.#prepared.deflateOffers),
      cookies: setCookies(reply.fields),
      timeline: this.#watch.timeline,
    });
  }

  #late(deadline: number): void {
    const refusal = this.#reader.end(false);
    const tunnelRefusal = this.#tunnelReader?.end(false);
    if (refusal)
      this.#end(replyEvents[refusal.row.verdict], describeFailure(refusal, this.#offer, this.#key));
    else if (tunnelRefusal) this.#end('TUNNEL_REFUSED', describeTunnelFailure(tunnelRefusal));
    else {
      this.#fail(
        'TIMED_OUT',
        this.#phase === 'turn'
          ? `another handshake with this address did not end within ${deadline} ms`
          : `no open connection within ${deadline} ms`,
      );
    }
  }

  #closed(cause: unknown): void {
    const head = this.#reader.partial;
    this.#fail('SOCKET_CLOSED', explainEnd(head, cause), { head, cause });
  }

  readonly #abort = (): void => {
    const cause: unknown = this.#options.signal?.reason;
    this.#fail('ABORTED', 'the handshake was aborted', { cause });
  };

  #fail(event: keyof typeof connectionClauses, message: string, more: Partial<Failure> = {}): void {
    this.#end(event, { ...more, clause: connectionClauses[event], phase: this.#phase, message });
  }

  /** What comes first counts. */
  #end(event: ConnectionEvent, outcome: ClientConnection | Failure): void {
    if (this.#outcome) return;
    this.#outcome = outcome;
    this.#lifecycle.send(event);
  }
}
