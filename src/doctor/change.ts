import { drawKey } from '../client/nonce.ts';
import { patientClock } from '../clock.ts';
import {
  type AnswerRead,
  diagnoseFailure,
  type ExchangeSeen,
  type Observation,
  readAnswer,
} from '../diagnosis/index.ts';
import { contrarySigns } from '../knowledge/contrary-sign.ts';
import type { FailureId } from '../knowledge/failure.ts';
import { hashes, sha1 } from '../sha1.ts';
import {
  type Contrast,
  isRefusedCredential,
  planAsMany,
  planContrasts,
  planPlainGet,
  sendsCredential,
} from './contrast.ts';
import { type Asking, ask, hangUp } from './exchange.ts';
import type { Linked } from './link.ts';
import { type Variation, writeRequest } from './request.ts';
import type { ExaminedTarget } from './target.ts';

/** Milliseconds that something is waited for which healthy servers answer at once. */
export const soon = 2_000;

/** So many times as long as the opening has taken another one may take. */
const slower = 3;

/** Where a plain GET is answered, and the opening is not: so many times as long as that takes, and at least so many milliseconds. */
const [times, least] = [10, 250];

/** Where neither is answered. */
const rest = 600;

/** The part of the time of the opening that is over before a plain GET is sent beside it. */
const patient = 0.25;

/** What came of a variation that was sent over a connection of its own. */
export interface VariationTried {
  readonly seen: ExchangeSeen;
  readonly answer: AnswerRead;
}

/** Sends one variation over a connection of its own, and tells what came of it. */
export async function tryVariation(
  target: ExaminedTarget,
  variation: Variation,
  change: string,
): Promise<VariationTried> {
  const { uri, link, timeout, addresses } = target;
  const linked = await link.open(addresses, timeout);
  const ms = patienceFor(target);
  const { seen, connection } = await ask(linked, writeRequest(uri, variation, drawKey()), ms);
  hangUp(connection);
  return tellTried(target, seen, variation, change);
}

function tellTried(
  { uri, record }: ExaminedTarget,
  seen: ExchangeSeen,
  variation: Variation,
  change: string,
): VariationTried {
  const answer = readAnswer(seen, sha1);
  record.isCredentialRefused ||= isRefusedCredential(uri, variation, answer);
  record.tellAsked(seen, answer, change, variation.isUpgrade);
  return { seen, answer };
}

/** Whether a variation may be sent: where a connection is left, and it has no credential that was refused. */
export function maySend({ uri, link, record }: ExaminedTarget, variation: Variation): boolean {
  return link.hasMore && !(record.isCredentialRefused && sendsCredential(uri, variation));
}

/** How long a variation is waited for, at most as long as the opening. */
export function patienceFor({
  record,
  timeout,
}: {
  readonly record: Pick<ExaminedTarget['record'], 'seen'>;
  readonly timeout: number;
}): number {
  return Math.min(timeout, patienceBehind(record.seen));
}

function patienceBehind({ opening, contrasts = [] }: Observation): number {
  if (opening?.end !== 'late') return Math.max(soon, slower * (opening?.ms ?? 0));
  const plain = contrasts.find(({ name }) => name === 'plainGet')?.exchange;
  if (plain === undefined) return soon;
  return plain.end === 'replied' ? Math.max(least, Math.min(times * plain.ms, soon + plain.ms)) : rest;
}

/** A plain GET beside an opening that is waited for. */
export interface Beside {
  /** Ends it, and keeps what came of it where the opening has had no answer. */
  end(isSilent: boolean): Promise<void>;
}

/** Sends a plain GET beside an opening that is not answered soon, and waits for it as long as for the opening. */
export function askBeside(target: ExaminedTarget): Beside {
  const { uri, asked, link, timeout, addresses, options } = target;
  const contrast = planPlainGet(asked);
  const { change, variation } = contrast;
  const left = (1 - patient) * timeout;
  let linking: Promise<Linked> | null = null;
  let asking: Promise<Asking | null> | null = null;
  const cancel = patientClock.after(patient * timeout, () => {
    if (!link.hasMore || options.signal?.aborted) return;
    linking = link.open(addresses, left);
    const ofNoUse = () => null; // it is sent beside something else, which goes on
    asking = linking
      .then((linked) => ask(linked, writeRequest(uri, variation, drawKey()), left))
      .catch(ofNoUse);
  });
  return {
    async end(isSilent) {
      cancel();
      if (!isSilent) {
        const linked = await linking;
        if (linked?.ok) linked.connection.destroy();
        return;
      }
      const tried = await asking;
      hangUp(tried?.connection ?? null);
      if (tried) keepTried(target, contrast, tellTried(target, tried.seen, variation, change).seen);
    },
  };
}

