import { decideReply } from '../../models/compiled/client.ts';
import type { ReplyGuard } from '../../models/decisions/client.ts';
import type { ReplyFacts } from '../../models/facts/reply.ts';
import { type OfferedTerms, readReplyHead } from '../facts/reply-facts.ts';
import type { DeflateParameters } from '../negotiation/permessage-deflate.ts';
import {
  BodyReader,
  decodeLatin1,
  type Extension,
  type Field,
  HeadReader,
  parseReply,
  parseRequest,
  type ReplyHead,
  replyContent,
  type Sha1,
} from '../wire/index.ts';
import { completeOffer, type KnownOffer, readKnownOffer } from './known-offer.ts';
import type { ExchangeSeen } from './observation.ts';
import { shorten } from './quote.ts';

/** What came of a request, as far as it can be read. */
export interface AnswerRead {
  /** The guard of the row by which the client's table decided; null where no head of a reply is whole. */
  readonly guard: ReplyGuard | null;
  readonly facts: ReplyFacts | null;
  /** The final reply; null where none can be read. */
  readonly reply: ReplyHead | null;
  /** Its content, a character for each octet, 64 KiB at most. */
  readonly body: string;
  /** Octets behind the head of a 101, or behind the content of another reply, as far as that is framed. */
  readonly behind: Uint8Array;
  /** Statuses of the replies before it. */
  readonly interims: readonly number[];
  /** Whether the opening has led to a connection. */
  readonly opens: boolean;
  /** What the request offered, and what was agreed to of it. */
  readonly offer: OfferedTerms;
  readonly subprotocol: string | null;
  readonly extensions: readonly Extension[];
  readonly deflate: DeflateParameters | null;
}

const limits = { headLimit: 65_536, fieldLimit: 200, interimLimit: 5 } as const;
const bodyCap = 65_536;
const nothing = new Uint8Array();
const unknown: KnownOffer = { key: null, subprotocols: null, extensions: null };

/** Reads what came as a client does: past interim replies to the final one, and its content. */
export function readAnswer({ request, reply: octets }: ExchangeSeen, sha1: Sha1): AnswerRead {
  const asked = request.length > 0 ? parseRequest(request) : null;
  const known = asked?.ok ? readKnownOffer(asked.value.fields) : unknown;
  const interims: number[] = [];
  for (let rest = octets; ; ) {
    const progress = new HeadReader('reply', limits.headLimit).push(rest);
    if (progress.state === 'incomplete') return { ...unread(known, sha1), interims };
    const offer = completeOffer(known, fieldsOf(progress.head), sha1);
    const reading = readReplyHead(progress, offer, { ...limits, interims: interims.length });
    const { guard, verdict } = decideReply(reading.facts, { rules: 'rfc6455' });
    const behind = progress.state === 'complete' ? progress.rest : nothing;
    const { reply, facts } = reading;
    if (verdict === 'interim' && reply && behind.length > 0) {
      interims.push(reply.status);
      rest = behind;
      continue;
    }
    const isSwitch = reply?.status === 101;
    return {
      guard,
      facts,
      reply,
      interims,
      offer,
      subprotocol: reading.subprotocol,
      extensions: reading.extensions,
      deflate: reading.deflate,
      ...(reply && !isSwitch ? readContent(reply, behind) : { body: '', behind }),
      opens: verdict === 'established',
    };
  }
}

function unread(known: KnownOffer, sha1: Sha1): AnswerRead {
  const offer = completeOffer(known, [], sha1);
  const none = { guard: null, facts: null, reply: null, body: '', interims: [] };
  const agreed = { subprotocol: null, extensions: [], deflate: null };
  return { ...none, ...agreed, behind: nothing, opens: false, offer };
}

function fieldsOf(head: Uint8Array): readonly Field[] {
  const parsed = parseReply(head);
  return parsed.ok ? parsed.value.fields : [];
}

function readContent({ status, fields }: ReplyHead, octets: Uint8Array): Pick<AnswerRead, 'body' | 'behind'> {
  const content = replyContent(status, fields);
  const reader = new BodyReader(content, bodyCap);
  let at = 0;
  while (at < octets.length && content.kind !== 'none') {
    at += 1;
    if (reader.push(octets.subarray(at - 1, at))) break;
  }
  // Who frames nothing may be followed by somebody else all the same.
  const isFramed = content.kind !== 'untilClose' && content.kind !== 'malformed';
  return { body: decodeLatin1(reader.body), behind: isFramed ? octets.subarray(at) : octets };
}

/** Whether two have been answered alike: the same status, and content that differs in numbers at most. */
export function areAlike(one: AnswerRead, other: AnswerRead): boolean {
  if (!one.reply || !other.reply) return one.reply === other.reply;
  return one.reply.status === other.reply.status && normalise(one.body) === normalise(other.body);
}

/** Requests are numbered and dated in many a page. */
function normalise(body: string): string {
  return body.replace(/[0-9a-f]{4,}|[0-9]+/gi, '0');
}

/** The status and its phrase, or what came in their place. */
export function describeAnswer(
  { reply, guard }: AnswerRead,
  { end, reply: octets, unreached }: ExchangeSeen,
): string {
  if (unreached !== null) return unreached;
  if (reply) return `${reply.status} ${shorten(reply.reason)}`.trimEnd();
  if (octets.length > 0) {
    return guard === null
      ? `${octets.length} octets that are not a complete reply`
      : 'a reply that cannot be parsed';
  }
  return ends[end];
}

const ends: Readonly<Record<ExchangeSeen['end'], string>> = {
  replied: 'no data',
  ended: 'a closed connection',
  reset: 'a connection reset',
  late: 'no reply before the timeout',
};
