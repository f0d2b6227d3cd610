import { HeadReader, parseReply, parseRequest, type ReplyHead, type RequestHead } from '../wire/index.ts';
import { isInterim } from './head-facts.ts';

/** One handshake as it was seen before an intermediary and behind it: all octets of each direction, or none. */
export interface HopSight {
  /** What the client sent, and what arrived at the backend. */
  readonly sent: Uint8Array;
  readonly arrived: Uint8Array;
  /** What the backend replied, and what returned to the client. */
  readonly replied: Uint8Array;
  readonly returned: Uint8Array;
  /** Whether the connection outlived the pause between two pings; null if it never opened. */
  readonly outlived: boolean | null;
}

/** The heads at the beginning of what came back. */
export interface SeenReplies {
  /** Those with 1xx other than 101. */
  readonly interims: readonly ReplyHead[];
  /** Null where none came that can be read. */
  readonly final: ReplyHead | null;
  /** Whether octets came that should be a final reply, and are none or an incomplete one. */
  readonly isGarbled: boolean;
  /** What comes behind the head of the final one. */
  readonly behind: Uint8Array;
}

const headLimit = 1_048_576;
const nothing = new Uint8Array();

/** The request at the beginning of the octets; null where there is none. */
export function readSeenRequest(octets: Uint8Array): RequestHead | null {
  const progress = new HeadReader('request', headLimit).push(octets);
  const parsed = progress.state === 'complete' ? parseRequest(progress.head) : null;
  return parsed?.ok ? parsed.value : null;
}

/** The replies at the beginning of the octets, to the first final one. */
export function readSeenReplies(octets: Uint8Array): SeenReplies {
  const interims: ReplyHead[] = [];
  for (let rest = octets; ; ) {
    const progress = new HeadReader('reply', headLimit).push(rest);
    const parsed = progress.state === 'complete' ? parseReply(progress.head) : null;
    if (!parsed?.ok) return { interims, final: null, isGarbled: rest.length > 0, behind: nothing };
    const { value: head } = parsed;
    // A complete head is the only state that has octets behind it.
    rest = progress.state === 'complete' ? progress.rest : rest;
    if (!isInterim(head.status)) return { interims, final: head, isGarbled: false, behind: rest };
    interims.push(head);
  }
}
