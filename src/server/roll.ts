/** A connection's place among the others on its server. */
export interface Place {
  /** Whether the limit on pending handshakes leaves room for this one. */
  readonly admitted: boolean;
  /** Told once, when the handshake is decided. */
  readonly decided: () => void;
  /** Told once, when nothing is left to do for it. */
  readonly settled: () => void;
  /** Whether so many refused peers are reading their reply that this one cannot be waited for. */
  readonly isCrowded: () => boolean;
}

/** Who is under way on a server, and how many there may be. */
export class Roll {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #pending = 0;
  #unsettled = 0;

  /** @param limit handshakes that may be under way at once */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Handshakes that are under way, those aside for which there was no room. */
  get pending(): number {
    return this.#pending;
  }

  /** Whether so many refused peers are reading their reply that no more can be waited for. */
  readonly isCrowded = (): boolean => this.#unsettled > 2 * this.#limit;

  /** Enters one connection; each of the two functions must be called once. */
  enter(): Place {
    const admitted = this.#pending < this.#limit;
    if (admitted) this.#pending += 1;
    this.#unsettled += 1;
    return {
      admitted,
      decided: () => {
        if (admitted) this.#pending -= 1;
      },
      settled: () => {
        this.#unsettled -= 1;
        if (this.#unsettled === 0) for (const resolve of this.#waiting.splice(0)) resolve();
      },
      isCrowded: this.isCrowded,
    };
  }

  /** Resolves when nothing is left to do for any. */
  emptied(): Promise<void> {
    return this.#unsettled === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }
}
