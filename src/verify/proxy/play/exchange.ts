import { randomBytes } from 'node:crypto';
import { decodeLatin1, encodeLatin1 } from '../../../wire/index.ts';
import { AnswerReader } from '../../peer/answer.ts';
import type { End, Exchange } from '../../peer/connection/exchange.ts';
import { openConnection } from '../../peer/connection/open-connection.ts';
import type { RawConnection } from '../../peer/connection/raw-connection.ts';
import { Unreachable } from '../../peer/probe.ts';
import { unlessAborted } from '../../run/interruption.ts';
import type { PairCase } from '../case/pair-case.ts';
import type { HopTarget } from '../target.ts';
import { answerRequest, cut } from './answer-request.ts';
import type { Backend } from './backend.ts';
import { isOneConnection } from './one-connection.ts';
import { keyOf, writeOpening } from './opening.ts';
import {
  carry,
  type EndDisposition,
  grace,
  leaveOverdue,
  linger,
  type Outlived,
  outlive,
  type Passed,
  readCarried,
  watchEnd,
} from './tunnel.ts';

/** One handshake through a hop, as it was seen at both of its sides. */
export interface PairExchange extends Exchange, Passed {
  readonly client: End;
  /** All that the client sent, and what arrived. */
  readonly sent: Uint8Array;
  readonly arrived: Uint8Array;
  /** What the backend answered, and all that came back. */
  readonly replied: Uint8Array;
  readonly returned: Uint8Array;
  /** Status of the final reply that came back; null where none did. */
  readonly status: number | null;
  /** Whether something that was due has not come in time. */
  readonly isLate: boolean;
  /** Connections to the backend that were made for it. */
  readonly connections: number;
  /** Whether the front is the backend itself. */
  readonly isDirect: boolean;
  readonly beyond: 'unseen' | 'none' | 'arrived';
  /** Whether the connection outlived the pause; null where there was none. */
  readonly outlived: boolean | null;
  /** Null where that was not looked for. */
  readonly endDisposition: EndDisposition | null;
}

export interface PairPlayOptions {
  readonly target: HopTarget;
  readonly backend: Backend;
  /** Milliseconds that a reply may take, and octets behind it. */
  readonly timeout: number;
  /** Once it is aborted nothing is played any more. */
  readonly signal?: AbortSignal | undefined;
}

const nothing = new Uint8Array();

/** Milliseconds that a connection may take, and to send on it, however short the time of a case is. */
const leastDeadline = 5_000;

/**
 * Plays a pair: sends an opening to the front, answers it at the backend, and has octets cross in both directions.
 *
 * @throws Unreachable where the front takes no connection, Interrupted as soon as the signal is aborted
 */
export function playPair(current: PairCase, options: PairPlayOptions): Promise<PairExchange> {
  return unlessAborted(options.signal, () => exchange(current, options));
}

async function exchange(current: PairCase, options: PairPlayOptions): Promise<PairExchange> {
  const { target, backend, timeout } = options;
  const nonce = randomBytes(8).toString('hex');
  const { early = '', isCut } = current.request;
  const { second: edits } = current;
  const opening = writeOpening(current.request, target, nonce);
  const second = edits ? writeOpening({ edits }, target, nonce) : nothing;
  const marker = `\x81\x90${nonce}`;
  const further = Buffer.concat([second, encodeLatin1(marker)]);
  const behind = Buffer.concat([encodeLatin1(early), current.isPipelined ? further : nothing]);
  const expected = backend.expect([nonce, keyOf(nonce)], (served) => answerRequest(served, current));
  const front = await reachFront(options);
  front.expect(current.back.length);
  const reader = new AnswerReader();
  try {
    if (isCut) await front.sendApart(cut(opening), 0).catch(leaveOverdue);
    else front.write(Buffer.concat([opening, behind]));
    await awaitReply(front, reader, timeout);
    // The reader does not wait for content that ends with the connection.
    const isBegun = reader.isComplete && !reader.isWhole;
    if (isBegun && !current.isBeyond) await front.ended(timeout).catch(leaveOverdue);
    const isOpen = reader.reply?.status === 101;
    // A hop that is a server itself may ask the backend behind its own 101.
    if (isOpen) await expected.answered(timeout).catch(leaveOverdue);
    let beyond: PairExchange['beyond'] = 'unseen';
    let outlived: Outlived = { isOpen: null, pings: '' };
    const [served] = expected.connections;
    const isDirect = served !== undefined && isOneConnection(front, served);
    if (current.isBeyond && (!isOpen || !isSwitch(current))) {
      if (!current.isPipelined) front.write(further);
      await front.ended(isBegun ? timeout : grace).catch(leaveOverdue);
      await linger(() => expected.sawMarker(marker));
      // A hop that changes what it reads has not read what arrives as it was sent.
      const isRead = !served || served.text.startsWith(decodeLatin1(opening)) || second.length === 0;
      const isUnread = !isRead && expected.sawMarker(decodeLatin1(second));
      beyond = isUnread || expected.sawMarker(marker) ? 'arrived' : 'none';
    } else if (isOpen && served && isSwitch(current)) {
      outlived = await outlive(front, current);
      if (outlived.isOpen !== false)
        await carry(front, served, reader, current, { timeout, pings: outlived.pings });
    }
    const endDisposition = isOpen && served && current.ends ? await watchEnd(front, served, current) : null;
    for (const end of [front, served]) end?.shrink();
    return {
      nonce,
      client: front,
      server: served ?? null,
      sent: Buffer.concat(front.sent.map(({ octets }) => octets)),
      arrived: served?.octets ?? nothing,
      replied: served ? Buffer.concat(served.sent.map(({ octets }) => octets)) : nothing,
      returned: front.octets,
      status: reader.reply?.status ?? null,
      isLate: front.ending === 'late' && (!reader.reply || current.answer.reply === 'switch'),
      connections: expected.connections.length,
      isDirect,
      // Where the pause has ended the connection, nothing was sent on it.
      ...(isOpen && served && isSwitch(current) && outlived.isOpen !== false
        ? readCarried(front, served, reader, { ...current, forth: outlived.pings + current.forth })
        : unseenOctets),
      beyond,
      outlived: outlived.isOpen,
      endDisposition,
    };
  } finally {
    expected.close();
    front.destroy();
  }
}

const unseenOctets = { forth: null, back: null, early: null };

function isSwitch({ answer }: PairCase): boolean {
  return answer.reply === 'switch' && !answer.isOdd;
}

async function reachFront({ target, timeout }: PairPlayOptions): Promise<RawConnection> {
  const { address, tls, front } = target;
  const { uri } = front;
  try {
    const deadline = Math.max(timeout, leastDeadline);
    return await openConnection({ host: address, port: uri.port, deadline, tls });
  } catch (error) {
    const problem = error instanceof Error ? error.message.trim() : String(error);
    throw new Unreachable(`no connection to ${uri.host}:${uri.port}: ${problem}`, { cause: error });
  }
}

async function awaitReply(front: RawConnection, reader: AnswerReader, timeout: number): Promise<void> {
  let read = 0;
  const isAnswered = () => {
    let state: ReturnType<AnswerReader['push']> = 'reading';
    for (let chunk = front.received[read]; chunk && state === 'reading'; chunk = front.received[read]) {
      read += 1;
      state = reader.push(chunk.octets);
    }
    return state !== 'reading';
  };
  await front.until(isAnswered, 'a reply', timeout).catch(leaveOverdue);
}
