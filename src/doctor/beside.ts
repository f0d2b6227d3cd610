import { drawKey } from '../client/nonce.ts';
import type { ContrastSeen, FramesSeen } from '../diagnosis/index.ts';
import { Overdue } from '../verify/peer/connection/wait-list.ts';
import { maskedFrame, pongFrame } from '../verify/peer/frame/frame.ts';
import { type BrowserSeen, confirmChange, isOpen, isolateBrowser, type Try } from './as-browser.ts';
import { maySend, patienceFor, tryVariation, type VariationTried } from './change.ts';
import { type Contrast, planBrowser } from './contrast.ts';
import { hangUp } from './exchange.ts';
import { isBrowser } from './profile.ts';
import { writeRequest } from './request.ts';
import type { ExaminedTarget } from './target.ts';

/**
 * Four more connections beside one that is open, as far as more may be made: the same as a browser sends it, with a list in
 * Connection, as a plain GET, and with a ping right behind the request. Where a browser's fails, the same again is sent,
 * since it may be one connection too many, and then what tells why it fails. Where the list fails, the same again takes the
 * place of the plain GET, and then the list again and two as asked, since it may have failed by chance; for that, the opening as
 * asked is sent once more too where it fails. A credential that was refused is not sent again.
 */
export async function tryBeside(target: ExaminedTarget): Promise<{
  readonly frames: Pick<FramesSeen, 'early'>;
  readonly contrasts: readonly ContrastSeen[];
  /** Why it is not known what a browser gets; null where it is. */
  readonly doubt: string | null;
}> {
  const { asked } = target;
  if (!maySend(target, asked)) {
    return { frames: {}, contrasts: [], doubt: isBrowser(asked.profile) ? null : whyNone(target) };
  }
  const attempt: Try = async (variation, change) =>
    maySend(target, variation) ? tryVariation(target, variation, change) : null;
  const { second, browser } = await trySecond(target, attempt);
  const isSecond = second !== null && isOpen(second);
  const list: Contrast = {
    name: 'connectionList',
    change: 'with Connection: keep-alive, Upgrade',
    variation: { ...asked, connection: 'keep-alive, Upgrade' },
  };
  const listed = isSecond ? await attempt(list.variation, list.change) : null;
  const isDoubtful = listed !== null && !isOpen(listed);
  const third = isDoubtful ? await attempt(asked, 'on a second attempt') : null;
  const refused = [second, third].find((each) => each !== null && !isOpen(each));
  const repeated = refused ? await attempt(asked, `${atOnce}, again`) : null;
  const judged =
    isDoubtful && !refused
      ? await confirmChange(asked, [list, listed], attempt, () => whyNone(target))
      : none;
  if (!isDoubtful) await attempt({ ...asked, isUpgrade: false }, 'as a plain GET');
  const early = maySend(target, asked) ? await sendEarly(target) : null;
  const others = [refused, repeated].flatMap((each) => each ?? []);
  return {
    frames: early === null ? {} : { early },
    doubt: browser.doubt ?? judged.doubt,
    contrasts: [
      ...browser.contrasts,
      ...judged.contrasts,
      ...others.map(({ seen }) => ({ name: 'another', change: atOnce, exchange: seen }) as const),
    ],
  };
}

const none: BrowserSeen = { contrasts: [], doubt: null };

const atOnce = 'on a second connection at the same time';

/** Why no more is tried of what a browser sends. */
function whyNone({ record }: ExaminedTarget): string {
  return record.isCredentialRefused
    ? 'a credential is not sent again that was refused'
    : 'no connection is left to try what a browser gets';
}

/** A second connection beside the one that is open: by the opening as a browser sends it, or, where that fails, as it was asked for. */
async function trySecond(
  target: ExaminedTarget,
  attempt: Try,
): Promise<{ readonly second: VariationTried | null; readonly browser: BrowserSeen }> {
  const { uri, asked } = target;
  if (isBrowser(asked.profile)) return { second: await attempt(asked, atOnce), browser: none };
  const whole = planBrowser(uri, asked);
  const viewed = await attempt(whole.variation, `${whole.change}, ${atOnce}`);
  if (viewed === null || isOpen(viewed)) return { second: viewed, browser: none };
  const second = await attempt(asked, atOnce);
  if (second !== null && !isOpen(second)) return { second, browser: none };
  const browser = await isolateBrowser(uri, asked, [whole, viewed], attempt, () => whyNone(target));
  return { second, browser };
}

/** What the two pings hold. */
const [earlyData, laterData] = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5, 6)];

/** Milliseconds behind the 101 after which a ping is sent that nobody can lose. */
const later = 250;

/** What becomes of a ping right behind the request; null where that does not tell. */
async function sendEarly(target: ExaminedTarget): Promise<'answered' | 'lost' | null> {
  const { uri, asked, link, addresses } = target;
  const ms = patienceFor(target);
  const linked = await link.open(addresses, ms);
  if (!linked.ok) return null;
  const { connection } = linked;
  const has = (data: Uint8Array) => connection.octets.includes(pongFrame(data));
  const request = writeRequest(uri, asked, drawKey());
  connection.write(Buffer.concat([request, maskedFrame(ping, earlyData)]));
  let timer: NodeJS.Timeout | undefined;
  try {
    await connection.until(({ text }) => text.includes('\r\n\r\n'), 'an answer', ms);
    timer = setTimeout(() => connection.write(maskedFrame(ping, laterData)), later);
    await connection.until(() => has(earlyData) || has(laterData), 'a pong', ms);
    return has(earlyData) ? 'answered' : has(laterData) ? 'lost' : null;
  } catch (error) {
    if (!(error instanceof Overdue)) throw error;
    return null;
  } finally {
    clearTimeout(timer);
    hangUp(connection);
  }
}

/** The first octet of a ping. */
const ping = 0x89;