/** Changes one thing of the opening at a time, until one of them opens, or what it is has been told. */
export async function changeOneByOne(target: ExaminedTarget, answer: AnswerRead): Promise<void> {
  const { uri, asked, link, record } = target;
  const { end = 'replied' } = record.seen.opening ?? {};
  const isEnough = () => isTold(target, answer);
  if (isEnough()) return;
  const startedAt = patientClock.now();
  const most = answer.reply !== null ? soon : end === 'late' ? 2 * soon : Number.POSITIVE_INFINITY;
  const isSlow = () => patientClock.now() - startedAt > most;
  const isSilentToPlain = () =>
    record.seen.contrasts?.some(({ name, exchange }) => name === 'plainGet' && exchange.end === 'late');
  const isTried = ({ name }: Contrast) => name === 'plainGet' && record.seen.contrasts !== undefined;
  const plan = planContrasts(uri, asked, answer, end).filter((each) => !isTried(each));
  for (const batch of batchUp(plan, end)) {
    if (!link.hasMore || isSlow() || isEnough()) return;
    const contrasts = batch.filter(({ variation }) => maySend(target, variation));
    const tried = await Promise.all(contrasts.map((each) => tryContrast(target, each)));
    const opening = contrasts.find(({ variation }, at) => variation.isUpgrade && tried[at]?.answer.opens);
    if (opening && (await isSettled(target, opening))) return;
    // Whoever is silent once is so again: that takes its time, and tells nothing more.
    const isSilent = tried.some(
      ({ seen }, at) => seen.end === 'late' && !(end === 'late' && contrasts[at]?.variation.isUpgrade),
    );
    const isSilentToAll = isSilentToPlain() && tried.every(({ seen }) => seen.end === 'late');
    if (isSilent || isSilentToAll) return;
  }
}

/** What is sent at once to who is silent: a plain GET, and the opening with more octets and with fewer. */
const atOnce: readonly Contrast['name'][] = ['plainGet', 'moreOctets', 'fewerOctets'];

function batchUp(plan: readonly Contrast[], end: ExchangeSeen['end']): readonly (readonly Contrast[])[] {
  const first = plan.filter(({ name }) => end === 'late' && atOnce.includes(name));
  const others = plan.filter((each) => !first.includes(each)).map((each) => [each]);
  return first.length > 0 ? [first, ...others] : others;
}

/** Sends a contrast, and keeps what came of it. */
async function tryContrast(target: ExaminedTarget, contrast: Contrast): Promise<VariationTried> {
  const tried = await tryVariation(target, contrast.variation, contrast.change);
  keepTried(target, contrast, tried.seen);
  return tried;
}

function keepTried({ record }: ExaminedTarget, { name, change }: Contrast, exchange: ExchangeSeen): void {
  record.see({ contrasts: [...(record.seen.contrasts ?? []), { name, change, exchange }] });
}

/**
 * Tries what may speak against the change by which an opening succeeds: the opening as asked and this one by turns, and the
 * same with as many octets as the opening as asked.
 *
 * @returns whether it is known what makes the difference
 */
async function isSettled(target: ExaminedTarget, { name, change, variation }: Contrast): Promise<boolean> {
  const { uri, asked, record } = target;
  const isTried = record.seen.contrasts?.some((each) => each.name === 'asManyOctets') ?? false;
  // At another path a request is not answered for its length.
  const isElsewhere = variation.target !== asked.target && name !== 'withoutCredential';
  const asMany = isTried || isElsewhere ? null : planAsMany(uri, asked, variation);
  const again: Contrast = { name: 'again', change: 'again', variation: asked };
  const changed: Contrast = { name: 'changedAgain', change: `${change}, again`, variation };
  const turns = [changed, again, again];
  if (name === 'fewerOctets' && asMany && maySend(target, asMany.variation)) {
    // It is what was left out besides, bit by bit.
    if ((await tryContrast(target, asMany)).answer.opens) return false;
    await takeTurns(target, turns);
  } else if ((await takeTurns(target, [again, ...turns])) && asMany) {
    if (maySend(target, asMany.variation)) await tryContrast(target, asMany);
    else record.see({ isUnsettled: true });
  }
  return true;
}

/**
 * Sends the opening as asked and a changed one by turns, behind a changed one that has opened. Where the change makes the
 * difference, one fails, opens, fails and fails. No two, three or four servers that take turns whatever is asked come to that;
 * with the same chance for either, one of 16 runs does.
 *
 * @returns whether each came to the same as before
 */
async function takeTurns(target: ExaminedTarget, turns: readonly Contrast[]): Promise<boolean> {
  const { record } = target;
  const { opening } = record.seen;
  const status = opening && readAnswer(opening, sha1).reply?.status;
  for (const each of turns) {
    const tried = maySend(target, each.variation) ? await tryContrast(target, each) : null;
    const answer = tried?.seen.unreached === null ? tried.answer : null;
    const isChanged = each.name === 'changedAgain';
    // What has come is evidence by itself then.
    if (answer && answer.opens !== isChanged) return false;
    if (answer === null || !(isChanged || answer.reply?.status === status)) {
      record.see({ isUnsettled: true });
      return false;
    }
  }
  return true;
}

/** Whether the answer itself tells what is wrong, so that no change would tell more. */
function isTold({ record }: ExaminedTarget, { reply, guard }: AnswerRead): boolean {
  const [first] = diagnoseFailure(record.seen, hashes);
  const isSwitch = reply?.status === 101 && guard !== null;
  // A plain GET may speak against what seems to be told of a port that does not answer, or of what is behind a proxy.
  const isOpenToDoubt =
    reply === null || contrarySigns.some(([id, sign]) => id === first?.id && sign === 'plainGetDiffers');
  if (isOpenToDoubt && record.seen.contrasts === undefined) return false;
  // Who ends a connection soon on which nothing comes may answer another kind of client all the same.
  const isOfOthers = record.seen.contrasts?.some(({ name }) => name === 'asBrowser' || name === 'asProgram');
  const isClosing = first?.id === 'network/closed-at-once' && !isOfOthers;
  const isOfWay = (first?.where === 'tls' || first?.where === 'network') && !isClosing;
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
