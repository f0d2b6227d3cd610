/** A growing run of octets; it doubles its room, so that appending n octets one by one costs O(n). */
export class OctetBuffer {
  #octets = new Uint8Array(1024);
  #length = 0;

  /** Octets appended so far. */
  get length(): number {
    return this.#length;
  }

  /** Appends one octet. */
  append(octet: number): void {
    if (this.#length === this.#octets.length) {
      const roomier = new Uint8Array(2 * this.#length);
      roomier.set(this.#octets);
      this.#octets = roomier;
    }
    this.#octets[this.#length] = octet;
    this.#length += 1;
  }

  /** The octet at an offset below `length`. */
  at(offset: number): number | undefined {
    return this.#octets[offset];
  }

  /** A copy of the octets from offset `start` on. */
  copy(start = 0): Uint8Array {
    return this.#octets.slice(start, this.#length);
  }
}
