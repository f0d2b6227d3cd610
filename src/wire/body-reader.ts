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
  readonly #content: Content;
  readonly #cap: number;
  readonly #octets = new OctetBuffer();
  readonly #chunks = new ChunkDecoder();
  #isDone: boolean;
  #hasEnded: boolean;

  /** @param cap octets of content that are kept. */
  constructor(content: Content, cap: number) {
    this.#content = content;
    this.#cap = cap;
    this.#hasEnded = content.kind === 'none';
    this.#isDone = content.kind === 'none' || content.kind === 'malformed';
  }

  /** Takes a chunk, and says whether nothing more is needed: complete, beyond the cap, or malformed. */
  push(chunk: Uint8Array): boolean {
    for (const octet of chunk) {
      if (this.#isDone) break;
      this.#take(octet);
    }
    return this.#isDone;
  }

  /** The content so far, without its framing: `cap` octets at most. */
  get body(): Uint8Array {
    return this.#octets.view();
  }

  /**
   * Whether all of the content was seen and kept.
   *
   * @param closed whether the connection was closed behind it, which ends content that runs until then.
   * @see RFC 9112 §6.3 item 8, §8
   */
  isComplete(closed: boolean): boolean {
    return this.#hasEnded || (closed && this.#content.kind === 'untilClose' && !this.#isDone);
  }

  #take(octet: number): void {
    const kind = this.#content.kind === 'chunked' ? this.#chunks.take(octet) : 'data';
    if (kind === 'data' && this.#octets.length === this.#cap) {
      this.#isDone = true;
      return;
    }
    if (kind === 'data') this.#octets.append(octet);
    const isLast = this.#content.kind === 'length' && this.#octets.length === this.#content.octets;
    this.#hasEnded = kind === 'end' || isLast;
    this.#isDone = this.#hasEnded || kind === 'malformed';
  }
}
