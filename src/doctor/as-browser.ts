import { type ContrastSeen, describeUse } from '../diagnosis/index.ts';
import type { WebSocketUri } from '../wire/index.ts';
import type { VariationTried } from './change.ts';
import { type Contrast, isRefusedCredential, planParts } from './contrast.ts';
import type { Link } from './link.ts';
import type { Variation } from './request.ts';

export type Try = (variation: Variation, change: string) => Promise<VariationTried>;

/** What is known of the opening as a browser sends it, where it opens as asked. */
export interface BrowserSeen {
  readonly contrasts: readonly ContrastSeen[];
  /** Why it is not known whether, or for what, it fails: a sentence without its full stop; null where it is known. */
  readonly doubt: string | null;
}

export function isOpen({ seen, answer }: VariationTried): boolean {
  return seen.unreached === null && answer.opens;
}

/**
 * Finds out for what an opening fails that is sent as by a browser: for Origin, for the offer of permessage-deflate, or for
 * the rest. This is sent once more, since it may have failed by chance.
 */
export async function isolateBrowser(
  uri: WebSocketUri,
  asked: Variation,
  [whole, failed]: readonly [Contrast, VariationTried],
  attempt: Try,
  link: Link,
): Promise<BrowserSeen> {
  let isDenied = isRefusedCredential(uri, whole.variation, failed.answer);
  const send = async ({ variation, change }: Contrast): Promise<VariationTried | null> => {
    if (isDenied || !link.hasMore) return null;
    const tried = await attempt(variation, change);
    isDenied = isRefusedCredential(uri, variation, tried.answer);
    return tried;
  };
  let cause = whole;
  for (const part of planParts(uri, asked)) {
    const tried = await send(part);
    // A 101 with something wrong in it is not for one part alone.
    if (!tried || isOpen(tried) || tried.answer.reply?.status === 101) continue;
    cause = part;
    break;
  }
  const { name, change } = cause;
  const again = await send({ ...cause, change: `${change}, again` });
  if (again && !isOpen(again)) return { contrasts: [{ name, change, exchange: again.seen }], doubt: null };
  const why = isDenied
    ? 'a credential is not sent again that was refused'
    : 'no connection is left to see why';
  const told = `the same request ${whole.change} gets ${describeUse(failed.answer, failed.seen)}`;
  return { contrasts: [], doubt: `${told}, ${again ? 'but not when it is sent again' : `and ${why}`}` };
}
