import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { patientClock } from '../../clock.ts';
import { decodeLatin1, type WebSocketUri } from '../../wire/index.ts';
import { type Answer, AnswerReader, pingData } from './answer.ts';
import type { End, Exchange } from './connection/exchange.ts';
import { mostKeptBehind } from './connection/kept-octets.ts';
import { openConnection } from './connection/open-connection.ts';
import type { RawConnection } from './connection/raw-connection.ts';
import { Overdue } from './connection/wait-list.ts';
import { maskedFrame } from './frame/frame.ts';
import { waitBehind } from './reply-end.ts';

/** The ping that is sent behind a 101. */
export const ping = Buffer.from(maskedFrame(0x89, pingData));
const nothing = new Uint8Array();

/** The target could not be reached at all. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Takes what has reached nobody for what has given nothing. */
export function leaveUnreached(error: unknown): null {
  if (error instanceof Unreachable) return null;
  throw error;
}

/** A server that is connected to. */
export interface Remote {
  readonly uri: Pick<WebSocketUri, 'host' | 'port' | 'secure'>;
  /** Whether a certificate that cannot be verified is taken. */
  readonly options: { readonly insecure?: boolean };
  /** Milliseconds that a pong is waited for behind a 101; left out, it is waited for like the rest of an answer. */
  readonly pongPatience?: number;
}

/** An exchange with a server as its client sees it, and what it says. */
export interface Probed extends Exchange {
  readonly client: End;
  readonly answer: Answer;
}

/** The address of a server; asked for once. */
export async function findAddress({ uri }: Remote): Promise<string> {
  if (isIP(uri.host)) return uri.host;
  try {
    return (await lookup(uri.host)).address;
  } catch (cause) {
    throw new Unreachable(`the host ${uri.host} cannot be resolved`, { cause });
  }
}

/** What is done besides sending the pieces. */
export interface Probing {
  /** What is held back of the request until the target begins to answer, or has not for a while. */
  readonly rest?: Uint8Array | undefined;
  /** What is sent behind a 101, before the ping. */
  readonly frames?: Uint8Array | undefined;
  /** A second request, that is sent behind any other reply. */
  readonly second?: Uint8Array | undefined;
  /** Whether the end of the connection is waited for behind any other reply. */
  readonly isToEnd?: boolean;
  /** Milliseconds between two of few pieces. Default 5: without a pause the target would often read them as one. */
  readonly pause?: number | undefined;
  /** Milliseconds that the connection may take to be made. Default: as many as all of it. */
  readonly connecting?: number | undefined;
}

/**
 * Sends octets on a connection of their own and reads the answer: a final reply with its content, and behind a
 * 101 the pong to a ping, since a 101 alone proves nothing.
 *
 * @param timeout milliseconds that all of it may take
 * @returns rejects with `Unreachable` where no connection is made
 */
export async function probe(
  target: Remote,
  address: string,
  pieces: readonly Uint8Array[],
  timeout: number,
  { rest, frames = nothing, second, isToEnd = false, pause = shortPause, connecting = timeout }: Probing = {},
): Promise<Probed> {
  const startedAt = patientClock.now();
  const connection = await reach(target, address, connecting);
  const isToHead = isHead(pieces);
  const reader = new AnswerReader(isToHead);
  let read = 0;
  let isPinged = false;
  let isAnswered = false;
  let held = rest;
  let isAheadOfRest = false;
  const sendRest = () => {
    if (held) connection.write(held);
    held = undefined;
  };
  const sendPing = () => connection.write(frames.length > 0 ? Buffer.concat([frames, ping]) : ping);
  // Nobody answers what has not been sent: the pauses between the pieces are none of the target's time.
  const patience = timeout + countPauses(pieces, pause);
  const sending = send(connection, pieces, pause);
  const push = (octets: Buffer) => {
    const state = reader.push(octets);
    isAnswered = state === 'done';
    // A server that has refused a request is not waiting for the rest of it.
    if (!reader.reply || reader.reply.status === 101) sendRest();
    if (state !== 'switched' || isPinged) return;
    isPinged = true;
    // Among pieces of content that are still to be sent a ping would be content.
    if (sending) void sending.then(sendPing);
    else sendPing();
  };
  const readOn = () => {
    isAheadOfRest ||= held !== undefined && connection.received.length > 0;
    for (let chunk = connection.received[read]; chunk && !isAnswered; chunk = connection.received[read]) {
      read += 1;
      push(chunk.octets);
    }
    return isAnswered;
  };
  connection.onBeyond = (octets) => {
    if (!readOn()) push(octets);
  };
  /** Whether a 101 has come from a target of which no pong is expected. */
  const isOpenAndSilent = () => target.pongPatience !== undefined && reader.reply?.status === 101;
  const restsFor = isExpectant(pieces) ? Math.min(expectantPatience, timeout / 2) : restPatience;
  const stopResting = rest ? patientClock.after(restsFor, sendRest) : () => {};
  try {
    const isTold = () => readOn() || reader.isTold || isOpenAndSilent();
    await connection.until(isTold, 'an answer', Math.ceil(patience - (patientClock.now() - startedAt)));
    // The content of a refusal may never be complete, and behind a Close frame there need not be a pong.
    const rests = isOpenAndSilent() ? target.pongPatience : restOfAnswer;
    if (!isAnswered) await connection.until(readOn, 'the rest of an answer', rests);
  } catch (error) {
    if (!(error instanceof Overdue)) throw error;
  } finally {
    stopResting();
  }
  const left = patience - (patientClock.now() - startedAt);
  const isToRead = isAnswered && (isToHead || isToEnd || second !== undefined);
  const behind = isToRead ? await waitBehind(connection, reader, left, { second, isToEnd }) : {};
  connection.destroy();
  // If the target ends the connection after a reply, the reply is complete.
  const isReplied =
    isAnswered ||
    (connection.ending === 'ended' && reader.isComplete) ||
    (connection.ending === 'late' && isOpenAndSilent());
  const { sent, received, came, isCut, ending, localPort } = connection;
  const answer = reader.answer(isReplied || ending === 'open' ? 'replied' : ending);
  return {
    nonce: `${localPort}`,
    // Of the connection only what was seen is kept: exchanges live longer, and sockets would live as long.
    client: { sent, received, came, isCut, ending },
    server: null,
    answer: shorten({ ...answer, ...behind, isAheadOfRest }, connection),
  };
}

