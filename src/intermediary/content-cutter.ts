import { BodyReader, type Content } from '../wire/index.ts';

/** Cuts what arrives in pieces where the content of a message ends. */
export class ContentCutter {
  readonly #reader: BodyReader;
  #isDone: boolean;

  constructor(content: Content) {
    this.#reader = new BodyReader(content, Number.POSITIVE_INFINITY);
    this.#isDone = content.kind === 'none';
  }

  /** Whether all of the content has come; what lasts until the connection is closed never has. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** The octets of a chunk that are content, and those behind it. */
  cut(chunk: Uint8Array): { readonly content: Uint8Array; readonly behind: Uint8Array } {
    let end = 0;
    for (; end < chunk.length && !this.#isDone; end += 1) {
      this.#isDone = this.#reader.push(chunk.subarray(end, end + 1));
    }
    return { content: chunk.subarray(0, end), behind: chunk.subarray(end) };
  }
}
