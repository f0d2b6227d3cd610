import type { ClauseId } from '../../../models/clauses.ts';
import { capWeight } from '../../../models/verdict/breach.ts';
import type { Fault } from '../judge/judgement.ts';
import type { Phrase } from '../judge/seen/phrase.ts';

/** What the keys of all connections of a run show. */
export interface KeyJudgement {
  readonly shown: readonly ClauseId[];
  /** At most one, with the place of a key that shows it: keys that come again are not asked how random they are. */
  readonly found: { readonly at: number; readonly fault: Fault } | null;
}

/** So many keys are too few to tell whether they are random. */
const few = 30;
const octets = 16;

/**
 * So many bits of 128 that are the same in every key show that the octets were not chosen at random. That all of thirty
 * random keys agree in eight bits does not happen; those of a random UUID (RFC 9562 §5.4) agree in six.
 */
const tooMany = 8;

const fresh: ClauseId = 'rfc6455/4.1/key-fresh';
const random: ClauseId = 'rfc6455/4.1/key-random';

/**
 * Judges the keys of a client against each other, in whatever order they came. That they differ shows nothing of how
 * they were chosen, so that `key-random` is never shown to be kept.
 *
 * @param keys as they were sent, one for each connection
 * @see RFC 6455 §4.1
 */
export function judgeKeys(keys: readonly string[]): KeyJudgement {
  if (keys.length < 2) return { shown: [], found: null };
  const repeated = findRepeated(keys);
  if (repeated !== null) {
    const count = keys.filter((key) => key === keys[repeated]).length;
    const key = keys[repeated] ?? '';
    const observed = { is: 'repeatedKey', key, count, of: keys.length, answered: null } as const; // a phrase
    return tell(repeated, fresh, 'freshKey', observed);
  }
  const decoded = keys.map((key) => Buffer.from(key, 'base64')).filter(({ length }) => length === octets);
  const same = countSameBits(decoded);
  if (decoded.length < few || same < tooMany) return { shown: [fresh], found: null };
  const told = tell(0, random, 'randomKey', { is: 'sameBits', bits: same, keys: decoded.length });
  return { ...told, shown: [fresh, random] };
}

/** Whether so many connections were judged that keys which are not random would have been found again. */
export function isRefuted(clause: ClauseId, counts: ReadonlyMap<ClauseId, number>): boolean {
  return clause === random && (counts.get(fresh) ?? 0) >= few;
}

function tell(at: number, clause: ClauseId, expected: Phrase, observed: Phrase): KeyJudgement {
  const severity = capWeight(clause, 'MUST');
  const fault: Fault = {
    kind: 'reply',
    clause,
    guard: null,
    severity,
    tags: [],
    expected,
    observed,
    about: 'sec-websocket-key',
    seen: [],
  };
  return { shown: [clause], found: { at, fault } };
}

/** The place of the first key that was there before; null where none was. */
function findRepeated(keys: readonly string[]): number | null {
  const seen = new Set<string>();
  for (const [at, key] of keys.entries()) {
    if (seen.has(key)) return at;
    seen.add(key);
  }
  return null;
}

/** How many bits have the same value in all keys. */
function countSameBits(keys: readonly Uint8Array[]): number {
  let count = 0;
  for (let at = 0; at < octets; at += 1) {
    const ones = keys.reduce((all, key) => all & (key[at] ?? 0), 0xff);
    const zeros = keys.reduce((all, key) => all & ~(key[at] ?? 0), 0xff);
    for (let bits = ones | zeros; bits > 0; bits >>= 1) count += bits & 1;
  }
  return count;
}
