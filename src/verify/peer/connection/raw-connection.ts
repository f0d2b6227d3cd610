import type { Socket } from 'node:net';
import { type Clock, patientClock } from '../../../clock.ts';
import { type Chunk, KeptOctets } from './kept-octets.ts';
import type { Origin } from './origin.ts';
import { resetSocket } from './reset.ts';
import { patience, WaitList } from './wait-list.ts';

/** Octets; a text has one character for each, as in Latin-1. */
export type Octets = Uint8Array | string;

/**
 * How the other side has ended a connection: not at all, in order, or by a reset; or `late`, where it was given up,
 * since something that was waited for has not come in time.
 */
export type EndKind = 'open' | 'ended' | 'reset' | 'late';

/** One end of an open connection, on which octets are sent and received as they are. */
export class RawConnection {
  readonly socket: Socket;
  /** Kept here, since a closed socket no longer knows it. */
  readonly localPort: number;
  readonly #kept: KeptOctets;
  readonly #sent: Chunk[] = [];
  /** What came, as far as it is kept. */
  readonly received: readonly Chunk[];
  /** Everything that was written. */
  readonly sent: readonly Chunk[] = this.#sent;
  /** Told of the octets that are not kept, where somebody has to read on for all that. */
  onBeyond: ((octets: Buffer) => void) | null = null;
  readonly #plain: Socket;
  readonly #clock: Clock;
  readonly #beganAt: number;
  readonly #deadline: number;
  readonly #waits: WaitList;
  #ending: EndKind = 'open';
  #isOver = false;
  #isClosed = false;

  constructor(socket: Socket, origin: Origin = {}) {
    const { clock = patientClock, deadline = patience, beganAt = clock.now(), plain = socket } = origin;
    this.socket = socket;
    this.#kept = new KeptOctets(origin.keeps);
    this.received = this.#kept.chunks;
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
  get ending(): EndKind {
    return this.#ending;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** How many octets came: more than are kept, where the other side floods this one. */
  get came(): number {
    return this.#kept.came;
  }

  /** Whether more came than there was room for. */
  get isCut(): boolean {
    return this.#kept.isCut;
  }

  /** What came, as far as it is kept, in one piece. */
  get octets(): Buffer {
    return this.#kept.octets;
  }

  /** The same as text, a character for each octet. */
  get text(): string {
    return this.octets.toString('latin1');
  }

  /** Takes octets that somebody else has read for this connection. */
  take(octets: Buffer): void {
    const beyond = this.#kept.take(octets, this.#elapsed());
    if (beyond.length < octets.length) this.#waits.wake();
    if (beyond.length === 0 || !this.onBeyond) return;
    this.onBeyond(beyond);
    this.#waits.wake();
  }

  /** Has so many octets more kept, since a case brings them. */
  expect(due: number): void {
    this.#kept.expect(due);
  }

  /** Lets go of all but the first octets that came, since what is kept of an exchange outlives it. */
  shrink(): void {
    this.#kept.shrink();
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
    const pauses = Math.max(0, pieces.length - 1) * gap;
    const pause = (goOn: () => void) => (gap > 0 ? this.#clock.after(gap, goOn) : setImmediate(goOn));
    return this.#sendEach(pieces, pause, this.#deadline + pauses);
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
  async ended(ms = this.#deadline): Promise<EndKind> {
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
    resetSocket(this.#plain);
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
  #sendEach(
    pieces: readonly Octets[],
    pause: (goOn: () => void) => void,
    ms = this.#deadline,
  ): Promise<void> {
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
    return this.#wait(() => isSent || this.#isOver, `the system to take ${octets} octets`, ms);
  }

  #finish(ending: EndKind): void {
    if (!this.#isOver) this.#ending = ending;
    this.#isOver = true;
    this.#waits.wake();
  }

  #elapsed(): number {
    return this.#clock.now() - this.#beganAt;
  }

  async #wait(isMet: () => boolean, what: string, ms = this.#deadline): Promise<void> {
    const instead = () => `${this.came} octets had come`;
    try {
      await this.#waits.until(isMet, { what, ms, instead });
    } catch (error) {
      this.giveUp();
      throw error;
    }
  }
}
