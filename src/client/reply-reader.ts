import { decideReply } from '../../models/compiled/client.ts';
import { decideTunnel } from '../../models/compiled/tunnel.ts';
import type { ClientRow } from '../../models/decisions/client.ts';
import type { Row } from '../../models/decisions/row.ts';
import type { TunnelRow } from '../../models/decisions/tunnel.ts';
import type { ClientChoices } from '../../models/facts/reply.ts';
import type { HeadLimits, HeadReading } from '../facts/head-facts.ts';
import { type OfferedTerms, type ReplyReading, readReplyHead } from '../facts/reply-facts.ts';
import type { KnownHead } from '../facts/request-facts.ts';
import { readTunnelHead, type TunnelReading } from '../facts/tunnel-facts.ts';
import { BodyReader, type HeadProgress, HeadReader, replyContent } from '../wire/index.ts';

/** A reply, the row that decides on it, and what came behind its head. */
export interface Judged<R extends Row, Reading> {
  readonly row: R;
  readonly reading: Reading;
  /** Behind the head of a reply that switches: the first of what it switches to. */
  readonly rest: Uint8Array;
  /** Content of a refusal, 64 KiB of it at the most. */
  readonly body: Uint8Array;
  /** Whether it was cut at that, or ended before it was complete. */
  readonly bodyTruncated: boolean;
}

/** The server's reply to the opening. */
export type JudgedReply = Judged<ClientRow, ReplyReading>;
/** A proxy's reply to CONNECT. */
export type JudgedTunnel = Judged<TunnelRow, TunnelReading>;

export interface ReplyReaderOptions {
  /** Octets of a head. */
  readonly headLimit: number;
  /** Field lines of a head. */
  readonly fieldLimit: number;
  readonly onInterim?: () => void;
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

const nothing = new Uint8Array();

/** Reads replies from octets, past interim ones, to the final one and its content. */
class JudgingReader<R extends Row, Reading extends Omit<HeadReading, 'facts'>> {
  readonly #read: (progress: KnownHead, limits: HeadLimits) => Reading;
  readonly #decide: (reading: Reading) => R;
  readonly #options: ReplyReaderOptions;
  #head: HeadReader;
  #interims = 0;
  #refusal: { readonly row: R; readonly reading: Reading; readonly body: BodyReader } | null = null;

  constructor(
    read: (progress: KnownHead, limits: HeadLimits) => Reading,
    decide: (reading: Reading) => R,
    options: ReplyReaderOptions,
  ) {
    this.#read = read;
    this.#decide = decide;
    this.#options = options;
    this.#head = new HeadReader('reply', options.headLimit);
  }

  /** What has come of an unfinished head. */
  get partial(): Uint8Array {
    return this.#head.partial;
  }

  /** Takes octets; null as long as the final reply is not complete. */
  push(chunk: Uint8Array): Judged<R, Reading> | null {
    if (this.#refusal) return this.#refusal.body.push(chunk) ? this.end(false) : null;
    return this.#take(this.#head.push(chunk));
  }

  /**
   * The refusal whose content was being read, with as much of it as there is; null where there is none.
   *
   * @param closed whether the connection was closed behind it
   */
  end(closed: boolean): Judged<R, Reading> | null {
    if (!this.#refusal) return null;
    const { row, reading, body } = this.#refusal;
    return { row, reading, rest: nothing, body: body.body, bodyTruncated: !body.isComplete(closed) };
  }

  #take(progress: HeadProgress): Judged<R, Reading> | null {
    if (progress.state === 'incomplete') return null;
    const { headLimit, fieldLimit, onInterim, onFinal } = this.#options;
    const { interimLimit } = replyDefaults;
    const reading = this.#read(progress, { fieldLimit, interims: this.#interims, interimLimit });
    const row = this.#decide(reading);
    if (progress.state !== 'complete') return judgeHead(row, reading, nothing);
    if (row.verdict === 'interim') {
      this.#interims += 1;
      this.#head = new HeadReader('reply', headLimit);
      onInterim?.();
      return this.#take(this.#head.push(progress.rest));
    }
    onFinal?.();
    return this.#judge(row, reading, progress.rest);
  }

  #judge(row: R, reading: Reading, rest: Uint8Array): Judged<R, Reading> | null {
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

function judgeHead<R extends Row, Reading>(row: R, reading: Reading, rest: Uint8Array): Judged<R, Reading> {
  return { row, reading, rest, body: nothing, bodyTruncated: false };
}

/** Reads what a server replies to the opening. */
export class ReplyReader extends JudgingReader<ClientRow, ReplyReading> {
  constructor(offer: OfferedTerms, options: ReplyReaderOptions & Partial<ClientChoices>) {
    const { rules = 'rfc6455' } = options;
    super(
      (progress, limits) => readReplyHead(progress, offer, limits),
      ({ facts }) => decideReply(facts, { rules }),
      options,
    );
  }
}

/** Reads what a proxy replies to CONNECT. */
export class TunnelReader extends JudgingReader<TunnelRow, TunnelReading> {
  constructor(options: ReplyReaderOptions) {
    super(readTunnelHead, ({ facts }) => decideTunnel(facts), options);
  }
}
