import type { ExchangeSeen } from '../diagnosis/index.ts';
import { AnswerReader } from '../verify/peer/answer.ts';
import type { RawConnection } from '../verify/peer/connection/raw-connection.ts';
import { Overdue } from '../verify/peer/connection/wait-list.ts';
import { maskedFrame } from '../verify/peer/frame/frame.ts';
import { keptOctets, type Linked } from './link.ts';

/** Milliseconds that content without an announced end is waited for. */
const restOfContent = 150;

/** Close 1000, as a client sends it. */
const close = maskedFrame(0x88, Uint8Array.of(0x03, 0xe8));

/** What was asked on a connection, and the connection where it is still open behind a 101. */
export interface Asking {
  readonly seen: ExchangeSeen;
  readonly connection: RawConnection | null;
  /** Octets up to the end of the head of the final reply; 0 where none came. */
  readonly headEnd: number;
}

/**
 * Sends a request and reads what comes: a final reply with its content, or whatever else there is in time.
 *
 * @param ms milliseconds that an answer is waited for
 */
export async function ask(linked: Linked, request: Uint8Array, ms: number): Promise<Asking> {
  if (!linked.ok) return { seen: describeUnreached(linked), connection: null, headEnd: 0 };
  const { connection, broken } = linked;
  const reader = new AnswerReader();
  let read = 0;
  let taken = 0;
  let start = '';
  let headAt: number | null = null;
  let isUnreadable = false;
  const startedAt = performance.now();
  const readOn = () => {
    for (let chunk = connection.received[read]; chunk; chunk = connection.received[read]) {
      read += 1;
      taken += chunk.octets.length;
      start = (start + chunk.octets.toString('latin1', 0, statusLine.length)).slice(0, statusLine.length);
      isUnreadable = reader.push(chunk.octets) === 'done' && !reader.reply;
      if (reader.reply && headAt === null) headAt = performance.now();
    }
    const isAnswer = statusLine.startsWith(start);
    return isUnreadable || !isAnswer || taken >= keptOctets || isAnswered(reader);
  };
  connection.write(request);
  let isLate = false;
  try {
    await connection.until(readOn, 'an answer', ms);
    const isMore = reader.reply && reader.reply.status !== 101 && !reader.isWhole && taken < keptOctets;
    if (isMore && connection.ending === 'open') {
      const isAll = () => readOn() && (reader.isWhole || taken >= keptOctets);
      await connection.until(isAll, 'the rest of the content', restOfContent);
    }
  } catch (error) {
    if (!(error instanceof Overdue)) throw error;
    isLate = !reader.reply && !isUnreadable;
  }
  const isSwitched = reader.reply?.status === 101;
  const end = reader.reply ? 'replied' : isLate ? 'late' : connection.ending === 'reset' ? 'reset' : 'ended';
  const seen: ExchangeSeen = {
    request,
    reply: connection.octets,
    end,
    unreached: null,
    ms: (headAt ?? performance.now()) - startedAt,
    ...(broken() === null ? {} : { error: codeOf(broken()) }),
  };
  if (!isSwitched) connection.destroy();
  return { seen, connection: isSwitched ? connection : null, headEnd: reader.headEnd };
}

/** How a reply begins. */
const statusLine = 'HTTP/';

/** Whether a final reply has come, with what is announced of its content. */
function isAnswered({ reply, isWhole }: AnswerReader): boolean {
  if (!reply) return false;
  const isAnnounced = reply.fields.some(({ name }) => /^(?:content-length|transfer-encoding)$/i.test(name));
  return reply.status === 101 || isWhole || !isAnnounced;
}

function describeUnreached({ failure, isLate }: Extract<Linked, { ok: false }>): ExchangeSeen {
  const nothing = new Uint8Array();
  const unreached = failure.message;
  return { request: nothing, reply: nothing, end: isLate ? 'late' : 'ended', ms: 0, unreached };
}

function codeOf(error: Error | null): string {
  return error && 'code' in error ? String(error.code) : '';
}

/** Ends an open connection as a client does that has nothing more to say. */
export function hangUp(connection: RawConnection | null): void {
  if (!connection) return;
  connection.end(close);
  // Whoever does not end the connection in turn is not waited for.
  connection.ended(restOfContent).then(
    () => connection.destroy(),
    () => {},
  );
}
