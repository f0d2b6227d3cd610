import { drawKey } from '../client/nonce.ts';
import type { ContrastSeen, FramesSeen } from '../diagnosis/index.ts';
import { Overdue } from '../verify/peer/connection/wait-list.ts';
import { maskedFrame, pongFrame } from '../verify/peer/frame/frame.ts';
import type { WebSocketUri } from '../wire/index.ts';
import { type BrowserSeen, isOpen, isolateBrowser, type Try } from './as-browser.ts';
import type { VariationTried } from './change.ts';
import { planBrowser } from './contrast.ts';
import { hangUp } from './exchange.ts';
import type { Link } from './link.ts';
import { isBrowser } from './profile.ts';
import { type Variation, writeRequest } from './request.ts';

interface Beside {
  readonly link: Link;
  readonly addresses: readonly string[] | null;
  /** Milliseconds that each answer is waited for. */
  readonly ms: number;
}

/**
 * Four more connections beside one that is open, as far as more may be made: the same as a browser sends it, with a list in
 * Connection, as a plain GET, and with a ping right behind the request. Where a browser's fails, the same again is sent,
 * since it may be one connection too many, and then what tells why it fails. Where the list fails, the same again takes the
 * place of the plain GET, and then the list again, since it may have failed by chance.
 */
export async function tryBeside(
  uri: WebSocketUri,
  asked: Variation,
  attempt: Try,
  beside: Beside,
): Promise<{
  readonly frames: Pick<FramesSeen, 'early' | 'second'>;
  readonly contrasts: readonly ContrastSeen[];
  /** Why it is not known what a browser gets; null where it is. */
  readonly doubt: string | null;
}> {
  const { link } = beside;
  if (!link.hasMore) return { frames: {}, contrasts: [], doubt: isBrowser(asked.profile) ? null : untried };
  const { second, browser } = await trySecond(uri, asked, attempt, link);
  const isSecond = second !== null && isOpen(second);
  const list = { name: 'connectionList', change: 'with Connection: keep-alive, Upgrade' } as const;
  const withList = { ...asked, connection: 'keep-alive, Upgrade' };
  const listed = isSecond && link.hasMore ? await attempt(withList, list.change) : null;
  const isDoubtful = listed !== null && !isOpen(listed) && link.hasMore;
  const third = isDoubtful ? await attempt(asked, 'on a second attempt') : null;
  const isRepeated = third !== null && isOpen(third) && link.hasMore;
  const relisted = isRepeated ? await attempt(withList, `${list.change}, again`) : null;
  if (!isDoubtful && link.hasMore) await attempt({ ...asked, isUpgrade: false }, 'as a plain GET');
  const early = link.hasMore ? await sendEarly(uri, asked, beside) : null;
  const refused = [second, third].find((each) => each !== null && !isOpen(each));
  const another = { name: 'another', change: atOnce } as const;
  return {
    frames: {
      ...(second === null ? {} : { second: refused === undefined }),
      ...(early === null ? {} : { early }),
    },
    doubt: browser.doubt,
    contrasts: [
      ...browser.contrasts,
      ...(listed === null || refused || (relisted !== null && isOpen(relisted))
        ? []
        : [{ ...list, exchange: listed.seen }]),
      ...(refused ? [{ ...another, exchange: refused.seen }] : []),
    ],
  };
}

const atOnce = 'on a second connection at the same time';

const untried = 'no connection is left to try the same request with the header fields of a browser';

/** A second connection beside the one that is open: by the opening as a browser sends it, or, where that fails, as it was asked for. */
async function trySecond(
  uri: WebSocketUri,
  asked: Variation,
  attempt: Try,
  link: Link,
): Promise<{ readonly second: VariationTried | null; readonly browser: BrowserSeen }> {
  const none = { contrasts: [], doubt: null };
  if (isBrowser(asked.profile)) return { second: await attempt(asked, atOnce), browser: none };
  const whole = planBrowser(uri, asked);
  const viewed = await attempt(whole.variation, `${whole.change}, ${atOnce}`);
  if (isOpen(viewed)) return { second: viewed, browser: none };
  const second = link.hasMore ? await attempt(asked, atOnce) : null;
  if (second !== null && !isOpen(second)) return { second, browser: none };
  return { second, browser: await isolateBrowser(uri, asked, [whole, viewed], attempt, link) };
}

/** What the two pings hold. */
const [earlyData, laterData] = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5, 6)];

/** Milliseconds behind the 101 after which a ping is sent that nobody can lose. */
const later = 250;

/** What becomes of a ping right behind the request; null where that does not tell. */
async function sendEarly(
  uri: WebSocketUri,
  asked: Variation,
  { link, addresses, ms }: Beside,
): Promise<'answered' | 'lost' | null> {
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
