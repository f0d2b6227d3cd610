import { noOctets, OctetBuffer } from './octet-buffer.ts';
import type { Span } from './span.ts';
import { isToken } from './token.ts';

/** How far a head has come; every state but `incomplete` is final. */
export type HeadProgress =
  | { readonly state: 'incomplete' }
  /** `head`: first octet of the start-line to the final CRLF CRLF; `rest`: what that chunk held behind it. */
  | { readonly state: 'complete'; readonly head: Uint8Array; readonly rest: Uint8Array }
  /** `head`: what had been read, cut at the limit. */
  | { readonly state: 'tooLarge'; readonly head: Uint8Array }
  /** Known to be no HTTP head before its end; `head`: what had been read when that was known. */
  | { readonly state: 'malformed'; readonly head: Uint8Array; readonly problem: string; readonly span: Span };

const CR = 0x0d;
const LF = 0x0a;
const REPLY_START = 'HTTP/';
const octetsJudged = { request: 2, reply: REPLY_START.length }; // of the start-line, one by one

const incomplete: HeadProgress = { state: 'incomplete' };

/**
 * Finds the end of a head in octets that arrive in pieces. What is judged is judged in order, so what
 * comes of the octets does not depend on how they were cut.
 *
 * Strict: a bare LF is no line end (a recipient MAY take it as one). A bare CR is left to the line parsers.
 *
 * @see RFC 9112 §2.1, §2.2
 */
export class HeadReader {
  readonly #kind: 'request' | 'reply';
  readonly #limit: number;
  readonly #octets = new OctetBuffer();
  #progress: HeadProgress = incomplete;
  /** How many of the octets have been judged: none behind the end, or behind the first fault. */
  #taken = 0;
  #start = 0;
  #lineStart = 0;
  /** Whether the empty line behind the field lines has come. */
  #isEnd = false;

  /** @param limit octets of the head at most, its final empty line and empty lines before it included. */
  constructor(kind: 'request' | 'reply', limit: number) {
    this.#kind = kind;
    this.#limit = limit;
  }

  /** Takes a chunk, which must not change any more: parts of it may come back. A final state ignores it. */
  push(chunk: Uint8Array): HeadProgress {
    if (this.#progress.state !== 'incomplete') return this.#progress;
    const from = this.#octets.length;
    this.#octets.extend(from + chunk.length <= this.#limit ? chunk : chunk.subarray(0, this.#limit - from));
    for (let at = this.#next(from); at < this.#octets.length; at = this.#next(at + 1)) {
      this.#taken = at + 1;
      this.#progress = this.#judge(at, chunk, from);
      if (this.#progress !== incomplete) return this.#progress;
    }
    this.#taken = this.#octets.length;
    if (this.#taken < from + chunk.length) this.#progress = { state: 'tooLarge', head: this.partial };
    return this.#progress;
  }

  /** Octets taken so far, empty lines before the head included, `rest` and what lay beyond the limit not. */
  get received(): number {
    return this.#taken;
  }

  /** What has come of the head, from the first octet of its start-line. */
  get partial(): Uint8Array {
    return this.#octets.view(this.#start, this.#taken);
  }

  /** Where to judge next: the octets that begin a start-line, and behind those the ends of lines alone. */
  #next(at: number): number {
    return at < this.#start + octetsJudged[this.#kind] ? at : this.#octets.find(LF, at);
  }

  /** What the octet at an offset comes to. */
  #judge(at: number, chunk: Uint8Array, from: number): HeadProgress {
    const octet = this.#octets.at(at) as number; // below the length
    const fault = this.#judgeStart(octet, at) ?? this.#judgeLine(octet, at);
    if (fault || !this.#isEnd) return fault ?? incomplete;
    const read = this.#taken - from;
    const rest = read < chunk.length ? chunk.subarray(read) : noOctets;
    return { state: 'complete', head: this.partial, rest };
  }

  #judgeStart(octet: number, at: number): HeadProgress | null {
    if (this.#kind === 'reply') {
      return at >= REPLY_START.length || octet === REPLY_START.charCodeAt(at)
        ? null
        : this.#refuse('a reply that does not begin with HTTP/', at);
    }
    if (at === this.#start && octet !== CR && octet !== LF && !isToken(String.fromCharCode(octet))) {
      return this.#refuse('a request line that does not begin with a method', at);
    }
    if (at === this.#start + 1 && this.#octets.at(this.#start) === CR && octet !== LF) {
      return this.#refuse('a bare CR before the request line', this.#start);
    }
    return null;
  }

  #judgeLine(octet: number, at: number): HeadProgress | null {
    if (octet !== LF) return null;
    if (this.#octets.at(at - 1) !== CR) return this.#refuse('a bare LF', at);
    const isEmpty = at === this.#lineStart + 1;
    const isFirst = this.#lineStart === this.#start;
    this.#isEnd = isEmpty && !isFirst;
    this.#lineStart = at + 1;
    // Lenient: any number of empty lines before a request line is skipped (one at least SHOULD be).
    if (isEmpty && isFirst) this.#start = at + 1;
    return null;
  }

  #refuse(problem: string, at: number): HeadProgress {
    const start = at - this.#start;
    return { state: 'malformed', head: this.partial, problem, span: { start, end: start + 1 } };
  }
}
