import type { WebSocket } from 'ws';
import type { IdleSeen } from '../diagnosis/index.ts';
import { listen } from './frames.ts';

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
  webSocket: WebSocket,
  ms: number,
  open: () => Promise<WebSocket | null>,
): Promise<IdleSeen> {
  const startedAt = performance.now();
  const ear = listen(webSocket);
  const isEnded = await ear.until(() => ear.isClosed, ms);
  webSocket.terminate();
  if (!isEnded) return { endedAfter: null, close: null };
  const endedAfter = performance.now() - startedAt;
  const isKeptByPings = await lastsWithPings(await open(), endedAfter);
  return { endedAfter, close: ear.close, ...(isKeptByPings === null ? {} : { isKeptByPings }) };
}

/** Whether a connection with pings lasts longer; null where there is none. */
async function lastsWithPings(webSocket: WebSocket | null, ms: number): Promise<boolean | null> {
  if (!webSocket) return null;
  const ear = listen(webSocket);
  const timer = setInterval(() => webSocket.ping(), Math.max(10, ms / 4));
  const isEnded = await ear.until(() => ear.isClosed, ms * more);
  clearInterval(timer);
  webSocket.terminate();
  return !isEnded;
}
