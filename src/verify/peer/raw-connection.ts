import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { BodyReader, HeadReader, parseReply, type ReplyHead, replyContent } from '../../wire/index.ts';

/** A reply as octets and as what they say; null where none came. */
export interface Exchanged {
  readonly octets: Uint8Array;
  readonly reply: ReplyHead | null;
  /** Statuses of the interim replies before it. */
  readonly interims: readonly number[];
  readonly body: Uint8Array;
  /** Octets behind a 101. */
  readonly rest: Uint8Array;
  /** Number of octets behind the head of the final reply. */
  readonly behind: number;
  /** Whether the peer has ended the connection. */
  readonly ended: boolean;
}

/** A connection on which octets are sent as they are. */
export class RawPeer {
  readonly socket: Socket;
  /** Known here alone: a closed socket has forgotten it. */
  readonly localPort: number;
  readonly #received: Buffer[] = [];
  #ended = false;
  #wake = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    this.localPort = socket.localPort ?? 0;
    const wake = () => this.#wake();
    socket.on('data', (chunk: Buffer) => {
      this.#received.push(chunk);
      wake();
    });
    const end = () => {
      this.#ended = true;
      wake();
    };
    socket.on('error', end).on('end', end).on('close', end);
  }

  /**
   * @param authority whose certificate the server must have; null for a connection without TLS
   * @throws the system's error if the port cannot be reached
   */
  static async open(port: number, signal: AbortSignal, authority: string | null = null): Promise<RawPeer> {
    const plain = createConnection({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true });
    await once(plain, 'connect', { signal });
    const socket =
      authority === null ? plain : connectTls({ socket: plain, host: '127.0.0.1', ca: authority });
    if (socket !== plain) await once(socket, 'secureConnect', { signal });
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    return new RawPeer(socket);
  }

  get octets(): Buffer {
    return Buffer.concat(this.#received);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Sends the pieces one after the other, each in a write of its own. */
  async send(...pieces: readonly Uint8Array[]): Promise<void> {
    for (const piece of pieces) {
      if (this.#ended) return;
      await new Promise<void>((resolve) => this.socket.write(piece, () => resolve()));
    }
  }

  /** Waits until what was received satisfies the test, or nothing more will come. */
  async until(satisfied: (octets: Buffer) => boolean): Promise<void> {
    while (!this.#ended && !satisfied(this.octets)) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Reads one final reply, and to the peer's end where it announces one. */
  async receive(): Promise<Exchanged> {
    await this.until((octets) => readExchange(octets, false) !== null);
    const exchanged = readExchange(this.octets, true);
    const closes = exchanged?.reply?.fields.some(
      ({ name, value }) => name.toLowerCase() === 'connection' && /\bclose\b/i.test(value),
    );
    if (closes) await this.until(() => false);
    const { reply = null, interims = [], body = nothing, rest = nothing, behind = 0 } = exchanged ?? {};
    return { octets: this.octets, reply, interims, body, rest, behind, ended: this.#ended };
  }
}

const nothing = new Uint8Array();

/** The final reply among the octets; null while it is not complete. With `ended`, as much as there is. */
function readExchange(octets: Uint8Array, ended: boolean) {
  const interims: number[] = [];
  let from = octets;
  for (;;) {
    const progress = new HeadReader('reply', 65_536).push(from);
    if (progress.state !== 'complete') return null;
    const head = parseReply(progress.head);
    if (!head.ok) return null;
    const { status, fields } = head.value;
    const found = { reply: head.value, interims, behind: progress.rest.length };
    if (status === 101) return { ...found, body: nothing, rest: progress.rest };
    if (status >= 200) {
      const reader = new BodyReader(replyContent(status, fields), 65_536);
      const done = reader.push(progress.rest) || ended;
      return done ? { ...found, body: reader.body, rest: nothing } : null;
    }
    interims.push(status);
    from = progress.rest;
  }
}
