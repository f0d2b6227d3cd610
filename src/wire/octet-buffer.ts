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
    this.#makeRoom(1);
    this.#octets[this.#length] = octet;
    this.#length += 1;
  }

  /** Appends a run of octets. */
  extend(octets: Uint8Array): void {
    this.#makeRoom(octets.length);
    this.#octets.set(octets, this.#length);
    this.#length += octets.length;
  }

  /** The octet at an offset below `length`. */
  at(offset: number): number | undefined {
    return this.#octets[offset];
  }

  /** The offset of the first such octet at `from` or behind it; `length` where there is none. */
  find(octet: number, from: number): number {
    const at = this.#octets.subarray(0, this.#length).indexOf(octet, from);
    return at < 0 ? this.#length : at;
  }

  /** A copy of the octets from offset `start` to before `end`. */
  copy(start = 0, end = this.#length): Uint8Array {
    return this.#octets.slice(start, end);
  }

  #makeRoom(count: number): void {
    let room = this.#octets.length;
    while (room < this.#length + count) room *= 2;
    if (room === this.#octets.length) return;
    const roomier = new Uint8Array(room);
    roomier.set(this.#octets);
    this.#octets = roomier;
  }
}
