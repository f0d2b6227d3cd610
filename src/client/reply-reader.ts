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
/** Interim replies that are taken before the final one. */
const interimLimit = 5;

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
    if (this.#refusal) return this.#refusal.body.push(chunk) ? this.end() : null;
    return this.#take(this.#head.push(chunk));
  }

  /** The refusal whose content was being read, with as much of it as there is; null where there is none. */
  end(): JudgedReply | null {
    if (!this.#refusal) return null;
    const { row, reading, body } = this.#refusal;
    return { row, reading, rest: nothing, body: body.body, bodyTruncated: body.truncated };
  }

  #take(progress: HeadProgress): JudgedReply | null {
    if (progress.state === 'incomplete') return null;
    const { headLimit, fieldLimit, onInterim, onFinal } = this.#options;
    const limits = { fieldLimit, interims: this.#interims, interimLimit };
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
    this.#refusal = { row, reading, body: new BodyReader(replyContent(reply.status, reply.fields), bodyCap) };
    return this.#refusal.body.push(rest) ? this.end() : null;
  }
}

function judgeHead(row: ClientRow, reading: ReplyReading, rest: Uint8Array): JudgedReply {
  return { row, reading, rest, body: nothing, bodyTruncated: false };
}