/** An answer with fewer octets, where more came than are kept: a run has many of them. */
function shorten(answer: Answer, connection: RawConnection): Answer {
  if (!connection.isCut) return answer;
  connection.shrink();
  const early = Buffer.from(answer.early.subarray(0, mostKeptBehind));
  return { ...answer, octets: connection.octets, early, came: connection.came };
}

/** Milliseconds that is waited for what no judgement needs. */
const restOfAnswer = 250;

/** Milliseconds after which the rest of a request is sent to a target that waits for it. */
const restPatience = 100;

/**
 * The same where the request says that a 100 is waited for, and half of the time at most: whether it comes first must
 * not depend on a hurry, and the answer to the rest has to come in time.
 */
const expectantPatience = 1_000;

function isExpectant([head = nothing]: readonly Uint8Array[]): boolean {
  return /^expect:/im.test(decodeLatin1(head));
}

async function reach({ uri, options }: Remote, address: string, timeout: number): Promise<RawConnection> {
  const { host, port, secure } = uri;
  const tls = { insecure: options.insecure ?? false, servername: host, protocols: ['http/1.1'] };
  try {
    return await openConnection({ host: address, port, deadline: timeout, tls: secure ? tls : undefined });
  } catch (error) {
    const cause = error as Error; // it rejects with an Error, since nobody aborts it
    const help = isOfCertificate(cause) ? ' (--insecure takes any certificate)' : '';
    const problem = cause instanceof Overdue ? `none was made within ${timeout} ms` : cause.message.trim();
    throw new Unreachable(`no connection to ${host}:${port}: ${problem}${help}`, { cause });
  }
}

/** Whether the certificate alone is to blame, by the codes that Node takes from OpenSSL. */
export function isOfCertificate(error: Error & { readonly code?: string }): boolean {
  return /CERT|^ERR_TLS_CERT|^UNABLE_TO_/.test(error.code ?? '');
}

/** A reply to HEAD has no content, whatever its fields say (RFC 9110 §9.3.2). */
function isHead(pieces: readonly Uint8Array[]): boolean {
  const [first = nothing] = pieces;
  const start = first.length < head.length ? Buffer.concat(pieces.slice(0, head.length)) : first;
  return head.every((octet, at) => start[at] === octet);
}

const head = Buffer.from('HEAD ');

const shortPause = 5;

/** @returns a promise of the end of it; null where it is sent at once */
function send(connection: RawConnection, pieces: readonly Uint8Array[], pause: number): Promise<void> | null {
  const [only = nothing] = pieces;
  if (pieces.length <= 1) {
    connection.write(only);
    return null;
  }
  // If the target never takes the octets, there is no answer either, and the wait for the answer reports that.
  return connection.sendApart(pieces, isApart(pieces) ? pause : 0).catch(() => {});
}

/** Whether there are so few pieces that there is a pause between them. */
function isApart({ length }: readonly Uint8Array[]): boolean {
  return length <= 3;
}

/** Milliseconds of all pauses between pieces. */
function countPauses(pieces: readonly Uint8Array[], pause: number): number {
  return isApart(pieces) && pieces.length > 1 ? (pieces.length - 1) * pause : 0;
}
