import { type ContrastSeen, describeUse, isForContent, isForLength } from '../diagnosis/index.ts';
import type { WebSocketUri } from '../wire/index.ts';
import type { VariationTried } from './change.ts';
import { type Contrast, planParts } from './contrast.ts';
import type { Variation } from './request.ts';

/** Sends one variation over a connection of its own; null where none is left, or it has a credential that was refused. */
export type Try = (variation: Variation, change: string) => Promise<VariationTried | null>;

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
 * the rest. This is sent once more, behind one as asked, since it may have failed by chance. What fails for its length, for
 * how much was asked, or for a fault of the server, tells of none of them.
 */
export async function isolateBrowser(
  uri: WebSocketUri,
  asked: Variation,
  [whole, failed]: readonly [Contrast, VariationTried],
  attempt: Try,
  whyNone: () => string,
): Promise<BrowserSeen> {
  let [cause, first] = [whole, failed];
  for (const part of isForContent(failed.answer) ? planParts(uri, asked) : []) {
    const tried = await attempt(part.variation, part.change);
    // A 101 with something wrong in it is not for one part alone.
    if (!tried || isOpen(tried) || tried.answer.reply?.status === 101) continue;
    [cause, first] = [part, tried];
    break;
  }
  const { name, change, variation } = cause;
  const told = `the same request ${change} gets ${describeUse(first.answer, first.seen)}`;
  const doubt = (why: string) => ({ contrasts: [], doubt: `${told}, ${why}` });
  // The whole has had one as asked behind it.
  const between = cause === whole ? null : await attempt(asked, 'as it was');
  if (between && !isOpen(between)) return doubt('but so fails the request as it was');
  const again = await attempt(variation, `${change}, again`);
  if (!again) return doubt(`and ${whyNone()}`);
  if (isOpen(again)) return doubt('but not when it is sent again');
  const other = [first, again].find(({ answer }) => !isForContent(answer));
  if (!other) return { contrasts: [{ name, change, exchange: again.seen }], doubt: null };
  const why = isForLength(other.answer)
    ? 'which may be for the length of its head'
    : 'which does not tell whether its header fields are to blame';
  return doubt(`and ${describeUse(again.answer, again.seen)} when it is sent again, ${why}`);
}
