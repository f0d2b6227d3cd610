import type { Topic } from '../../../../models/topic.ts';
import { nominatedNames } from '../../../facts/hop-request-facts.ts';
import { readSeenReplies, readSeenRequest } from '../../../facts/hop-sight.ts';
import { compareFields, compareReplyFields, type FieldDispositions } from '../../../facts/passage-facts.ts';
import type { Span } from '../../../wire/index.ts';
import { headAt } from '../../peer/answer.ts';
import type { ShownMarks } from './evidence.ts';
import { type HeadLine, readHeads } from './head-line.ts';
import { locateRest, type Seen, type Side, seeReply, seeRequest } from './seen.ts';

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
export interface MarkedSide extends ShownMarks {
  /** Names of the fields that are marked, or what else is. */
  readonly changed: readonly string[];
}

/** The octets of all four directions, each compared with those on the other side of the hop. */
export function markPassage({
  request,
  forwarded = '',
  answered = '',
  response,
}: EncodedPassage): Readonly<Record<'request' | 'forwarded' | 'answered' | 'response', MarkedSide>> {
  const [sent, arrived] = compare(Buffer.from(request, 'base64'), Buffer.from(forwarded, 'base64'));
  const [replied, returned] = compare(Buffer.from(answered, 'base64'), Buffer.from(response, 'base64'));
  return { request: sent, forwarded: arrived, answered: replied, response: returned };
}

/** The octets of all four directions of an exchange through a hop. */
export type HopOctets = Readonly<Record<Side, Uint8Array>>;

/** What both sides of a hop show of a part, on the way to the backend or back. */
export function seePassage(about: Topic, way: 'forth' | 'back', passage: HopOctets): readonly Seen[] {
  const sides: readonly [Side, Side] = way === 'forth' ? ['request', 'forwarded'] : ['answered', 'response'];
  const before = passage[sides[0]].subarray(0, passageLimit);
  const behind = passage[sides[1]].subarray(0, passageLimit);
  const [spans, others] = locateBoth(about, way, before, behind);
  return [
    { side: sides[0], spans },
    { side: sides[1], spans: others },
  ];
}

type Both<T> = readonly [T, T];

function locateBoth(
  about: Topic,
  way: 'forth' | 'back',
  before: Uint8Array,
  behind: Uint8Array,
): Both<readonly Span[]> {
  const both = <T>(locate: (octets: Uint8Array) => T): Both<T> => [locate(before), locate(behind)];
  const [one, other] = compare(before, behind);
  switch (about) {
    case 'head':
      return [one.marks, other.marks];
    case 'fields':
      return both((octets) => locateLines(octets, changedNames(way, before, behind)));
    case 'nominated': {
      const sent = readSeenRequest(before);
      const names = sent ? nominatedNames(sent) : [];
      return [locateLines(before, ['connection']), locateLines(behind, names)];
    }
    case 'content':
    case 'behind': {
      const [end, otherEnd] = both((octets) => readHeads(octets).end);
      const changed: Both<readonly Span[]> = [
        one.marks.filter(({ start }) => start >= end),
        other.marks.filter(({ start }) => start >= otherEnd),
      ];
      // What has passed as it was, and must not have, is all that stands there.
      return changed[0].length + changed[1].length > 0 ? changed : both(locateRest);
    }
    default:
      return both(
        (octets) =>
          (way === 'forth' ? seeRequest([about], octets) : seeReply([about], octets, finalAt(octets))).spans,
      );
  }
}

/** Names of the fields of which something else came out than went in. */
function changedNames(way: 'forth' | 'back', before: Uint8Array, behind: Uint8Array): readonly string[] {
  const dispositions = way === 'forth' ? requestFates(before, behind) : replyFates(before, behind);
  return [...(dispositions ?? [])].filter(([, disposition]) => disposition !== 'kept').map(([name]) => name);
}

function requestFates(before: Uint8Array, behind: Uint8Array): FieldDispositions | null {
  const [sent, arrived] = [readSeenRequest(before), readSeenRequest(behind)];
  return sent && arrived && compareFields(sent, arrived);
}

function replyFates(before: Uint8Array, behind: Uint8Array): FieldDispositions | null {
  const [replied, returned] = [readSeenReplies(before).final, readSeenReplies(behind).final];
  return replied && returned && compareReplyFields(replied, returned);
}

function locateLines(octets: Uint8Array, names: readonly string[]): readonly Span[] {
  const lines = readHeads(octets).lines.filter(({ name }) => names.includes(name.toLowerCase()));
  return lines.map(({ start, end }) => ({ start, end }));
}

/** Where the final reply begins. */
function finalAt(octets: Uint8Array): number {
  const { interims } = readSeenReplies(octets);
  return headAt({ octets, interims: interims.map(({ status }) => status) });
}

function compare(before: Uint8Array, behind: Uint8Array): readonly [MarkedSide, MarkedSide] {
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

function unchanged(octets: Uint8Array): MarkedSide {
  return { octets, marks: [], changed: [] };
}

/** The lines that have no counterpart among the others; each of these is one of one line alone. */
function missing(lines: readonly HeadLine[], others: readonly HeadLine[]): readonly HeadLine[] {
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

function mark(octets: Uint8Array, lines: readonly HeadLine[], rest: number): MarkedSide {
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
