import { drawKey } from '../client/nonce.ts';
import { patientClock } from '../clock.ts';
import {
  type AnswerRead,
  type ContrastSeen,
  diagnoseFailure,
  type ExchangeSeen,
  type Observation,
  readAnswer,
} from '../diagnosis/index.ts';
import type { FailureId } from '../knowledge/failure.ts';
import { hashes, sha1 } from '../sha1.ts';
import { type Contrast, isRefusedCredential, planAsMany, planContrasts } from './contrast.ts';
import { ask, hangUp } from './exchange.ts';
import { type Variation, writeRequest } from './request.ts';
import type { Target } from './target.ts';

/** Milliseconds that something is waited for which healthy servers answer at once. */
export const soon = 2_000;

/** Milliseconds that a variation is waited for where the opening was waited for in vain. */
const rest = 600;

/** The same, where a plain GET is answered: so many times as long as that takes, and at least so many milliseconds. */
const [times, least] = [10, 250];

/** Sends one variation over a connection of its own, and tells what came of it. */
export async function tryVariation(
  { uri, link, record, timeout, addresses }: Target,
  variation: Variation,
  change: string,
): Promise<{ readonly seen: ExchangeSeen; readonly answer: AnswerRead }> {
  const linked = await link.open(addresses, timeout);
  const { seen, connection } = await ask(
    linked,
    writeRequest(uri, variation, drawKey()),
    Math.min(timeout, patienceFor(record.seen)),
  );
  hangUp(connection);
  const answer = readAnswer(seen, sha1);
  record.tellAsked(seen, answer, change, variation.isUpgrade);
  return { seen, answer };
}

/** How long a variation is waited for. */
function patienceFor({ opening, contrasts = [] }: Observation): number {
  if (opening?.end !== 'late') return soon;
  const plain = contrasts.find(({ name }) => name === 'plainGet')?.exchange;
  return plain?.end === 'replied' ? Math.min(rest, Math.max(least, times * plain.ms)) : rest;
}

/** Changes one thing of the opening at a time, until one of them opens, or what it is has been told. */
export async function changeOneByOne(target: Target, answer: AnswerRead): Promise<void> {
  const { uri, asked, link, record } = target;
  const { end = 'replied' } = record.seen.opening ?? {};
  // A plain GET may speak against what seems to be told of a port that does not answer, or of a proxy that answers 502.
  const isFirst = () => record.seen.contrasts === undefined;
  const asksMore = answer.reply === null || answer.reply.status === 502;
  const isEnough = () => isTold(target, answer) && !(asksMore && isFirst());
  if (isEnough()) return;
  const startedAt = patientClock.now();
  const most = answer.reply !== null ? soon : end === 'late' ? 2 * soon : Number.POSITIVE_INFINITY;
  const isSlow = () => patientClock.now() - startedAt > most;
  for (const contrasts of batchUp(planContrasts(uri, asked, answer, end), end)) {
    if (!link.hasMore || isSlow() || isEnough()) return;
    const tried = await Promise.all(contrasts.map((each) => tryContrast(target, each)));
    const opening = contrasts.find(({ variation }, at) => variation.isUpgrade && tried[at]?.answer.opens);
    if (opening && (await isSettled(target, answer, opening))) return;
    // Whoever is silent once is so again: that takes its time, and tells nothing more.
    const isSilent = tried.some(
      ({ seen }, at) => seen.end === 'late' && !(end === 'late' && contrasts[at]?.variation.isUpgrade),
    );
    if (isSilent) return;
  }
}

/** What is sent at once: to who is silent a plain GET, and the opening for which more octets may be waited. */
function batchUp(plan: readonly Contrast[], end: ExchangeSeen['end']): readonly (readonly Contrast[])[] {
  const first = plan.filter(({ name }) => end === 'late' && (name === 'plainGet' || name === 'moreOctets'));
  const others = plan.filter((each) => !first.includes(each)).map((each) => [each]);
  return first.length > 0 ? [first, ...others] : others;
}

/** Sends a contrast, and keeps what came of it. */
async function tryContrast(
  target: Target,
  { name, change, variation }: Contrast,
): ReturnType<typeof tryVariation> {
  const { record } = target;
  const tried = await tryVariation(target, variation, change);
  const seen: ContrastSeen = { name, change, exchange: tried.seen };
  record.see({ contrasts: [...(record.seen.contrasts ?? []), seen] });
  return tried;
}

/**
 * Tries what may speak against the change by which an opening succeeds: the same with as many octets as the opening as
 * asked, and this again.
 *
 * @returns whether it is known what makes the difference
 */
async function isSettled(
  target: Target,
  answer: AnswerRead,
  { name, variation }: Contrast,
): Promise<boolean> {
  const { uri, asked, link, record } = target;
  const isTried = record.seen.contrasts?.some((each) => each.name === 'asManyOctets') ?? false;
  const asMany = isTried || variation.target !== asked.target ? null : planAsMany(uri, asked, variation);
  if (asMany && link.hasMore) {
    const { answer: other } = await tryContrast(target, asMany);
    // It is what was left out besides, bit by bit.
    if (name === 'fewerOctets' && other.opens) return false;
  }
  if (link.hasMore && !isRefusedCredential(uri, asked, answer))
    await tryContrast(target, { name: 'again', change: 'again', variation: asked });
  return true;
}

/** Whether the answer itself tells what is wrong, so that no change would tell more. */
function isTold({ record }: Target, { reply, guard }: AnswerRead): boolean {
  const [first] = diagnoseFailure(record.seen, hashes);
  const isSwitch = reply?.status === 101 && guard !== null;
  const isOfWay = first?.where === 'tls' || first?.where === 'network';
  return isSwitch || (first?.confidence === 'certain' && (isOfWay || plain.includes(first.id)));
}

/** What the answer to the opening tells by itself, so that no change would tell more. */
const plain: readonly FailureId[] = [
  'hop/backend-down',
  'hop/backend-silent',
  'hop/redirect',
  'hop/rate-limit',
  'hop/challenge',
  'hop/cdn-origin',
  'server/not-http',
  'server/status',
];
