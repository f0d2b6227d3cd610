import { hash } from 'node:crypto';
import fc from 'fast-check';
import type { ClauseId } from '../../../../models/clauses.ts';
import {
  type Cutting,
  cutting,
  line,
  type RequestMessage,
  writeRequestMessage,
} from '../../../arbitraries/index.ts';
import {
  acceptance,
  beforeMessages,
  type CaseList,
  type ContentDelivery,
  type RequestCase,
} from '../../judge/case.ts';
import { applyChanges, inSets, type RequestChange } from '../../judge/change.ts';
import { canonicalMessage, type Target } from '../../judge/target.ts';
import { maskedFrame, maskedText } from '../../peer/frame/frame.ts';
import { deliver, deliveries, hasContent, isHalf } from './content-delivery.ts';
import { type CaseScope, drawFrom, faultsOf, harmlessChanges } from './request-change.ts';
import { plainSplits, splits } from './split.ts';

interface Sketch extends Pick<RequestCase, 'clause' | 'title' | 'group' | 'isLiteral' | 'changes'> {
  readonly delivery?: ContentDelivery;
}

/** All requests of a run. */
export function serverCases(
  target: Target,
  seed: number,
  runs: number,
  { guards, harmless = true, mixtures = true }: CaseScope = {},
): CaseList<RequestCase> {
  const base = canonicalMessage(target, keyOf(seed, 0).replace(/[+/]/g, 'k'));
  const keyAt = base.lines.findIndex(({ name }) => name === 'Sec-WebSocket-Key');
  const changes = harmless ? harmlessChanges(target, base) : null;
  const faults = faultsOf(target, guards);
  const write = (sketch: Sketch, number: number, cut: Cutting | null): RequestCase => {
    const { clause, title, group, isLiteral, changes: made, delivery } = sketch;
    const key = keyOf(seed, number);
    // A key with + or / is tested by changes of its own.
    const value = made.length > 0 ? key.replace(/[+/]/g, 'k') : key;
    const lines = base.lines.with(keyAt, line('Sec-WebSocket-Key', value));
    const message = { ...base, lines };
    const changed = applyChanges(message, made);
    const octets = writeRequestMessage(changed);
    // Node decodes and writes its own kind of octets faster, and both are done with each request.
    const whole = Buffer.from(octets.buffer, octets.byteOffset, octets.length);
    const cutOf = cut && whole.length <= 4_096 ? cut : null;
    const parts = delivery ? deliver(changed, delivery) : { pieces: cutOf?.(whole) ?? [whole] };
    return {
      number,
      clause,
      title,
      group,
      isLiteral,
      base: message,
      changes: made,
      isCut: !delivery && parts.pieces.length > 1,
      ...parts,
      ...(delivery ? { delivery } : {}),
      ...(made.some(({ guard }) => guard === 'contentIsFramedTwice') ? { second } : {}),
    };
  };
  const second = writeRequestMessage(base);
  const written = [
    ...faults.literals.filter((change) => !isHalf(change)).map(asFault),
    ...faults.literals.filter(hasContent).flatMap((change) => {
      // The same content once more.
      return deliveries.map((delivery) => ({ ...asFault(change), delivery }));
    }),
    // A target that waits for content may leave these without an answer, and then no others like them are played.
    ...faults.literals.filter(isHalf).map(asFault),
    ...(changes?.literals ?? []).map(asHarmless),
  ];
  const messages = firstMessages(target, base, written.length);
  const early = earlyPing(base, written.length + messages.length);
  const played = [...written.map((sketch, number) => write(sketch, number, null)), ...messages, early];
  const literals = [
    ...played,
    ...plainSplits(base).map((each, nth) => ({ ...each, number: played.length + nth })),
  ];
  const cuts = splits(base, runs);
  // No two faults of one request touch the same part of it.
  const most = Math.min(3, new Set(faults.literals.map(({ part }) => part)).size);
  function* draw(): Generator<RequestCase> {
    let number = literals.length;
    const sketches = drawn(faults.drawn, changes?.drawn ?? null, { seed, runs, most: mixtures ? most : 0 });
    const cuttings = drawFrom(cutting, seed + 3_000);
    let nextCut = 0;
    for (const sketch of sketches) {
      yield write(sketch, number, number % cutEvery === 0 ? cuttings.next().value : null);
      number += 1;
      // Between two pieces there is a pause, in which other requests can be sent: the cuts are spread among them.
      const next = cuts[nextCut];
      if (!next || number % splitEvery !== 0) continue;
      yield { ...next, number };
      nextCut += 1;
      number += 1;
    }
    yield* cuts.slice(nextCut).map((each, nth) => ({ ...each, number: number + nth }));
  }
  const perRun =
    faults.drawn.length + (mixtures && most >= 2 ? several : 0) + (harmless ? harmlessOnes : 0) + plain;
  const total = literals.length + cuts.length + runs * perRun;
  return { literals, drawn: { [Symbol.iterator]: draw }, total };
}

