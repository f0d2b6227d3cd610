import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { ClauseId } from '../../models/clauses.ts';
import { fragmentation, type RequestMessage, writeRequestMessage } from '../arbitraries/index.ts';
import { applyChanges, type Change } from './change.ts';
import { maskedText } from './masked-frame.ts';
import { canonicalMessage, type Target } from './target.ts';
import { faultsOf, harmlessChanges } from './target-change.ts';

/** One request to a target: the canonical opening with some changes. */
export interface TargetCase {
  /** Its place among all cases of a run. */
  readonly number: number;
  /** The clause that it is made for. */
  readonly clause: ClauseId;
  readonly title: string;
  /** What it has in common with others that show the same; they are played in one shard. Null for mixtures. */
  readonly group: string | null;
  /** Whether it is written down and not drawn: it is played whatever the seed is. */
  readonly isLiteral: boolean;
  readonly base: RequestMessage;
  readonly changes: readonly Change[];
  /** The octets, in the pieces in which they are sent. */
  readonly pieces: readonly Uint8Array[];
  /** What is sent behind the 101. */
  readonly frames?: Uint8Array;
}

type Sketch = Pick<TargetCase, 'clause' | 'title' | 'group' | 'isLiteral' | 'changes'>;

export const acceptance: ClauseId = 'service/1/valid-request-accepted';

/**
 * Every fault and every harmless change that is written down, once each; then what is drawn: faults among harmless
 * changes, several faults, several harmless changes, the opening itself again and again, and cut in two.
 */
export function targetCases(target: Target, seed: number, runs: number): readonly TargetCase[] {
  const base = canonicalMessage(target, keyOf(seed, 0));
  const changes = harmlessChanges(target, base);
  const faults = faultsOf(target);
  const literals = [...faults.literals.map(asFault), ...changes.literals.map(asHarmless)];
  const sketches = [...literals, ...drawn(faults.drawn, changes.drawn, seed, runs)];
  const cases = sketches.map((sketch, number): TargetCase => {
    const message = canonicalMessage(target, keyOf(seed, number));
    const whole = writeRequestMessage(applyChanges(message, sketch.changes));
    const pieces = sketch.isLiteral ? [whole] : cut(whole, seed, number);
    return { ...sketch, number, base: message, pieces };
  });
  const cuts = splits(base, cases.length, runs);
  return [...cases, ...cuts, ...firstMessages(target, base, cases.length + cuts.length)];
}

/** A key of its own for each case, the same for the same seed. */
function keyOf(seed: number, number: number): string {
  return createHash('md5').update(`${seed} ${number}`).digest('base64');
}

function asFault(change: Change): Sketch {
  const { clause, guard, part } = change;
  return { clause, title: `${guard}`, group: part, isLiteral: true, changes: [change] };
}

function asHarmless(change: Change): Sketch {
  const { clause, refusedAs } = change;
  return { clause, title: 'a valid request', group: refusedAs, isLiteral: true, changes: [change] };
}

function drawn(
  faults: readonly (readonly [guard: string, fc.Arbitrary<Change>])[],
  harmless: fc.Arbitrary<Change>,
  seed: number,
  runs: number,
): readonly Sketch[] {
  const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, salt: number) =>
    fc.sample(arbitrary, { seed: seed + salt, numRuns });
  const apart = { selector: ({ part }: Change) => part };
  const some = (max: number) => fc.uniqueArray(harmless, { ...apart, maxLength: max });
  const mixed = (clause: ClauseId, title: string, changes: readonly Change[]): Sketch => ({
    ...{ clause, title, changes },
    group: null,
    isLiteral: false,
  });
  const single = faults.flatMap(([guard, arbitrary], salt) =>
    sample(fc.tuple(some(2), arbitrary), runs, salt).map(([around, fault]): Sketch => {
      const others = around.filter(({ part }) => part !== fault.part && part !== 'several');
      return { ...mixed(fault.clause, guard, [...others, fault]), group: fault.part };
    }),
  );
  const oneOfAll = fc.oneof(...faults.map(([, arbitrary]) => arbitrary));
  const several = sample(
    fc.uniqueArray(oneOfAll, { ...apart, minLength: 2, maxLength: 3 }),
    runs * 4,
    1_000,
  ).map((changes) =>
    mixed(changes[0]?.clause ?? acceptance, changes.map(({ guard }) => guard).join(', '), changes),
  );
  const same = sample(
    fc.uniqueArray(harmless, { ...apart, minLength: 1, maxLength: 3 }),
    runs * 8,
    2_000,
  ).map((changes) => mixed(changes[0]?.clause ?? acceptance, 'a valid request', changes));
  const plain = Array.from({ length: runs * 2 }, () => mixed(acceptance, 'the canonical request', []));
  return [...single, ...several, ...same, ...plain];
}

/** The opening cut in two at each of its octets, or at every so many of them in a small run. */
function splits(base: RequestMessage, from: number, runs: number): readonly TargetCase[] {
  const octets = writeRequestMessage(base);
  const step = Math.max(1, Math.round(10 / runs));
  return Array.from({ length: Math.floor((octets.length - 1) / step) }, (_, nth) => ({
    at: (nth + 1) * step,
    number: from + nth,
  })).map(({ at, number }) => ({
    number,
    clause: acceptance,
    title: `the canonical request in two pieces, the first of ${at} octets`,
    group: 'pieces',
    isLiteral: false,
    base,
    changes: [],
    pieces: [octets.subarray(0, at), octets.subarray(at)],
  }));
}

/** Messages before the credential, which must not be answered, where that comes in the first message. */
export function firstMessages(
  { options }: Target,
  base: RequestMessage,
  from: number,
): readonly TargetCase[] {
  const { auth } = options;
  if (auth?.in !== 'firstMessage') return [];
  const octets = writeRequestMessage(base);
  const wrong = [auth.value.slice(0, -1), `${auth.value}x`, ''].map((token) =>
    JSON.stringify({ type: 'auth', token }),
  );
  return ['hello', '{"type":"subscribe"}', ...wrong].map((text, at) => ({
    number: from + at,
    clause: 'service/5.3/first-message-held',
    title: 'a message before a valid credential',
    group: 'first message',
    isLiteral: true,
    base,
    changes: [],
    pieces: [octets],
    frames: Buffer.concat([maskedText(text), maskedText('are you there')]),
  }));
}

/** Every eighth drawn request comes in pieces, one in five of those octet by octet. */
function cut(octets: Uint8Array, seed: number, number: number): readonly Uint8Array[] {
  if (number % 8 !== 0 || octets.length > 4_096) return [octets];
  return fc.sample(fragmentation(octets), { seed: seed + number, numRuns: 1 })[0] ?? [octets];
}
