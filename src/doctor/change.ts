import type { FailureId } from '../../models/failure.ts';
import { drawKey } from '../client/nonce.ts';
import {
  type AnswerRead,
  type ContrastSeen,
  diagnoseFailure,
  type ExchangeSeen,
  readAnswer,
} from '../diagnosis/index.ts';
import { hashes, sha1 } from '../sha1.ts';
import { planContrasts } from './contrast.ts';
import { ask, hangUp } from './exchange.ts';
import { type Variation, writeRequest } from './request.ts';
import type { Target } from './target.ts';

/** Milliseconds that something is waited for which healthy servers answer at once. */
export const soon = 2_000;

/** Milliseconds that a variation is waited for where the opening was waited for in vain. */
const rest = 800;

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
    Math.min(timeout, record.seen.opening?.end === 'late' ? rest : soon),
  );
  hangUp(connection);
  const answer = readAnswer(seen, sha1);
  record.tellAsked(seen, answer, change, variation.isUpgrade);
  return { seen, answer };
}

/** Changes one thing of the opening at a time, until one of them opens, or what it is has been told. */
export async function changeOneByOne(target: Target, answer: AnswerRead): Promise<void> {
  const { uri, asked, link, record } = target;
  // Whether a proxy that answers 502 reaches its server at all is told by a plain GET.
  const isEnough = () => isTold(target, answer) && (answer.reply?.status !== 502 || record.seen.contrasts);
  if (isEnough()) return;
  const startedAt = performance.now();
  const isSlow = () => answer.reply !== null && performance.now() - startedAt > soon;
  for (const { name, change, variation } of planContrasts(uri, asked, answer)) {
    if (!link.hasMore || isSlow() || isEnough()) return;
    const { seen: exchange, answer: other } = await tryVariation(target, variation, change);
    const contrasts: readonly ContrastSeen[] = [...(record.seen.contrasts ?? []), { name, change, exchange }];
    record.see({ contrasts });
    // Whoever is silent once is so again: that takes its time, and tells nothing more.
    if ((other.opens && variation.isUpgrade) || exchange.end === 'late') return;
  }
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
  ...(['hop/backend-down', 'hop/backend-silent', 'hop/redirect', 'hop/rate-limit', 'hop/challenge'] as const),
  ...(['hop/cdn-origin', 'server/not-http', 'server/status'] as const),
];
