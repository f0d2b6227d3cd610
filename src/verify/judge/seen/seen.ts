import type { Topic } from '../../../../models/topic.ts';
import { type Evident, locateTopic } from '../../../facts/evidence.ts';
import { decodeLatin1, parseReply, parseRequest, type Span } from '../../../wire/index.ts';
import { readHeads } from './head-line.ts';

/** A direction of an exchange: before and behind a hop there are two of each. */
export type Side = 'request' | 'response' | 'forwarded' | 'answered';

/** Octets of one side of an exchange that show a fault; none where it shows by what is missing. */
export interface Seen {
  readonly side: Side;
  readonly spans: readonly Span[];
}

/**
 * Where a request has the parts that rules look at.
 *
 * @param credentialAt where a credential stands, if it is known: `target`, or the name of a field
 */
export function seeRequest(topics: readonly Topic[], octets: Uint8Array, credentialAt?: string): Seen {
  // A server may leave out empty lines before the request line (RFC 9112 §2.2).
  let from = 0;
  while (octets[from] === 0x0d && octets[from + 1] === 0x0a) from += 2;
  const head = octets.subarray(from);
  const evident = { ...readEvident(head, parseRequest(head)), credentialAt };
  return { side: 'request', spans: shift(locate(topics, evident), from) };
}

/**
 * Where a reply has the parts that rules look at.
 *
 * @param octets all that came, of which the head of the final reply begins at `from`
 */
export function seeReply(topics: readonly Topic[], octets: Uint8Array, from = 0): Seen {
  const interims = topics.includes('interims') && from > 0 ? [{ start: 0, end: from }] : [];
  const head = octets.subarray(from);
  const own = locate(topics, readEvident(head, parseReply(head)));
  return { side: 'response', spans: [...interims, ...shift(own, from)] };
}

/**
 * Where a message differs from one in which nothing is odd: lines that the other has not, or not as often, and octets
 * behind the head.
 *
 * @param isUsual whether a line that the other has not is no odder for it
 */
export function seeOdd(
  side: 'request' | 'response',
  octets: Uint8Array,
  canonical: Uint8Array,
  isUsual: (line: string) => boolean,
): Seen {
  const [own, other] = [readHeads(octets), readHeads(canonical)];
  const textOf = (all: Uint8Array, { start, end }: Span) => decodeLatin1(all.subarray(start, end));
  const left = other.lines.map((line) => textOf(canonical, line));
  const odd = own.lines.filter((line) => {
    const text = textOf(octets, line);
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0 && !isUsual(text);
  });
  const isSame = Buffer.compare(octets.subarray(own.end), canonical.subarray(other.end)) === 0;
  const rest = isSame ? [] : locateRest(octets);
  return { side, spans: [...odd.map(({ start, end }) => ({ start, end })), ...rest] };
}

function readEvident(head: Uint8Array, parsed: ReturnType<typeof parseRequest | typeof parseReply>): Evident {
  return parsed.ok ? { head, fields: parsed.value.fields, fault: null } : { head, fields: [], fault: parsed };
}

/** A fault with what was odd: of a message that was refused, or not survived, that shows why. */
export function seeRefused<F extends { readonly kind: string; readonly seen: readonly Seen[] }>(
  fault: F,
  odd: () => Seen,
): F {
  if (fault.kind !== 'refused' && fault.kind !== 'gone') return fault;
  const own = odd();
  return { ...fault, seen: [own, ...fault.seen.filter(({ side }) => side !== own.side)] };
}

/** Each part once, in the order of the topics. */
function locate(topics: readonly Topic[], evident: Evident): readonly Span[] {
  if (evident.head.length === 0) return [];
  const spans = [...new Set(topics)].flatMap((topic) =>
    topic === 'behind' || topic === 'content' ? locateRest(evident.head) : locateTopic(topic, evident),
  );
  // What cannot be read is a fault of two parts.
  return spans.filter(({ start }, at) => spans.findIndex((each) => each.start === start) === at);
}

/** What stands behind the head. */
export function locateRest(octets: Uint8Array): readonly Span[] {
  const { end } = readHeads(octets);
  return end === octets.length ? [] : [{ start: end, end: octets.length }];
}

function shift(spans: readonly Span[], by: number): readonly Span[] {
  return spans.map(({ start, end }) => ({ start: start + by, end: end + by }));
}
