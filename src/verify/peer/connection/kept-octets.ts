/** Octets that came or were written at once, and when: in milliseconds since the connection began. */
export interface Chunk {
  readonly octets: Buffer;
  readonly at: number;
}

/** Octets that are kept at most of what comes one way on a connection, besides those that a case brings. */
export const mostKept = 1_048_576;

/** The same of a connection that is over, whose exchange is kept: more than any judgement looks at. */
export const mostKeptBehind = 65_536;

/** What is kept of the octets that come one way on a connection: the first of them, and how many came. */
export class KeptOctets {
  /** The octets that are kept, as they came. */
  readonly chunks: readonly Chunk[];
  readonly #chunks: Chunk[] = [];
  readonly #most: number;
  /** Octets that a case brings. */
  #due = 0;
  #length = 0;
  #came = 0;
  #joined: Buffer | null = null;

  /** @param most octets that are kept */
  constructor(most = mostKept) {
    this.chunks = this.#chunks;
    this.#most = most;
  }

  /** How many octets came. */
  get came(): number {
    return this.#came;
  }

  /** How many are kept. */
  get length(): number {
    return this.#length;
  }

  /** Whether more came than there was room for. */
  get isCut(): boolean {
    return this.#came > this.#most + this.#due;
  }

  /** Those that are kept, in one piece. */
  get octets(): Buffer {
    const [first] = this.#chunks;
    this.#joined ??=
      first && this.#chunks.length === 1
        ? first.octets
        : Buffer.concat(this.#chunks.map(({ octets }) => octets));
    return this.#joined;
  }

  /** Has so many octets more kept, since a case brings them. */
  expect(due: number): void {
    this.#due += due;
  }

  /**
   * Takes octets, and keeps them as long as there is room.
   *
   * @returns those for which there is none
   */
  take(octets: Buffer, at: number): Buffer {
    this.#came += octets.length;
    const room = Math.max(0, this.#most + this.#due - this.#length);
    if (room > 0) {
      const kept = octets.length <= room ? octets : octets.subarray(0, room);
      this.#chunks.push({ octets: kept, at });
      this.#length += kept.length;
      this.#joined = null;
    }
    return octets.subarray(room);
  }

  /** Lets go of all but the first octets. */
  shrink(): void {
    const most = mostKeptBehind + this.#due;
    if (this.#length <= most) return;
    const chunks = this.#chunks.splice(0);
    this.#length = 0;
    this.#joined = null;
    for (const { octets, at } of chunks) {
      if (this.#length === most) return;
      // A view would keep all of the octets that it is a part of.
      const kept = Buffer.from(octets.subarray(0, most - this.#length));
      this.#chunks.push({ octets: kept, at });
      this.#length += kept.length;
    }
  }
}
