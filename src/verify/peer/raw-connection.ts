import type { Socket } from 'node:net';
import { type Clock, patientClock } from '../../clock.ts';
import { patience, WaitList } from './wait-list.ts';

/** Octets; a text has one character for each, as in Latin-1. */
export type Octets = Uint8Array | string;

/** Octets that came or were written at once, and when: in milliseconds since the connection began. */
export interface Chunk {
  readonly octets: Buffer;
  readonly at: number;
}

/**
 * How the other side has ended a connection: not at all, in order, or by a reset; or `late`, where it was given up,
 * since something that was waited for has not come in time.
 */
export type Ending = 'open' | 'ended' | 'reset' | 'late';

/** What all connections of one owner have in common. */
export interface Keeping {
  /** Milliseconds that each wait may take where it says nothing else. */
  readonly deadline?: number;
  readonly clock?: Clock;
}

/** How a connection was made. */
export interface Origin extends Keeping {
  /** When it began, by the clock; now, if it is not given. */
  readonly beganAt?: number;
  /** The TCP socket under that of TLS. */
  readonly plain?: Socket;
  /** Whether somebody else reads the socket and hands on the octets by `take`; otherwise the connection reads it. */
  readonly isReadElsewhere?: boolean;
}

/** One end of an open connection, on which octets are sent and received as they are. */
export class RawConnection {
  readonly socket: Socket;
  /** Kept here, since a closed socket no longer knows it. */
  readonly localPort: number;
  readonly #received: Chunk[] = [];
  readonly #sent: Chunk[] = [];
  /** Everything that came. */
  readonly received: readonly Chunk[] = this.#received;
  /** Everything that was written. */
  readonly sent: readonly Chunk[] = this.#sent;
  readonly #plain: Socket;
  readonly #clock: Clock;
  readonly #beganAt: number;
  readonly #deadline: number;
  readonly #waits: WaitList;
  #octets: Buffer | null = null;
  #ending: Ending = 'open';
  #isOver = false;
  #isClosed = false;

  constructor(socket: Socket, origin: Origin = {}) {
    const { clock = patientClock, deadline = patience, beganAt = clock.now(), plain = socket } = origin;
    this.socket = socket;
    this.localPort = socket.localPort ?? 0;
    this.#plain = plain;
    this.#clock = clock;
    this.#beganAt = beganAt;
    this.#deadline = deadline;
    this.#waits = new WaitList(clock);
    if (!origin.isReadElsewhere) socket.on('data', (chunk: Buffer) => this.take(chunk));
    socket.on('end', () => this.#finish('ended')).on('error', () => this.#finish('reset'));
    socket.on('close', () => {
      this.#isClosed = true;
      this.#finish('ended');
    });
  }

  /** How the other side has ended it; `open` for good where this side was the first to destroy it. */
  get ending(): Ending {
    return this.#ending;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Everything that came, in one piece. */
  get octets(): Buffer {
    this.#octets ??= Buffer.concat(this.#received.map(({ octets }) => octets));
    return this.#octets;
  }

  /** The same as text, a character for each octet. */
  get text(): string {
    return this.octets.toString('latin1');
  }

  /** Takes octets that somebody else has read for this connection. */
  take(octets: Buffer): void {
    this.#received.push({ octets, at: this.#elapsed() });
    this.#octets = null;
    this.#waits.wake();
  }

  /** Writes octets without waiting for anything; does nothing where this side has ended. */
  write(octets: Octets, onTaken?: () => void): void {
    if (!this.socket.writable) {
      onTaken?.();
      return;
    }
    const piece = typeof octets === 'string' ? Buffer.from(octets, 'latin1') : octets;
    const view = Buffer.isBuffer(piece) ? piece : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    this.#sent.push({ octets: view, at: this.#elapsed() });
    this.socket.write(piece, onTaken);
  }

  /** Writes the pieces one after the other, each when the system has taken the one before; resolves behind the last. */
  send(...pieces: readonly Octets[]): Promise<void> {
    return this.#sendEach(pieces, (goOn) => goOn());
  }

  /**
   * Sends the pieces with pauses between them, so that the other side may read each by itself.
   *
   * @param gap milliseconds between two pieces; 0 for one turn of the event loop
   */
  sendApart(pieces: readonly Octets[], gap: number): Promise<void> {
    return this.#sendEach(pieces, (goOn) => (gap > 0 ? this.#clock.after(gap, goOn) : setImmediate(goOn)));
  }

  /**
   * Waits until a condition holds, which is looked at whenever octets come, or nothing more will come.
   *
   * @param what what is waited for, in words that can follow "waited for"
   * @param ms milliseconds, after which the connection is given up
   * @returns whether the condition holds; rejects with `Overdue` where neither came in time
   */
  async until(isMet: (connection: this) => boolean, what: string, ms = this.#deadline): Promise<boolean> {
    let holds = false;
    const look = () => {
      holds ||= isMet(this);
      return holds || this.#isOver;
    };
    await this.#wait(look, what, ms);
    return holds;
  }

  /** Waits until the other side has ended the connection. */
  async ended(ms = this.#deadline): Promise<Ending> {
    await this.until(() => false, 'the end of the connection', ms);
    return this.#ending;
  }

  /** Waits until the socket is closed. */
  closed(ms = this.#deadline): Promise<void> {
    return this.#wait(() => this.#isClosed, 'the connection to be closed', ms);
  }

  /** Ends this side; the other may go on. */
  end(octets: Octets = ''): void {
    if (octets.length > 0) this.write(octets);
    this.socket.end();
  }

  /** Ends both sides by a reset, under TLS too. */
  reset(): void {
    this.#isOver = true;
    this.#plain.resetAndDestroy();
    this.#waits.wake();
  }

  /** Ends both sides in order; what has been written may be lost. */
  destroy(): void {
    this.#isOver = true;
    this.socket.destroy();
    this.#waits.wake();
  }

  /** Destroys the connection, and notes that what was waited for came too late. */
  giveUp(): void {
    this.#finish('late');
    this.socket.destroy();
  }

  /** @param pause goes on behind a piece that is not the last, as soon as the system has taken it */
  #sendEach(pieces: readonly Octets[], pause: (goOn: () => void) => void): Promise<void> {
    let isSent = false;
    // One wait for all of them: a message may be sent octet by octet, and a wait costs more than a write.
    const sendFrom = (at: number) => {
      isSent = at === pieces.length || !this.socket.writable;
      if (isSent) return this.#waits.wake();
      const goOn = () => sendFrom(at + 1);
      this.write(pieces[at] ?? '', at + 1 < pieces.length ? () => pause(goOn) : goOn);
    };
    sendFrom(0);
    const octets = pieces.reduce((sum, { length }) => sum + length, 0);
    return this.#wait(() => isSent || this.#isOver, `the system to take ${octets} octets`);
  }

  #finish(ending: Ending): void {
    if (!this.#isOver) this.#ending = ending;
    this.#isOver = true;
    this.#waits.wake();
  }

  #elapsed(): number {
    return this.#clock.now() - this.#beganAt;
  }

  async #wait(isMet: () => boolean, what: string, ms = this.#deadline): Promise<void> {
    const instead = () =>
      `${this.#received.reduce((sum, { octets }) => sum + octets.length, 0)} octets had come`;
    try {
      await this.#waits.until(isMet, { what, ms, instead });
    } catch (error) {
      this.giveUp();
      throw error;
    }
  }
}
