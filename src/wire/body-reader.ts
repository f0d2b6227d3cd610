import { ChunkDecoder } from './chunk-decoder.ts';
import type { Content } from './content.ts';
import { OctetBuffer } from './octet-buffer.ts';

/**
 * Collects the content of a message, up to a cap, from octets that arrive in pieces. What comes of them does
 * not depend on how they were cut.
 *
 * @see RFC 9112 §6.3, §7.1
 */
export class BodyReader {
  readonly #isChunked: boolean;
  readonly #length: number | null;
  readonly #cap: number;
  readonly #octets = new OctetBuffer();
  readonly #chunks = new ChunkDecoder();
  #isDone: boolean;
  #truncated = false;

  /** @param cap octets of content that are kept. */
  constructor(content: Content, cap: number) {
    this.#isChunked = content.kind === 'chunked';
    this.#length = content.kind === 'length' ? content.octets : null;
    this.#cap = cap;
    this.#isDone = content.kind === 'none' || content.kind === 'malformed';
    this.#heedCap();
  }

  /** Takes a chunk, and says whether nothing more is needed: complete, at the cap, or malformed. */
  push(chunk: Uint8Array): boolean {
    for (const octet of chunk) {
      if (this.#isDone) break;
      this.#take(octet);
    }
    return this.#isDone;
  }

  /** A copy of the content so far, without its framing: `cap` octets at most. */
  get body(): Uint8Array {
    return this.#octets.copy();
  }

  /** Whether the cap was reached before the end of the content was seen. */
  get truncated(): boolean {
    return this.#truncated;
  }

  #take(octet: number): void {
    const kind = this.#isChunked ? this.#chunks.take(octet) : 'data';
    if (kind === 'data') this.#octets.append(octet);
    this.#isDone = kind === 'end' || kind === 'malformed' || this.#octets.length === this.#length;
    this.#heedCap();
  }

  #heedCap(): void {
    if (this.#isDone || this.#octets.length < this.#cap) return;
    this.#isDone = true;
    this.#truncated = true;
  }
}
