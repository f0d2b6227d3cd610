import { weights } from '../../../models/breach.ts';
import type { ClauseId } from '../../../models/clauses.ts';
import { type RequestMessage, writeRequestMessage } from '../../arbitraries/index.ts';
import { fieldValues } from '../../wire/index.ts';
import { explainAccept } from '../judge/accept-hint.ts';
import { acceptance } from '../judge/case.ts';
import { applyChanges, type Change } from '../judge/change.ts';
import { type Fault, judgeAnswer } from '../judge/judgement.ts';
import { findFaults } from '../judge/oracle.ts';
import { canonicalMessage, sampleKey, type Target } from '../judge/target.ts';
import type { Answer } from '../peer/answer.ts';
import { probe, Unreachable } from '../peer/probe.ts';
import { type Failure, featuresOf, harmlessIn, isPlain, isSwitch } from '../run/failure.ts';
import type { Loss } from '../run/loss.ts';
import { type Reach, sendCase } from '../run/reach.ts';
import { shrinkMessage } from './shrink.ts';

/** One defect of the target, with the smallest request that still shows it. */
export interface Found extends Failure {
  readonly clause: ClauseId;
  readonly message: RequestMessage;
  /** The octets of the message, in the pieces in which they were sent. */
  readonly pieces: readonly Uint8Array[];
  /** Whether it was not seen when the request was sent again. */
  readonly isOnce?: boolean;
}

/**
 * Finds the defects behind failures: by the one change that a failure needs. A failure that has a change whose defect
 * is known already says nothing new.
 */
export async function explainFailures(failures: readonly Failure[], reach: Reach): Promise<readonly Found[]> {
  const byClause = new Map<ClauseId, Failure[]>();
  const blamed = new Set<string>();
  const blame = (failure: Failure) => {
    const clause = clauseOf(failure);
    byClause.set(clause, [...(byClause.get(clause) ?? []), failure]);
    for (const feature of featuresOf(failure)) blamed.add(feature);
  };
  for (const failure of failures.filter(isPlain)) blame(failure);
  for (const failure of failures.filter((each) => !isPlain(each))) {
    const { kind, clause } = failure.verdict;
    const isKnown = (kind === 'reply' || kind === 'unanswered') && byClause.has(clause);
    if (isKnown || featuresOf(failure).some((feature) => blamed.has(feature))) continue;
    const reduced = await reduceChanges(failure, reach);
    if (!reduced) continue;
    // A refusal that needs a harmless change is of that, and not of the fault.
    const isOfFault = kind === 'refused' || isSwitch(reduced) || harmlessIn(reduced).length === 0;
    if (isOfFault) blame(reduced);
  }
  const found: Found[] = [];
  for (const [clause, all] of byClause) {
    const [worst] = all.toSorted(
      (a, b) =>
        weights[b.verdict.severity] - weights[a.verdict.severity] ||
        featuresOf(a).length - featuresOf(b).length ||
        a.current.number - b.current.number,
    );
    if (!worst) continue;
    const shrunk = await shrink(worst, clause, reach);
    // What was seen once, of whatever request, is one defect.
    if (!found.some((each) => each.clause === shrunk.clause)) found.push(shrunk);
  }
  return found;
}

function clauseOf({ current, verdict }: Failure): ClauseId {
  if (verdict.kind !== 'refused') return verdict.clause;
  const [only, ...more] = current.changes;
  const isOnly = only && more.length === 0 && current.pieces.length === 1;
  return (isOnly && only.refusedAs) || acceptance;
}

/** Leaves out every change, and the cuts, that a failure does not need; null where what came was of the cuts. */
async function reduceChanges(failure: Failure, reach: Reach): Promise<Failure | null> {
  let smallest = await sendWhole(failure, failure.current.changes, reach);
  // What needs its cuts needs nothing else that is known.
  if (!smallest) {
    const { current, verdict } = failure;
    return verdict.kind === 'refused' ? { ...failure, current: { ...current, changes: [] } } : null;
  }
  for (const change of failure.current.changes) {
    const fewer: readonly Change[] = smallest.current.changes.filter((each) => each !== change);
    smallest = (await sendWhole(smallest, fewer, reach)) ?? smallest;
  }
  return smallest;
}

/** The failure with these changes, in one piece; null where there is none. */
async function sendWhole(
  { current, verdict }: Failure,
  changes: readonly Change[],
  reach: Reach,
): Promise<Failure | null> {
  const octets = writeRequestMessage(applyChanges(current.base, changes));
  const clause = changes.find(({ guard }) => guard !== null)?.clause ?? changes[0]?.clause ?? acceptance;
  const seen = await ask(octets, clause, reach);
  const same = seen?.faults.find(
    (each) => each.kind === verdict.kind && (each.kind !== 'reply' || each.clause === verdict.clause),
  );
  if (!seen || !same) return null;
  return { current: { ...current, clause, changes, pieces: [octets] }, answer: seen.answer, verdict: same };
}

