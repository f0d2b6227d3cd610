import { type EventEmitter, once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { ClientTlsOptions } from '../client/index.ts';
import { patientClock } from '../clock.ts';
import type { ConnectOutcome, Http2Seen } from '../diagnosis/observation.ts';
import type { NewField } from '../wire/index.ts';
import { type BehindPong, openStream } from './http2-stream.ts';

export interface Http2Options {
  /** The name that TLS asks for; an IP address is not sent (RFC 6066 §3). */
  readonly host: string;
  readonly address: string;
  readonly port: number;
  /** For `:authority`: as in Host. */
  readonly authority: string;
  /** For `:path`: with the query. */
  readonly path: string;
  readonly tls: ClientTlsOptions;
  /** Whether an extended CONNECT is sent where the server announces it. */
  readonly open: boolean;
  /** Fields of the opening; those that HTTP/2 has no use for are left out (RFC 8441 §5, RFC 9113 §8.2.2). */
  readonly fields: readonly NewField[];
  /** Whether the server is known to announce extended CONNECT: it is waited for then, in whichever frame it comes. */
  readonly isAnnounced?: boolean;
  /** Milliseconds that all of it may take. */
  readonly timeout: number;
  /** Opens a connection where `address` is not reached directly: through a proxy. */
  readonly dial?: () => Promise<Socket>;
}

/** What came of speaking HTTP/2 to a server. */
export interface Http2Probe extends Http2Seen {
  /** Those of the server by the names of `node:http2`, defaults filled in; null where none came. */
  readonly settings: Readonly<Record<string, number | boolean>> | null;
  /** What ALPN chose; null where it chose nothing. */
  readonly alpn: string | null;
  /** What went wrong, in a sentence without its full stop; null where nothing did. */
  readonly problem: string | null;
  /** Whether an extended CONNECT was answered with a status of success. */
  readonly opened: boolean;
  /** The fields of the reply to it. */
  readonly fields: readonly NewField[];
  /** Whether a ping frame that was sent through the stream was answered. */
  readonly pong: boolean;
  readonly behind: BehindPong;
  /** How many connections were made. */
  readonly connections: number;
  /** Milliseconds that it took. */
  readonly ms: number;
}

/** What is found out bit by bit: whether an extended CONNECT was sent, and whether the time was over, among it. */
type Finding = { -readonly [Name in keyof Http2Probe]: Http2Probe[Name] } & {
  isSent: boolean;
  isLate: boolean;
};

function nameOutcome({ status, opened, pong, behind, isLate }: Finding): ConnectOutcome {
  if (status === null) return isLate ? 'silent' : 'reset';
  if (!opened) return 'refused';
  if (!pong) return 'mute';
  return behind === 'frames' ? 'opened' : behind === 'end' ? 'ended' : 'garbled';
}

/** What was seen first, and a connection that stays open while extended CONNECT may still be announced. */
export interface Http2Watch {
  readonly seen: Http2Probe;
  /** Closes it, and says whether extended CONNECT was announced until then. */
  end(): Promise<boolean>;
}

/**
 * Finds out whether a server speaks HTTP/2 and opens WebSockets with it. Never rejects; when it resolves, its
 * connections are closed.
 *
 * @see RFC 7301 §3.1 (ALPN), RFC 8441 §3 to §5
 */
export async function probeHttp2(options: Http2Options): Promise<Http2Probe> {
  const { seen, end } = await watchHttp2(options);
  await end();
  return seen;
}

/**
 * The same, but where extended CONNECT is not announced by the first frame of SETTINGS, the connection stays open: it may
 * be in another one (RFC 9113 §6.5).
 */
export async function watchHttp2(options: Http2Options): Promise<Http2Watch> {
  const started = performance.now();
  const found: Finding = {
    isSpoken: false,
    isConnectAnnounced: false,
    status: null,
    settings: null,
    alpn: null,
    problem: null,
    opened: false,
    fields: [],
    pong: false,
    behind: 'frames',
    connections: 0,
    ms: 0,
    isSent: false,
    isLate: false,
  };
  const probe = new Probe(options, found);
  await probe.run();
  const { isSent, isLate: _isLate, ...seen } = found;
  const outcome = isSent ? { outcome: nameOutcome(found) } : {};
  const end = async () => {
    await probe.close();
    return found.isConnectAnnounced;
  };
  return { seen: { ...seen, ...outcome, ms: performance.now() - started }, end };
}

/** Connections with one deadline. */
class Probe {
  readonly #options: Http2Options;
  readonly #found: Finding;
  readonly #deadline = new AbortController();
  readonly #sockets: Socket[] = [];
  #session: ClientHttp2Session | null = null;

  constructor(options: Http2Options, found: Finding) {
    this.#options = options;
    this.#found = found;
  }

  async run(): Promise<void> {
    const { timeout } = this.#options;
    const cancel = patientClock.after(timeout, () => this.#deadline.abort());
    try {
      await this.#speak();
    } catch (error) {
      this.#found.problem = this.#tell(error);
    }
    cancel();
    const { isSpoken, isConnectAnnounced } = this.#found;
    if (!isSpoken || isConnectAnnounced || this.#options.open) await this.close();
  }

  async #speak(): Promise<void> {
    const found = this.#found;
    const { authority, open, path, fields, isAnnounced = false } = this.#options;
    const socket = await this.#secure(await this.#dial());
    found.alpn = socket.alpnProtocol || null;
    if (found.alpn !== 'h2') return;
    found.isSpoken = true;
    const session = connectHttp2(`https://${authority}`, { createConnection: () => socket });
    this.#session = session;
    session.on('error', () => {}); // stays for good: `#wait` hears of it too
    session.on('remoteSettings', () => {
      found.settings = readSettings(session);
      found.isConnectAnnounced = found.settings['enableConnectProtocol'] === true;
    });
    do await this.#wait(session, 'remoteSettings');
    while (isAnnounced && !found.isConnectAnnounced);
    if (!open || !found.isConnectAnnounced) return;
    const { signal } = this.#deadline;
    await openStream({ session, authority, path, fields, signal, found });
  }

  async #dial(): Promise<Socket> {
    const { address, port, dial } = this.#options;
    this.#deadline.signal.throwIfAborted();
    this.#found.connections += 1;
    if (dial) return this.#keep(await this.#inTime(dial()));
    const socket = this.#keep(connect({ host: address, port }).setNoDelay());
    await this.#wait(socket, 'connect');
    return socket;
  }

  async #secure(socket: Socket): Promise<TLSSocket> {
    const { host, tls } = this.#options;
    const name = (tls.servername ?? host).replace(/\.$/, '');
    const options = { minVersion: 'TLSv1.2', ...tls, socket, host: name } as const;
    const secured = connectTls({
      ...options,
      servername: isIP(name) ? '' : name,
      ALPNProtocols: ['h2', 'http/1.1'],
    });
    this.#keep(secured);
    await this.#wait(secured, 'secureConnect');
    return secured;
  }

  /** A connection that comes too late is closed. */
  #inTime(dialling: Promise<Socket>): Promise<Socket> {
    const { signal } = this.#deadline;
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      dialling.then((socket) => (signal.aborted ? socket.destroy() : resolve(socket)), reject);
    });
  }

  #keep<S extends Socket>(socket: S): S {
    this.#sockets.push(socket);
    socket.on('error', () => {}); // stays for good: `#wait` hears of it too
    return socket;
  }

  #wait(emitter: EventEmitter & { readonly destroyed: boolean }, event: string): Promise<unknown> {
    return waitFor(emitter, event, this.#deadline.signal);
  }

  async close(): Promise<void> {
    this.#session?.destroy();
    for (const socket of this.#sockets.splice(0).reverse()) {
      if (socket.closed) continue;
      await new Promise((resolve) => socket.once('close', resolve).destroy());
    }
  }

  #tell(error: unknown): string {
    const { timeout } = this.#options;
    this.#found.isLate = this.#deadline.signal.aborted;
    if (this.#found.isLate) return `there was no answer within ${timeout} ms`;
    return error instanceof Error ? error.message : String(error);
  }
}

/** Resolves with what an event brings; rejects where an error, the end or the deadline is first. */
function waitFor(
  emitter: EventEmitter & { readonly destroyed: boolean },
  event: string,
  signal: AbortSignal,
): Promise<unknown[]> {
  const closed = new Error(`the connection was closed before ${event}`);
  if (emitter.destroyed) return Promise.reject(closed);
  const ended = once(emitter, 'close', { signal }).then(() => Promise.reject(closed));
  return Promise.race([once(emitter, event, { signal }), ended]);
}

function readSettings({ remoteSettings }: ClientHttp2Session): Record<string, number | boolean> {
  const entries = Object.entries(remoteSettings);
  return Object.fromEntries(entries.filter(([, value]) => ['number', 'boolean'].includes(typeof value)));
}
