import { decodeLatin1, type Span } from '../../wire/index.ts';
import type { Evident } from './evidence.ts';

/** Octets of one direction that a finding on a hop has at most: of a large frame the rest shows nothing. */
export const passageLimit = 16_384;

/** One exchange through a hop, in base64: what came in and went out at its front, and at its backend. */
export interface EncodedPassage {
  readonly request: string;
  readonly forwarded?: string;
  readonly answered?: string;
  readonly response: string;
}

/** Octets of one direction; what the hop has changed, dropped or added is marked. */
export interface Compared extends Evident {
  /** Names of the fields that are marked, or what else is. */
  readonly changed: readonly string[];
}

/** The octets of all four directions, each compared with those on the other side of the hop. */
export function markPassage({
  request,
  forwarded = '',
  answered = '',
  response,
}: EncodedPassage): Readonly<Record<'request' | 'forwarded' | 'answered' | 'response', Compared>> {
  const [sent, arrived] = compare(Buffer.from(request, 'base64'), Buffer.from(forwarded, 'base64'));
  const [replied, returned] = compare(Buffer.from(answered, 'base64'), Buffer.from(response, 'base64'));
  return { request: sent, forwarded: arrived, answered: replied, response: returned };
}

function compare(before: Uint8Array, behind: Uint8Array): readonly [Compared, Compared] {
  // Where nothing came out, or nothing went in, there is nothing to compare.
  if (before.length === 0 || behind.length === 0) return [unchanged(before), unchanged(behind)];
  const [one, other] = [readHeads(before), readHeads(behind)];
  const [rest, otherRest] = compareRests(before.subarray(one.end), behind.subarray(other.end));
  const isCut = before.length >= passageLimit || behind.length >= passageLimit;
  return [
    mark(before, missing(one.lines, other.lines), isCut && otherRest === 0 ? 0 : rest),
    mark(behind, missing(other.lines, one.lines), isCut && rest === 0 ? 0 : otherRest),
  ];
}

function unchanged(octets: Uint8Array): Compared {
  return { octets, marks: [], changed: [] };
}

interface Line extends Span {
  readonly name: string;
  /** What is the same in two lines that say the same. */
  readonly key: string;
}

interface Heads {
  readonly lines: readonly Line[];
  /** Where what is no head begins. */
  readonly end: number;
}

/** The lines of a head, and of those of 1xx before it. */
function readHeads(octets: Uint8Array): Heads {
  const text = decodeLatin1(octets);
  const lines: Line[] = [];
  let isFirst = true;
  let isInterim = false;
  for (let start = 0; ; ) {
    const end = text.indexOf('\r\n', start);
    if (end < 0) return { lines, end: start };
    const line = text.slice(start, end);
    // Empty lines before the first one belong to no head (RFC 9112 §2.2).
    if (line === '' && !isInterim && !isFirst) return { lines, end: end + 2 };
    if (line !== '') lines.push({ start, end, ...readLine(line, isFirst) });
    if (isFirst) isInterim = /^HTTP\/1\.\d 1(?!01)\d\d/.test(line);
    isFirst = line === '';
    start = end + 2;
  }
}

function readLine(line: string, isFirst: boolean): Pick<Line, 'name' | 'key'> {
  const colon = line.indexOf(':');
  if (isFirst || colon < 0) return { name: 'the first line', key: line };
  const name = line.slice(0, colon);
  return { name, key: `${name.toLowerCase()}:${line.slice(colon + 1).trim()}` };
}

/** The lines that have no counterpart among the others; each of these is one of one line alone. */
function missing(lines: readonly Line[], others: readonly Line[]): readonly Line[] {
  const counts = new Map<string, number>();
  for (const { key } of others) counts.set(key, (counts.get(key) ?? 0) + 1);
  return lines.filter(({ key }) => {
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  });
}

/** How many octets at the end of each differ from the other. */
function compareRests(before: Uint8Array, behind: Uint8Array): readonly [number, number] {
  let same = 0;
  while (same < before.length && same < behind.length && before[same] === behind[same]) same += 1;
  return [before.length - same, behind.length - same];
}

function mark(octets: Uint8Array, lines: readonly Line[], rest: number): Compared {
  const names = lines.map(({ name }) => name);
  return {
    octets,
    marks: [
      ...lines.map(({ start, end }) => ({ start, end })),
      ...(rest > 0 ? [{ start: octets.length - rest, end: octets.length }] : []),
    ],
    changed: [...new Set([...names, ...(rest > 0 ? ['octets behind the head'] : [])])],
  };
}
