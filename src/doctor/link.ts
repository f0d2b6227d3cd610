import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Ending } from '../client/ending.ts';
import type { Failure, Phase } from '../client/handshake-error.ts';
import { type Prepared, prepare } from '../client/prepare.ts';
import { reach } from '../client/reach.ts';
import { replyDefaults, TunnelReader } from '../client/reply-reader.ts';
import { patientClock, systemClock } from '../clock.ts';
import { RawConnection } from '../verify/peer/connection/raw-connection.ts';
import type { DoctorOptions } from './option.ts';

/** A connection over which the opening can be sent, or what has kept it from being made. */
export type Linked =
  | {
      readonly ok: true;
      readonly connection: RawConnection;
      readonly secured: TLSSocket | null;
      /** Milliseconds to the end of each phase. */
      readonly times: Readonly<Partial<Record<Phase, number>>>;
      /** The error that broke the connection; null as long as none has. */
      readonly broken: () => Error | null;
    }
  | {
      readonly ok: false;
      readonly phase: Phase;
      readonly failure: Failure;
      readonly isLate: boolean;
      readonly times: Readonly<Partial<Record<Phase, number>>>;
    };

/** A socket to the target, with the milliseconds to the end of each phase. */
interface Way {
  readonly ok: true;
  readonly socket: Socket;
  readonly times: Readonly<Partial<Record<Phase, number>>>;
}

/** The way to one target: makes its connections, and counts them. */
export class Link {
  readonly url: string;
  readonly #prepared: Prepared;
  readonly #most: number;
  #made = 0;

  /** @throws HandshakeError of phase `input` where the options are of no use */
  constructor(url: string, options: DoctorOptions) {
    const { tls = {}, proxyTls = {}, proxy, proxyFromEnvironment = false, headers = [], origin } = options;
    this.url = url;
    this.#prepared = prepare(
      url,
      {
        tls,
        proxyTls,
        proxyFromEnvironment,
        headers,
        ...(proxy === undefined ? {} : { proxy }),
        ...(origin === undefined ? {} : { origin }),
      },
      '',
    );
    this.#most = options.connections ?? 15;
  }

  /** Connections that were made, or tried. */
  get made(): number {
    return this.#made;
  }

  /** How many more may be made. */
  get left(): number {
    return this.#most - this.#made;
  }

  /** Whether one more may be made. */
  get hasMore(): boolean {
    return this.left > 0;
  }

  /** Notes connections that were made elsewhere. */
  count(connections: number): void {
    this.#made += connections;
  }

  /**
   * Makes a connection: TCP, the tunnel through a proxy, TLS.
   *
   * @param addresses of the host, tried in their order
   * @param ms milliseconds that it may take
   */
  async open(addresses: readonly string[] | null, ms: number): Promise<Linked> {
    this.#made += 1;
    const reached = await this.#reach(this.#prepared, addresses, ms);
    if (!reached.ok) return reached;
    const { socket, times } = reached;
    return { ok: true, ...watch(socket), secured: socket instanceof TLSSocket ? socket : null, times };
  }

  /**
   * Makes a connection as far as TLS: TCP, and the tunnel through a proxy. Who asks for it counts it.
   *
   * @throws Error where there is none in time
   */
  async dial(addresses: readonly string[] | null, ms: number): Promise<Socket> {
    const reached = await this.#reach({ ...this.#prepared, tls: null }, addresses, ms);
    if (!reached.ok) throw new Error(reached.failure.message);
    return reached.socket;
  }

  async #reach(
    prepared: Prepared,
    addresses: readonly string[] | null,
    ms: number,
  ): Promise<Way | Extract<Linked, { ok: false }>> {
    const startedAt = systemClock.now();
    const times: Partial<Record<Phase, number>> = {};
    const ending = new Ending();
    let isLate = false;
    let phase: Phase = 'dns';
    const cancel = patientClock.after(ms, () => {
      isLate = true;
      ending.come();
    });
    const reached = await reach({
      prepared,
      lookup: addresses === null ? undefined : () => Promise.resolve(addresses),
      tunnelReader: prepared.proxy && new TunnelReader(replyDefaults),
      ending,
      onPhase: (begun) => {
        phase = begun;
      },
      onDone: (done) => {
        if (done !== 'open') times[done] = systemClock.now() - startedAt;
      },
    });
    cancel();
    if (!reached.ok)
      return { ok: false, phase: reached.failure.phase, failure: reached.failure, isLate, times };
    const { socket, leaveQueue } = reached;
    leaveQueue();
    if (isLate) {
      socket.destroy();
      const failure: Failure = {
        clause: 'rfc6455/4.1/connection-failed',
        phase,
        message: `no answer arrived within ${ms} ms`,
      };
      return { ok: false, phase, failure, isLate, times };
    }
    return { ok: true, socket, times };
  }
}

/** Octets of a connection that are kept: a head and content as large as any that is looked at, and some more. */
export const keptOctets = 131_072;

/** A socket as a connection, and the error that breaks it. */
function watch(socket: Socket): { readonly connection: RawConnection; readonly broken: () => Error | null } {
  let error: Error | null = null;
  socket.on('error', (cause) => {
    error ??= cause;
  });
  return { connection: new RawConnection(socket, { keeps: keptOctets }), broken: () => error };
}