/** What an answer to octets shows; null where the target takes no connection. */
async function ask(octets: Uint8Array, clause: ClauseId, { target, address, timeout }: Reach) {
  try {
    const answer = await probe(target, address, [octets], timeout);
    return { answer, faults: judgeAnswer(octets, answer, target, clause).faults };
  } catch (error) {
    if (error instanceof Unreachable) return null;
    throw error;
  }
}

/** The smallest request that still shows the same: the same faults in it, answered in the same way. */
async function shrink(failure: Failure, clause: ClauseId, reach: Reach): Promise<Found> {
  const { current, verdict, answer } = failure;
  const message = applyChanges(current.base, current.changes);
  const asSeen = { ...failure, clause, message, pieces: current.pieces };
  if (verdict.kind === 'message' || verdict.kind === 'gone' || answer.end === 'late') return asSeen;
  if (current.pieces.length > 1 && verdict.kind === 'refused') {
    const hint = `the request came in ${current.pieces.length} pieces, and may be looked for in the first alone`;
    const again = await sendCase(reach, current).catch(() => null);
    if (again === null || again.reply?.status === 101) return seenOnce(asSeen);
    const whole = await ask(writeRequestMessage(message), current.clause, reach);
    if (whole?.answer.reply?.status !== 101) return asSeen;
    // The same octets are accepted in one piece: a stream has no pieces.
    return { ...asSeen, answer: again, verdict: { ...verdict, hint, severity: 'MUST' } };
  }
  const { target } = reach;
  const kind = describeKind(writeRequestMessage(message), answer, verdict, target);
  const smaller: Found[] = [];
  const shows = async (candidate: RequestMessage) => {
    const octets = writeRequestMessage(candidate);
    const seen = await ask(octets, current.clause, reach);
    const same = seen?.faults.find((each) => each.kind === verdict.kind && each.clause === verdict.clause);
    if (!seen || !same || describeKind(octets, seen.answer, same, target) !== kind) return false;
    smaller.push({ ...asSeen, message: candidate, pieces: [octets], answer: seen.answer, verdict: same });
    return true;
  };
  if (!(await shows(message))) return seenOnce(asSeen);
  await shrinkMessage(message, canonicalMessage(target, sampleKey), shows);
  return withHint(smaller.at(-1) ?? asSeen);
}

/** What a wrong accept value is, where a recipe leads to it: looked for in what is reported alone. */
function withHint(found: Found): Found {
  const { clause, message, answer, verdict } = found;
  if (clause !== 'rfc6455/4.2.2/accept-value') return found;
  const key = message.lines.find(({ name }) => name.toLowerCase() === 'sec-websocket-key')?.value ?? '';
  const [value = ''] = fieldValues(answer.reply?.fields ?? [], 'sec-websocket-accept');
  const hint = explainAccept(key.trim(), value);
  return hint === null ? found : { ...found, verdict: { ...verdict, hint } };
}

export const survived = 'a target that still takes connections after the request';

/** What is broken by a target that does not survive a request. */
export const survival: ClauseId = 'rfc6455/10.7/input-validated';

/** A request that the target did not survive, as a defect. */
export function describeLoss({ current, answer, isReproduced }: Loss): Found {
  const clause = survival;
  const observed = isReproduced
    ? 'no connection was taken after it; the target came back, and was gone again after the same request'
    : 'no connection has been taken since';
  const expected = survived;
  const verdict: Fault = {
    ...{ clause, expected, observed },
    ...{ kind: 'gone', severity: 'MUST', tags: [], guard: null },
  };
  const message = applyChanges(current.base, current.changes);
  return { current, answer, clause, message, pieces: current.pieces, verdict };
}

/** What comes of some requests and not of others like them cannot be the request's doing. */
function seenOnce(found: Found): Found {
  const hint = 'it was seen once, and not when the same request was sent again';
  const clause = found.verdict.kind === 'refused' ? acceptance : found.clause;
  return { ...found, clause, verdict: { ...found.verdict, hint }, isOnce: true };
}

function describeKind(
  octets: Uint8Array,
  { reply, end }: Answer,
  { severity, kind }: Fault,
  target: Target,
): string {
  // What the reply owes whatever was asked is shown best by a request without a fault.
  const guards = kind === 'reply' ? [] : new Set(findFaults(octets, target).map(({ guard }) => guard));
  return [severity, ...guards, reply?.status ?? end].join(' ');
}
