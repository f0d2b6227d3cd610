import { setTimeout as delay } from 'node:timers/promises';
import type { Carried } from '../../../facts/passage-facts.ts';
import { encodeLatin1 } from '../../../wire/index.ts';
import type { AnswerReader } from '../../peer/answer.ts';
import type { RawConnection } from '../../peer/connection/raw-connection.ts';
import type { ServedConnection } from '../../peer/connection/served-connection.ts';
import { Overdue } from '../../peer/connection/wait-list.ts';
import { within } from '../../peer/event-loop.ts';
import type { PairCase } from '../case/pair-case.ts';
import { cut } from './answer-request.ts';

/** Milliseconds for which is waited for what must not come, and for what may come late. */
export const grace = 150;

/** What came behind a 101, at both sides of a hop. */
export interface Passed {
  readonly forth: Carried | null;
  readonly back: Carried | null;
  readonly early: Carried | null;
}

/**
 * How the end of one side came at the other: while its own side was still open, or with it, or not at all; of a reset,
 * as one, or as an end in order.
 */
export type EndDisposition = 'passed' | 'both' | 'ended' | 'none';

const steps = 10;

/** Waits a while for what must not come. It is looked for often, so that a machine that is slow gets to read it. */
export async function linger(hasCome: () => boolean): Promise<void> {
  for (let step = 0; step < steps && !hasCome(); step += 1) await delay(grace / 3 / steps);
}

/** What did not come in time is seen by what has come. */
export function leaveOverdue(error: unknown): void {
  if (!(error instanceof Overdue)) throw error;
}

/** What a pause has left: whether the connection is still open, null where there was none, and the pings in it. */
export interface Outlived {
  readonly isOpen: boolean | null;
  readonly pings: string;
}

const ping = '\x89\x80\0\0\0\0';

/** Lets the pause pass. */
export async function outlive(front: RawConnection, { pause }: PairCase): Promise<Outlived> {
  if (!pause) return { isOpen: null, pings: '' };
  let pings = '';
  const step = pause.pings ? Math.max(0.25, pause.seconds / 4) : pause.seconds;
  for (let passed = 0; passed < pause.seconds; passed += step) {
    if (pause.pings && passed > 0) {
      front.write(ping);
      pings += ping;
    }
    await delay(step * 1_000);
  }
  return { isOpen: front.ending === 'open', pings };
}

/** Sends octets in both directions, once the client has its 101, and waits until they have come. */
export async function carry(
  front: RawConnection,
  served: ServedConnection,
  reader: AnswerReader,
  { request, answer, forth, back, pieces, readsLate }: PairCase,
  { timeout, pings }: { readonly timeout: number; readonly pings: string },
): Promise<void> {
  if (front.ending !== 'open') return;
  if (pieces) {
    const send = (end: RawConnection, text: string) =>
      end.sendApart(cut(encodeLatin1(text), pieces.length), pieces.gap).catch(leaveOverdue);
    await Promise.all([send(front, forth), send(served, back)]);
  } else {
    const ends = readsLate ? [front, served] : [];
    for (const { socket } of ends) socket.pause();
    front.write(forth);
    served.write(back);
    if (readsLate) await delay(grace);
    for (const { socket } of ends) socket.resume();
  }
  const early = request.early?.length ?? 0;
  const due = (answer.behind?.length ?? 0) + back.length;
  const head = served.octets.length - served.behind().length;
  const hasReturned = () => front.came - reader.headEnd >= due;
  const hasArrived = () => served.came - head >= early + pings.length + forth.length;
  await Promise.all([
    awaitOctets(front, hasReturned, 'the octets of the backend', timeout),
    awaitOctets(served, hasArrived, 'the octets of the client', timeout),
  ]);
}

/** A hop may be slow: so many times as long is waited for all octets as for the next. */
const slowest = 30;

/** Waits until all octets have come, or none comes any more. */
async function awaitOctets(
  end: RawConnection,
  haveCome: () => boolean,
  what: string,
  timeout: number,
): Promise<void> {
  const all = end.until(haveCome, what, slowest * timeout).catch(leaveOverdue);
  let isOver = false;
  void all.then(() => {
    isOver = true;
  });
  for (let had = -1; !isOver && end.came > had; ) {
    had = end.came;
    await within(all, timeout);
  }
  if (!isOver) end.giveUp();
  await all;
}

export function readCarried(
  front: RawConnection,
  served: ServedConnection,
  reader: AnswerReader,
  { request, answer, forth, back }: PairCase,
): Passed {
  const [early, sent] = [request.early ?? '', encodeLatin1(forth)];
  const arrived = served.behind();
  const isLate = arrived.subarray(Math.max(0, arrived.length - sent.length)).equals(sent);
  const at = isLate ? arrived.length - sent.length : Math.min(early.length, arrived.length);
  return {
    forth: { sent, came: arrived.subarray(at) },
    early: early === '' ? null : { sent: encodeLatin1(early), came: arrived.subarray(0, at) },
    back: { sent: encodeLatin1((answer.behind ?? '') + back), came: front.octets.subarray(reader.headEnd) },
  };
}

/** Ends one side, and looks at what becomes of the other. */
export async function watchEnd(
  front: RawConnection,
  served: ServedConnection,
  { ends, resets }: PairCase,
): Promise<EndDisposition> {
  const [one, other] = ends === 'client' ? [front, served] : [served, front];
  if (resets) one.reset();
  else one.end();
  const ending = await other.ended(4 * grace).catch(() => 'late' as const);
  if (ending === 'late') return 'none';
  if (resets) return ending === 'reset' ? 'passed' : 'ended';
  const own = await one.ended(grace).catch(() => 'late' as const);
  return own === 'late' ? 'passed' : 'both';
}
