import { type Chunk, KeptOctets } from './kept-octets.ts';

/** What came by in one direction of a connection, as far as it is kept. */
export interface RecordedSide {
  readonly chunks: readonly Chunk[];
  readonly octets: Buffer;
  /** How it ended: by FIN or RST, or without a connection at all; null as long as it has not. */
  readonly end: { readonly how: 'fin' | 'reset' | 'unreached'; readonly at: number } | null;
}

/** One connection past a hop that looks on. */
export interface RecordedConnection {
  /** The port of the client, and the port that the hop uses towards the backend. */
  readonly clientPort: number;
  readonly backendPort: number | null;
  /** From the client, and to the client; of a tunnel only what went through it. */
  readonly sent: RecordedSide;
  readonly received: RecordedSide;
  /** The head by which a tunnel was asked for, as Latin-1 text; null where none is needed, or none came. */
  readonly asked: string | null;
}

class Side extends KeptOctets implements RecordedSide {
  end: RecordedSide['end'] = null;
}

/** A connection while it is recorded. */
export class Recording implements RecordedConnection {
  readonly clientPort: number;
  readonly sent: RecordedSide;
  readonly received: RecordedSide;
  #backendPort: number | null = null;
  #asked: string | null = null;
  readonly #now: () => number;
  readonly #tell: () => void;

  /**
   * @param tell is called whenever something was recorded
   * @param keeps octets that are kept at most of each direction; `mostKept`, if it is not given
   */
  constructor(clientPort: number, now: () => number, tell: () => void, keeps?: number) {
    this.clientPort = clientPort;
    this.sent = new Side(keeps);
    this.received = new Side(keeps);
    this.#now = now;
    this.#tell = tell;
  }

  get backendPort(): number | null {
    return this.#backendPort;
  }

  get asked(): string | null {
    return this.#asked;
  }

  take(side: 'sent' | 'received', octets: Buffer): void {
    this.#side(side).take(octets, this.#now());
    this.#tell();
  }

  /** Only the first end counts. */
  end(side: 'sent' | 'received', how: 'fin' | 'reset' | 'unreached'): void {
    this.#side(side).end ??= { how, at: this.#now() };
    this.#tell();
  }

  reach(port: number): void {
    this.#backendPort = port;
    this.#tell();
  }

  ask(head: string): void {
    this.#asked = head;
    this.#tell();
  }

  #side(side: 'sent' | 'received'): Side {
    return this[side] as Side; // it is made as a Side above; the public type is read-only
  }
}