/** For each variant of a single fault as many cases of several, of several harmless changes, and of none. */
const several = 4;
const harmlessOnes = 8;
const plain = 2;
/** Variants that are drawn together. */
const batch = 100;
/** One in so many drawn requests comes in pieces. */
const cutEvery = 8;
/** Among so many drawn requests one is the canonical request in two pieces, as long as there are any of those left. */
const splitEvery = 5;

/** A key of its own for each case, the same for the same seed. */
export function keyOf(seed: number, number: number): string {
  return hash('md5', `${seed} ${number}`, 'base64');
}

/** Another key for a case that is played again, without an octet that has a case of its own. */
export function renewKey(number: number, nth: number): string {
  return keyOf(number, nth).replace(/[+/]/g, 'k');
}

function asFault(change: RequestChange): Sketch {
  const { clause, guard, part } = change;
  return { clause, title: `${guard}`, group: part, isLiteral: true, changes: [change] };
}

function asHarmless(change: RequestChange): Sketch {
  const { clause } = change;
  return { clause, title: 'a valid request', group: 'harmless', isLiteral: true, changes: [change] };
}

function* drawn(
  faults: readonly (readonly [guard: string, fc.Arbitrary<RequestChange>])[],
  harmless: ((seed: number) => Generator<RequestChange, never>) | null,
  { seed, runs, most }: { readonly seed: number; readonly runs: number; readonly most: number },
): Generator<Sketch> {
  const around = harmless ? inSets(harmless(seed), 0, 2) : null;
  const same = harmless ? inSets(harmless(seed + 1_000), 1, 3) : null;
  const oneOfAll = fc.oneof(...faults.map(([, arbitrary]) => arbitrary));
  const faulty = inSets(drawFrom(oneOfAll, seed + 2_000), 2, most);
  for (let done = 0; done < runs; done += batch) {
    const count = Math.min(batch, runs - done);
    for (const [salt, [guard, arbitrary]] of faults.entries()) {
      for (const fault of fc.sample(arbitrary, { seed: seed + 100 * done + salt, numRuns: count })) {
        const others = around?.next().value ?? [];
        const apartFromFault = others.filter(({ part }) => part !== fault.part && part !== 'several');
        yield { ...mixed(fault.clause, guard, [...apartFromFault, fault]), group: fault.part };
      }
    }
    for (let n = 0; most >= 2 && n < several * count; n += 1) {
      const changes = faulty.next().value;
      yield mixed(changes[0]?.clause, changes.map(({ guard }) => guard).join(', '), changes);
    }
    for (let n = 0; same && n < harmlessOnes * count; n += 1) {
      const changes = same.next().value;
      // Cases of harmless changes stay in one shard: only together do they show which change is refused.
      yield { ...mixed(changes[0]?.clause, 'a valid request', changes), group: 'harmless' };
    }
    for (let n = 0; n < plain * count; n += 1) yield mixed(acceptance, 'the canonical request', []);
  }
}

function mixed(clause: ClauseId | undefined, title: string, changes: readonly RequestChange[]): Sketch {
  return { clause: clause ?? acceptance, title, changes, group: null, isLiteral: false };
}

/** Messages before the credential, which must not be answered, where that comes in the first message. */
export function firstMessages(
  { options }: Target,
  base: RequestMessage,
  from: number,
): readonly RequestCase[] {
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
    isCut: false,
    pieces: [octets],
    isSecret: text.includes(auth.value.slice(0, -1)),
    frames: Buffer.concat([maskedFrame(0x89, beforeMessages), maskedText(text), maskedText('are you there')]),
  }));
}

/** A frame that comes with the request. A server that accepts the request must not lose the frame. */
export function earlyPing(base: RequestMessage, number: number): RequestCase {
  const early = Buffer.from('early');
  return {
    number,
    clause: 'rfc6455/4.1/early-frames-kept',
    title: 'a ping right behind the canonical request',
    group: 'early',
    isLiteral: true,
    base,
    changes: [],
    isCut: false,
    pieces: [Buffer.concat([writeRequestMessage(base), maskedFrame(0x89, early)])],
    early,
  };
}
