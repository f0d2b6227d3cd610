import { BodyReader, HeadReader, parseReply, type ReplyHead, replyContent } from '../../wire/index.ts';
import type { RawConnection } from './connection/raw-connection.ts';

/** A reply as octets and as what they say; null where none came. */
export interface ReceivedReply {
  readonly octets: Uint8Array;
  readonly reply: ReplyHead | null;
  /** Statuses of the interim replies before it. */
  readonly interims: readonly number[];
  readonly body: Uint8Array;
  /** Octets behind a 101. */
  readonly rest: Uint8Array;
  /** Number of octets behind the head of the final reply. */
  readonly behind: number;
  /** Whether the connection is over: the peer has ended it, or it was given up. */
  readonly ended: boolean;
}

const nothing = new Uint8Array();

/**
 * Reads one final reply, and to the peer's end where it announces one.
 *
 * @returns rejects with `Overdue` where it does not come in time
 */
export async function receiveReply(connection: RawConnection): Promise<ReceivedReply> {
  await connection.until(({ octets }) => readReply(octets, false) !== null, 'a reply');
  const received = readReply(connection.octets, true);
  const closes = received?.reply?.fields.some(
    ({ name, value }) => name.toLowerCase() === 'connection' && /\bclose\b/i.test(value),
  );
  if (closes) await connection.ended();
  const { reply = null, interims = [], body = nothing, rest = nothing, behind = 0 } = received ?? {};
  const ended = connection.ending !== 'open';
  return { octets: connection.octets, reply, interims, body, rest, behind, ended };
}

/** The final reply among the octets; null while it is not complete. With `ended`, as much as there is. */
function readReply(octets: Uint8Array, ended: boolean) {
  const interims: number[] = [];
  let from = octets;
  for (;;) {
    const progress = new HeadReader('reply', 65_536).push(from);
    if (progress.state !== 'complete') return null;
    const head = parseReply(progress.head);
    if (!head.ok) return null;
    const { status, fields } = head.value;
    const found = { reply: head.value, interims, behind: progress.rest.length };
    if (status === 101) return { ...found, body: nothing, rest: progress.rest };
    if (status >= 200) {
      const reader = new BodyReader(replyContent(status, fields), 65_536);
      const done = reader.push(progress.rest) || ended;
      return done ? { ...found, body: reader.body, rest: nothing } : null;
    }
    interims.push(status);
    from = progress.rest;
  }
}
