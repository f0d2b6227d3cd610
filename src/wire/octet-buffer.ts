export const noOctets = new Uint8Array();

/**
 * A growing run of octets; it doubles its room, so that appending n octets one by one costs O(n). The first run
 * is kept as it is, and copied only when there is more.
 */
export class OctetBuffer {
  #octets: Uint8Array = noOctets;
  #length = 0;

  /** Octets appended so far. */
  get length(): number {
    return this.#length;
  }

  /** Appends one octet. */
  append(octet: number): void {
    this.#makeRoom(1);
    this.#octets[this.#length] = octet;
    this.#length += 1;
  }

  /** Appends a run of octets, which must not change any more. */
  extend(octets: Uint8Array): void {
    if (this.#length === 0) {
      this.#octets = octets;
    } else {
      this.#makeRoom(octets.length);
      this.#octets.set(octets, this.#length);
    }
    this.#length += octets.length;
  }

  /** The octet at an offset below `length`. */
  at(offset: number): number | undefined {
    return this.#octets[offset];
  }

  /** The offset of the first such octet at `from` or behind it; `length` where there is none. */
  find(octet: number, from: number): number {
    const octets = this.#octets;
    const end = this.#length;
    let at = from;
    while (at < end && octets[at] !== octet) at += 1;
    return at;
  }

  /** The octets from offset `start` to before `end`, which stay as they are. */
  view(start = 0, end = this.#length): Uint8Array {
    return start === 0 && end === this.#octets.length ? this.#octets : this.#octets.subarray(start, end);
  }

  #makeRoom(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#octets.length) return;
    const roomier = new Uint8Array(Math.max(1024, needed, 2 * this.#octets.length));
    roomier.set(this.#octets);
    this.#octets = roomier;
  }
}
