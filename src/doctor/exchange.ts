import type { ExchangeSeen } from '../diagnosis/index.ts';
import { AnswerReader } from '../verify/peer/answer.ts';
import { maskedFrame } from '../verify/peer/frame.ts';
import type { RawConnection } from '../verify/peer/raw-connection.ts';
import { Overdue } from '../verify/peer/wait-list.ts';
import type { Linked } from './link.ts';

/** Milliseconds that content without an announced end is waited for. */
const restOfContent = 250;

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
  let headAt: number | null = null;
  let isUnreadable = false;
  const startedAt = performance.now();
  const readOn = () => {
    for (let chunk = connection.received[read]; chunk; chunk = connection.received[read]) {
      read += 1;
      isUnreadable = reader.push(chunk.octets) === 'done' && !reader.reply;
      if (reader.reply && headAt === null) headAt = performance.now();
    }
    return isUnreadable || isAnswered(reader, connection);
  };
  connection.write(request);
  let isLate = false;
  try {
    await connection.until(readOn, 'an answer', ms);
    if (reader.reply && reader.reply.status !== 101 && !reader.isWhole && connection.ending === 'open') {
      await connection.until(() => readOn() && reader.isWhole, 'the rest of the content', restOfContent);
    }
  } catch (error) {
    if (!(error instanceof Overdue)) throw error;
    isLate = !reader.reply && !isUnreadable;
  }
  const isSwitched = reader.reply?.status === 101;
  const end = reader.reply ? 'replied' : isLate ? 'late' : connection.ending === 'reset' ? 'reset' : 'ended';
  const seen: ExchangeSeen = {
    ...{ request, reply: connection.octets, end, unreached: null },
    ms: (headAt ?? performance.now()) - startedAt,
    ...(broken() === null ? {} : { error: codeOf(broken()) }),
  };
  if (!isSwitched) connection.destroy();
  return { seen, connection: isSwitched ? connection : null, headEnd: reader.headEnd };
}

/** Whether a final reply has come, with what is announced of its content; or octets that are no reply. */
function isAnswered(reader: AnswerReader, connection: RawConnection): boolean {
  if (reader.reply) return reader.reply.status === 101 || reader.isWhole || !isAnnounced(reader);
  const { text } = connection;
  return text.length > 0 && !'HTTP/'.startsWith(text.slice(0, 5)) && !text.startsWith('HTTP/');
}

function isAnnounced({ reply }: AnswerReader): boolean {
  return reply?.fields.some(({ name }) => /^(?:content-length|transfer-encoding)$/i.test(name)) ?? false;
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
