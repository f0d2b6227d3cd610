import {
  BodyReader,
  decodeLatin1,
  HeadReader,
  parseReply,
  type ReplyHead,
  replyContent,
} from '../../wire/index.ts';
import { KeptOctets } from './connection/kept-octets.ts';
import { ControlFinder, isClose } from './frame/close-frame.ts';
import { pongFrame } from './frame/frame.ts';

/** What is sent in the ping behind a 101. */
export const pingData = Uint8Array.of(0x77, 0x73, 0x31);
/** The frame that answers the ping. */
const pong = pongFrame(pingData);
const nothing = new Uint8Array();
const headLimit = 1_048_576;
/** Octets that are no head are waited for no longer than this. */
const unreadableLimit = 65_536;

/** How a target has answered octets. */
export interface Answer {
  /** What came, as far as it is kept. */
  readonly octets: Uint8Array;
  /** How many octets came, where more did than are kept. */
  readonly came?: number;
  /** The head of its final reply, octet for octet; empty where none came. */
  readonly head: Uint8Array;
  /** The final reply; null where none came that can be read. */
  readonly reply: ReplyHead | null;
  /** Statuses of the interim replies before it, of so many at most as are kept. */
  readonly interims: readonly number[];
  /** Behind a 101: what came before the pong. */
  readonly early: Uint8Array;
  /** Behind a 101: whether a ping got its pong. */
  readonly ponged: boolean;
  /** Number of octets behind the head of a reply other than a 101; null where the end was not waited for. */
  readonly content: number | null;
  /** Whether the target ended the connection after a reply other than a 101; `unseen` where that was not waited for. */
  readonly closing: 'unseen' | 'open' | 'ended';
  /** Whether it began before what was held back of the request had been sent. */
  readonly isAheadOfRest: boolean;
  /** Behind a reply other than a 101: what came of a second request on the same connection. */
  readonly second: 'unasked' | 'answered' | 'unanswered' | 'ended';
  /** How it ended: by a reply, by the target's end of the connection, by a reset, or not in time. */
  readonly end: 'replied' | 'ended' | 'reset' | 'late';
}

/** Where the head of the final reply begins. */
export function headAt(answer: Pick<Answer, 'octets' | 'interims'>): number {
  return answer.octets.length - behindInterims(answer).length;
}

/** What came behind the interim replies, which have no content. */
export function behindInterims({ octets, interims }: Pick<Answer, 'octets' | 'interims'>): Uint8Array {
  if (interims.length === 0) return octets;
  const text = decodeLatin1(octets);
  const at = interims.reduce((end) => {
    const next = text.indexOf('\r\n\r\n', end);
    return next < 0 ? text.length : next + 4; // the rest of them is not kept
  }, 0);
  return octets.subarray(at);
}

/** Statuses of interim replies that are kept: more than octets are that they need. */
export const interimsKept = 65_536;

/** Reads an answer as it comes. */
export class AnswerReader {
  readonly #hasContent: boolean;
  readonly #kept = new KeptOctets();
  readonly #interims: number[] = [];
  #headReader = new HeadReader('reply', headLimit);
  #head: Uint8Array = nothing;
  #reply: ReplyHead | null = null;
  #body: BodyReader | null = null;
  /** Where the octets behind the head of the final reply begin, counted from the first octet that came. */
  #behindAt = 0;
  /** The last octets behind a 101, too few for a pong. */
  #tail: Uint8Array = nothing;
  #ponged = false;
  readonly #controlFinder = new ControlFinder();
  #isClosed = false;
  #unreadable = false;

  /** @param isToHead whether the request was a HEAD, so that no content follows */
  constructor(isToHead = false) {
    this.#hasContent = !isToHead;
  }

  /** Whether all of a reply has come that ends with the connection; behind a 101 something has to follow. */
  get isComplete(): boolean {
    return this.#reply !== null && this.#reply.status !== 101;
  }

  /** The final reply; null before its head has come. */
  get reply(): ReplyHead | null {
    return this.#reply;
  }

  /** Whether nothing that has to come is missing: a final reply that is no 101 has begun, or a Close frame has come. */
  get isTold(): boolean {
    return this.#isClosed || this.isComplete;
  }

  /** Whether the content of a reply was seen to its end; never where that is the end of the connection. */
  get isWhole(): boolean {
    return !this.#hasContent || (this.#body?.isComplete(false) ?? false);
  }

  /** Octets up to the end of its head. */
  get headEnd(): number {
    return this.#behindAt;
  }

  push(chunk: Buffer): 'reading' | 'switched' | 'done' {
    this.#kept.take(chunk, 0);
    if (this.#unreadable) return this.#pushUnreadable();
    if (this.#reply) return this.#pushBehind(this.#reply, chunk);
    let rest: Uint8Array = chunk;
    for (;;) {
      const progress = this.#headReader.push(rest);
      if (progress.state === 'incomplete') return 'reading';
      this.#head = progress.head;
      const parsed = progress.state === 'complete' ? parseReply(progress.head) : null;
      if (progress.state !== 'complete' || !parsed?.ok) {
        this.#unreadable = true;
        return this.#pushUnreadable();
      }
      const { status } = parsed.value;
      if (status >= 200 || status === 101) {
        this.#reply = parsed.value;
        this.#behindAt = this.#kept.came - progress.rest.length;
        return this.#pushBehind(parsed.value, progress.rest);
      }
      if (this.#interims.length < interimsKept) this.#interims.push(status);
      this.#headReader = new HeadReader('reply', headLimit);
      rest = progress.rest;
    }
  }

  /** Lines that begin as a head are read to their empty line, however they end: they may come one by one. */
  #pushUnreadable(): 'reading' | 'done' {
    const text = this.#kept.came > unreadableLimit ? '' : this.#kept.octets.toString('latin1');
    return text.startsWith('HTTP/') && !/\n\r?\n/.test(text) ? 'reading' : 'done';
  }

  #pushBehind(reply: ReplyHead, octets: Uint8Array): 'reading' | 'switched' | 'done' {
    if (reply.status === 101) {
      const latest = Buffer.concat([this.#tail, octets]);
      this.#ponged ||= latest.includes(pong);
      this.#tail = latest.subarray(1 - pong.length);
      this.#isClosed ||= this.#controlFinder.push(octets).some(isClose);
      return this.#ponged ? 'done' : 'switched';
    }
    if (!this.#hasContent) return 'done';
    const content = replyContent(reply.status, reply.fields);
    // Content that ends with the connection may never end, and no judgement needs it.
    if (content.kind === 'untilClose') return 'done';
    this.#body ??= new BodyReader(content, 65_536);
    return this.#body.push(octets) ? 'done' : 'reading';
  }

  answer(end: Answer['end']): Answer {
    const { octets } = this.#kept;
    const isSwitched = this.#reply?.status === 101;
    const pongAt = this.#ponged ? octets.indexOf(pong, this.#behindAt) : -1;
    return {
      octets,
      head: this.#head,
      reply: this.#reply,
      interims: this.#interims,
      early: isSwitched ? octets.subarray(this.#behindAt, pongAt < 0 ? undefined : pongAt) : nothing,
      ponged: this.#ponged,
      content: null,
      closing: 'unseen',
      isAheadOfRest: false,
      second: 'unasked',
      end: this.#reply && !isSwitched ? 'replied' : end,
    };
  }
}
