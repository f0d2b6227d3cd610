import type { IdleSeen } from '../diagnosis/index.ts';
import type { Spoken } from './frames.ts';

/** An open connection, and what is heard of it. */
type Heard = Pick<Spoken, 'webSocket' | 'ear'>;

/** How much longer than it lasted without an octet a connection with pings is watched. */
const more = 1.5;

/**
 * Leaves a connection idle until it is ended or the time is over; where it was ended, another one is watched with
 * pings.
 *
 * @param ms milliseconds that are waited for the end
 * @param open makes another connection; null where none can be had
 */
export async function stayIdle(
  { webSocket, ear }: Heard,
  ms: number,
  open: () => Promise<Heard | null>,
): Promise<IdleSeen> {
  const isEnded = await ear.until(() => ear.isClosed, ms);
  webSocket.terminate();
  // It was not idle where it has brought more than is read.
  if (!isEnded || ear.isLong) return { endedAfter: null, close: null };
  // It has been idle while others were tried beside it.
  const endedAfter = ear.closedAt - ear.heardAt;
  const isKeptByPings = await lastsWithPings(await open(), endedAfter);
  return { endedAfter, close: ear.close, ...(isKeptByPings === null ? {} : { isKeptByPings }) };
}

/** Whether a connection with pings lasts longer; null where there is none. */
async function lastsWithPings(other: Heard | null, ms: number): Promise<boolean | null> {
  if (!other) return null;
  const { webSocket, ear } = other;
  const timer = setInterval(() => webSocket.ping(), Math.max(10, ms / 4));
  const isEnded = await ear.until(() => ear.isClosed, ms * more);
  clearInterval(timer);
  webSocket.terminate();
  return !isEnded;
}
