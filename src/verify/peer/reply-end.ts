import { fieldValues, type ReplyHead, replyContent } from '../../wire/index.ts';
import type { Answer, AnswerReader } from './answer.ts';
import type { RawConnection } from './connection/raw-connection.ts';

type Behind = Partial<Pick<Answer, 'octets' | 'content' | 'closing' | 'second'>>;

/** Waits for what may come behind a reply that is complete by what it says. */
export async function waitBehind(
  connection: RawConnection,
  { reply, headEnd, isWhole }: AnswerReader,
  timeout: number,
  { second, isToEnd }: { readonly second: Uint8Array | undefined; readonly isToEnd: boolean },
): Promise<Behind> {
  if (!reply || reply.status === 101) return {};
  if (second) return askAgain(connection, isWhole, second, timeout);
  const wait = isToEnd ? waitForEnd : waitForContent;
  return wait(connection, reply, headEnd, timeout);
}

/** Milliseconds that a second answer is waited for, on a connection that should have ended. */
const secondPatience = 500;

const statusLine = /^HTTP\/1\.[0-9] [0-9]{3}/;

/**
 * Sends a second request behind a reply, on the same connection. Only an answer to it proves that it was read.
 *
 * @param isWhole whether the content of the reply has ended: else what comes may be more of it
 */
async function askAgain(
  connection: RawConnection,
  isWhole: boolean,
  second: Uint8Array,
  timeout: number,
): Promise<Behind> {
  const before = connection.octets.length;
  connection.write(second);
  const begun = () => connection.octets.subarray(before, before + 12).toString('latin1');
  const isAnswer = () => isWhole && statusLine.test(begun());
  const isAnswered = await connection
    .until(isAnswer, 'a second reply', Math.min(timeout, secondPatience))
    .catch(() => false);
  const isEnded = connection.ending === 'ended' || connection.ending === 'reset';
  return {
    octets: connection.octets,
    second: isAnswered ? 'answered' : isEnded ? 'ended' : 'unanswered',
  };
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
  const count = () => connection.came - headEnd;
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
  return { content: connection.came - headEnd, closing: isEnded ? 'ended' : 'open' };
}
