import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { fieldValues, type ReplyHead, replyContent, type WebSocketUri } from '../../wire/index.ts';
import { type Answer, AnswerReader, pingData } from './answer.ts';
import type { End, Exchange } from './exchange.ts';
import { maskedFrame } from './frame.ts';
import { openConnection } from './open-connection.ts';
import type { RawConnection } from './raw-connection.ts';
import { Overdue } from './wait-list.ts';

const ping = Buffer.from(maskedFrame(0x89, pingData));
const nothing = new Uint8Array();

/** The target could not be reached at all. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** A server that is connected to. */
export interface Remote {
  readonly uri: Pick<WebSocketUri, 'host' | 'port' | 'secure'>;
  /** Whether a certificate that cannot be verified is taken. */
  readonly options: { readonly insecure?: boolean };
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

/**
 * Sends octets on a connection of their own and reads the answer: a final reply with its content, and behind a
 * 101 the pong to a ping, since a 101 alone proves nothing.
 *
 * @param timeout milliseconds that all of it may take
 * @param frames what is sent behind a 101, before the ping
 * @param isToEnd whether the end of the connection is waited for behind any other reply
 * @returns rejects with `Unreachable` where no connection is made
 */
export async function probe(
  target: Remote,
  address: string,
  pieces: readonly Uint8Array[],
  timeout: number,
  frames: Uint8Array = nothing,
  isToEnd = false,
): Promise<Probed> {
  const startedAt = performance.now();
  const connection = await reach(target, address, timeout);
  const isToHead = isHead(pieces);
  const reader = new AnswerReader(isToHead);
  let read = 0;
  let isPinged = false;
  let isAnswered = false;
  const readOn = () => {
    for (let chunk = connection.received[read]; chunk && !isAnswered; chunk = connection.received[read]) {
      read += 1;
      const state = reader.push(chunk.octets);
      isAnswered = state === 'done';
      if (state !== 'switched' || isPinged) continue;
      isPinged = true;
      connection.write(frames.length > 0 ? Buffer.concat([frames, ping]) : ping);
    }
    return isAnswered;
  };
  send(connection, pieces);
  try {
    await connection.until(readOn, 'an answer', Math.ceil(timeout - (performance.now() - startedAt)));
  } catch (error) {
    if (!(error instanceof Overdue)) throw error;
  }
  const left = timeout - (performance.now() - startedAt);
  const isToRead = isAnswered && (isToHead || isToEnd);
  const behind = isToRead ? await waitBehind(connection, reader, left, isToEnd) : {};
  connection.destroy();
  // If the target ends the connection after a reply, the reply is complete.
  const isReplied = isAnswered || (connection.ending === 'ended' && reader.isComplete);
  const { sent, received, ending, localPort } = connection;
  const answer = reader.answer(isReplied || ending === 'open' ? 'replied' : ending);
  return {
    nonce: `${localPort}`,
    // Of the connection only what was seen is kept: exchanges live longer, and sockets would live as long.
    client: { sent, received, ending },
    server: null,
    answer: { ...answer, ...behind },
  };
}

type Behind = Partial<Pick<Answer, 'octets' | 'content' | 'closing'>>;

/** Waits for what may come behind a reply that is complete by what it says. */
async function waitBehind(
  connection: RawConnection,
  { reply, headEnd }: AnswerReader,
  timeout: number,
  isToEnd: boolean,
): Promise<Behind> {
  if (!reply || reply.status === 101) return {};
  const wait = isToEnd ? waitForEnd : waitForContent;
  return wait(connection, reply, headEnd, timeout);
}

/** Milliseconds that content is waited for which must not come. */
const headPatience = 250;

/** Waits after a reply to HEAD for the content that it announces: it has none (RFC 9110 §9.3.2). */
async function waitForContent(
  connection: RawConnection,
  { status, fields }: ReplyHead,
  headEnd: number,
  timeout: number,
): Promise<Behind> {
  const count = () => connection.octets.length - headEnd;
  const { kind } = replyContent(status, fields);
  const isAnnounced = kind !== 'none' && kind !== 'untilClose';
  if (count() === 0 && isAnnounced) {
    await connection.until(() => count() > 0, 'content', Math.min(timeout, headPatience)).catch(() => {});
  }
  const content = count();
  return content > 0 ? { content, octets: connection.octets } : isAnnounced ? { content } : {};
}

/** Waits after a reply until the server ends the connection or the time is over. */
async function waitForEnd(
  connection: RawConnection,
  reply: ReplyHead,
  headEnd: number,
  timeout: number,
): Promise<Behind> {
  // The end is not waited for where the reply says that the connection stays open.
  const options = fieldValues(reply.fields, 'connection').flatMap((value) => value.split(','));
  const isClosing = options.some((option) => option.trim().toLowerCase() === 'close');
  const isEnded =
    isClosing &&
    (await connection.ended(timeout).then(
      () => true,
      () => false,
    ));
  return { content: connection.octets.length - headEnd, closing: isEnded ? 'ended' : 'open' };
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
function isOfCertificate(error: Error & { readonly code?: string }): boolean {
  return /CERT|^ERR_TLS_CERT|^UNABLE_TO_/.test(error.code ?? '');
}

/** A reply to HEAD has no content, whatever its fields say (RFC 9110 §9.3.2). */
function isHead(pieces: readonly Uint8Array[]): boolean {
  const [first = nothing] = pieces;
  const start = first.length < head.length ? Buffer.concat(pieces.slice(0, head.length)) : first;
  return head.every((octet, at) => start[at] === octet);
}

const head = Buffer.from('HEAD ');

/** Milliseconds between two of few pieces: without the gap the target would often read them as one. */
const gap = 5;

function send(connection: RawConnection, pieces: readonly Uint8Array[]): void {
  const [only = nothing] = pieces;
  if (pieces.length <= 1) connection.write(only);
  // If the target never takes the octets, there is no answer either, and the wait for the answer reports that.
  else connection.sendApart(pieces, pieces.length <= 3 ? gap : 0).catch(() => {});
}
