import type { WebSocket } from 'ws';
import { drawKey } from '../client/nonce.ts';
import {
  type AnswerRead,
  describeClose,
  type FramesSeen,
  isInOrder,
  readAnswer,
} from '../diagnosis/index.ts';
import { sha1 } from '../sha1.ts';
import { mostKept } from '../verify/peer/connection/kept-octets.ts';
import type { RawConnection } from '../verify/peer/connection/raw-connection.ts';
import { tryBeside } from './beside.ts';
import { maySend, soon } from './change.ts';
import { planBrowser } from './contrast.ts';
import { ask, hangUp } from './exchange.ts';
import { tryExtendedConnect } from './extended-connect.ts';
import { type Spoken, speak, watchedBehind } from './frames.ts';
import { stayIdle } from './idle.ts';
import { isBrowser } from './profile.ts';
import { timed } from './record.ts';
import { writeRequest } from './request.ts';
import type { ExaminedTarget } from './target.ts';

/** Milliseconds that the other side's Close is waited for. */
const closing = 250;

/**
 * Looks at what an open connection is good for, and at what opens beside it.
 *
 * @param from octets in front of the first frame
 * @returns milliseconds after which the connection was ended; 0 where it was not
 */
export async function useConnection(
  target: ExaminedTarget,
  connection: RawConnection,
  answer: AnswerRead,
  from: number,
): Promise<number> {
  const { uri, asked, options, record, timeout } = target;
  const { send = null, idle } = options;
  const ms = Math.min(timeout, soon);
  const spoken = await speak(connection, answer, from, { ms, watched: watchedBehind, send });
  const { webSocket, seen, isOpen } = spoken;
  record.see({ frames: seen });
  const lasted = spoken.ear.isClosed ? spoken.ear.closedAt - spoken.ear.openedAt : 0;
  const ok = seen.isLong === true || (seen.pong && isOpen);
  record.tell({ name: 'frames', ok, ms: spoken.ms, detail: describeFrames(seen) });
  // What browsers may do in its place comes before what else may be tried.
  await tryExtendedConnect(target, isBrowser(asked.profile) ? asked : planBrowser(uri, asked).variation);
  if (!isOpen || !seen.pong) {
    webSocket.terminate();
    return lasted;
  }
  const beside = await tryBeside(target);
  const { ear } = spoken;
  const isOver = ear.isClosed && !ear.isLong && (idle !== undefined || !isInOrder(ear.close));
  const longer = ear.closedAt - ear.openedAt + watchedBehind;
  const alone = isOver && ear.fault === null ? await openAgain(target, longer) : null;
  const isReplaced = isOver && ear.fault === null && alone?.isOpen !== false;
  const isLater = idle === undefined && isOver && !isReplaced;
  const ended = isLater ? { isLater, close: ear.close, fault: ear.fault } : {};
  const { contrasts, doubt } = beside;
  record.see({
    frames: { ...seen, ...ended, ...beside.frames, ...(isReplaced ? { isReplaced } : {}) },
    contrasts,
    ...(doubt === null ? {} : { browserDoubt: doubt }),
  });
  if (isLater) {
    const isEnded = ear.close === null;
    const detail = `${describeFrames({ ...seen, ...ended, isEnded })}, while others were tried beside it`;
    record.tell({ name: 'frames', ok: false, ms: ear.closedAt - ear.openedAt, detail });
  }
  if (isReplaced) {
    const lasts = alone ? 'lasts' : 'was not tried';
    const detail = `the first connection ended while others were tried beside it; one alone ${lasts}`;
    record.tell({ name: 'frames', ok: true, ms: ear.closedAt - ear.openedAt, detail });
  }
  if (idle === undefined) {
    alone?.webSocket.terminate();
    await part(webSocket);
    return lasted;
  }
  const open = async () => {
    const again = await openAgain(target, 0);
    return again?.isOpen ? again : null;
  };
  const left = await timed(() => stayIdle(isReplaced && alone ? alone : spoken, idle * 1000, open));
  record.see({ idle: left.value });
  const { endedAfter } = left.value;
  const detail =
    endedAfter === null ? `open after ${idle} s` : `ended after ${(endedAfter / 1000).toFixed(1)} s`;
  record.tell({ name: 'idle', ok: endedAfter === null, ms: left.ms, detail });
  return lasted;
}

/** Closes the connection, and gives the other side a moment to do the same. */
async function part(webSocket: WebSocket): Promise<void> {
  if (webSocket.readyState === webSocket.CLOSED) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => webSocket.terminate(), closing);
    webSocket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    webSocket.close(1000);
  });
}

/** Another connection by the same opening, watched behind its 101; null where it does not open. */
async function openAgain(target: ExaminedTarget, watched: number): Promise<Spoken | null> {
  const { uri, link, addresses, timeout, asked } = target;
  if (!maySend(target, asked)) return null;
  const linked = await link.open(addresses, timeout);
  const { seen, connection, headEnd } = await ask(linked, writeRequest(uri, asked, drawKey()), timeout);
  const answer = readAnswer(seen, sha1);
  if (!answer.opens || !connection) {
    hangUp(connection);
    return null;
  }
  return speak(connection, answer, headEnd, { ms: Math.min(timeout, soon), watched });
}

function describeFrames({ pong, close, isEnded, isHttp, fault, isLong }: FramesSeen): string {
  if (isLong) return `a message of more than ${mostKept} octets came, so the connection was closed`;
  if (isHttp) return 'an HTTP message followed the 101';
  if (fault !== null) return fault;
  if (close) return describeClose(close);
  if (isEnded) return 'the connection ended without a Close frame';
  return pong ? 'the server answered a ping' : 'the server did not answer a ping';
}
