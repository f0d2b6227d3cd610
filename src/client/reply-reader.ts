import { type ClientRow, clientDecision } from '../../models/client-decision.ts';
import { compileDecision } from '../../models/compile.ts';
import { type Offer, type ReplyReading, readReplyHead } from '../facts/reply-facts.ts';
import { BodyReader, type HeadProgress, HeadReader, replyContent } from '../wire/index.ts';

/** A reply, the row that decides on it, and what came behind its head. */
export interface JudgedReply {
  readonly row: ClientRow;
  readonly reading: ReplyReading;
  /** Behind the head of a 101: the first of the frames. */
  readonly rest: Uint8Array;
  /** Content of a reply that is no 101, 64 KiB of it at the most. */
  readonly body: Uint8Array;
  /** Whether it was cut at that, or ended before it was complete. */
  readonly bodyTruncated: boolean;
}

export interface ReplyReaderOptions {
  /** Octets of a head. */
  readonly headLimit: number;
  /** Field lines of a head. */
  readonly fieldLimit: number;
  readonly onInterim: () => void;
  /** The head of the final reply is complete. */
  readonly onFinal?: () => void;
}

/** Octets of a refusal's content that are kept. */
const bodyCap = 65_536;

/** What a client takes unless it is told otherwise. */
export const replyDefaults = {
  /** Octets of a head. */
  headLimit: 65_536,
  /** Field lines of a head. */
  fieldLimit: 200,
  /** Interim replies before the final one. */
  interimLimit: 5,
} as const;

const decide = compileDecision(clientDecision);
const nothing = new Uint8Array();

/** Reads replies from octets, past interim ones, to the final one and its content. */
export class ReplyReader {
  readonly #offer: Offer;
  readonly #options: ReplyReaderOptions;
  #head: HeadReader;
  #interims = 0;
  #refusal: { readonly row: ClientRow; readonly reading: ReplyReading; readonly body: BodyReader } | null =
    null;

  constructor(offer: Offer, options: ReplyReaderOptions) {
    this.#offer = offer;
    this.#options = options;
    this.#head = new HeadReader('reply', options.headLimit);
  }

  /** What has come of an unfinished head. */
  get partial(): Uint8Array {
    return this.#head.partial;
  }

  /** Takes octets; null as long as the final reply is not complete. */
  push(chunk: Uint8Array): JudgedReply | null {
    if (this.#refusal) return this.#refusal.body.push(chunk) ? this.end(false) : null;
    return this.#take(this.#head.push(chunk));
  }

  /**
   * The refusal whose content was being read, with as much of it as there is; null where there is none.
   *
   * @param closed whether the connection was closed behind it
   */
  end(closed: boolean): JudgedReply | null {
    if (!this.#refusal) return null;
    const { row, reading, body } = this.#refusal;
    return { row, reading, rest: nothing, body: body.body, bodyTruncated: !body.isComplete(closed) };
  }

  #take(progress: HeadProgress): JudgedReply | null {
    if (progress.state === 'incomplete') return null;
    const { headLimit, fieldLimit, onInterim, onFinal } = this.#options;
    const limits = { fieldLimit, interims: this.#interims, interimLimit: replyDefaults.interimLimit };
    const reading = readReplyHead(progress, this.#offer, limits);
    const row = decide(reading.facts, {});
    if (progress.state !== 'complete') return judgeHead(row, reading, nothing);
    if (row.verdict === 'interim') {
      this.#interims += 1;
      this.#head = new HeadReader('reply', headLimit);
      onInterim();
      return this.#take(this.#head.push(progress.rest));
    }
    onFinal?.();
    return this.#judge(row, reading, progress.rest);
  }

  #judge(row: ClientRow, reading: ReplyReading, rest: Uint8Array): JudgedReply | null {
    const { reply } = reading;
    if (row.verdict !== 'failed' || !reply || reply.status < 200) return judgeHead(row, reading, rest);
    // Where a field line is malformed nothing can tell how the content is framed: what came with it has to do.
    const content = replyContent(reply.status, reply.fields);
    if (reading.fault && content.kind !== 'none') {
      return { ...judgeHead(row, reading, nothing), body: rest, bodyTruncated: true };
    }
    this.#refusal = { row, reading, body: new BodyReader(content, bodyCap) };
    return this.#refusal.body.push(rest) ? this.end(false) : null;
  }
}

function judgeHead(row: ClientRow, reading: ReplyReading, rest: Uint8Array): JudgedReply {
  return { row, reading, rest, body: nothing, bodyTruncated: false };
}
