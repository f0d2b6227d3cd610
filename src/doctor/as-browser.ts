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
 * the rest. What fails for its length, for how much was asked, or for a fault of the server, tells of none of them.
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
  const contrary = await findContrary(asked, attempt, whyNone);
  if (contrary !== null) return doubtChange(cause, first, contrary);
  return confirmChange(asked, [cause, first], attempt, whyNone);
}

/**
 * Sends a change once more with which an opening has failed, and then two as asked: it may have failed by chance, or several
 * servers take turns. One as asked has opened in between.
 */
export async function confirmChange(
  asked: Variation,
  [cause, first]: readonly [Contrast, VariationTried],
  attempt: Try,
  whyNone: () => string,
): Promise<BrowserSeen> {
  const again = await attempt(cause.variation, `${cause.change}, again`);
  const judged = judgeRepeated(cause, first, again, whyNone);
  if (judged.doubt !== null) return judged;
  const contrary =
    (await findContrary(asked, attempt, whyNone)) ?? (await findContrary(asked, attempt, whyNone));
  return contrary === null ? judged : doubtChange(cause, first, contrary);
}

/** Why an opening as asked, sent once more, leaves open what a change has made of it; null where it opens. */
async function findContrary(asked: Variation, attempt: Try, whyNone: () => string): Promise<string | null> {
  const tried = await attempt(asked, 'as it was');
  if (!tried) return `and ${whyNone()}`;
  return isOpen(tried) ? null : 'but so fails the request as it was';
}

/** A change with which an opening has failed, and why nothing follows from that. */
function doubtChange(
  { change }: Pick<Contrast, 'change'>,
  { answer, seen }: VariationTried,
  why: string,
): BrowserSeen {
  return { contrasts: [], doubt: `the same request ${change} gets ${describeUse(answer, seen)}, ${why}` };
}

/** What follows from a change with which an opening fails that opens as asked, and from the same again. */
function judgeRepeated(
  { name, change }: Pick<Contrast, 'name' | 'change'>,
  first: VariationTried,
  again: VariationTried | null,
  whyNone: () => string,
): BrowserSeen {
  const doubt = (why: string) => doubtChange({ change }, first, why);
  if (!again) return doubt(`and ${whyNone()}`);
  if (isOpen(again)) return doubt('but not when it is sent again');
  // A 101 with something wrong in it is not for one part alone.
  const isForPart = ({ answer }: VariationTried) =>
    isForContent(answer) && (name === 'asBrowser' || answer.reply?.status !== 101);
  const other = [first, again].find((each) => !isForPart(each));
  if (!other) return { contrasts: [{ name, change, exchange: again.seen }], doubt: null };
  const why = isForLength(other.answer)
    ? 'which may be for the length of its head'
    : 'which does not tell whether its header fields are to blame';
  return doubt(`and ${describeUse(again.answer, again.seen)} when it is sent again, ${why}`);
}
