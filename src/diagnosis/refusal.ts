import type { AnswerRead } from './answer.ts';
import { readSaid } from './said.ts';

/** Statuses of requests that are too long. */
const ofLength: readonly number[] = [413, 414, 431];

/** Statuses of requests that come too late, or too often. */
const ofTime: readonly number[] = [408, 425, 429];

/** Whether a request that did not open may have failed for what it has: a fault or a limit may hit any. */
export function isForContent(answer: AnswerRead): boolean {
  return !isOfFault(answer) && !isForLength(answer);
}

/** Whether an answer, or none at all, is what a fault or a limit makes of any request. */
export function isOfFault({ reply }: AnswerRead): boolean {
  const status = reply?.status ?? 500;
  return status >= 500 || ofTime.includes(status);
}

/** Whether one may have failed for its length: who says nothing to it may not have read it. */
export function isForLength({ reply, body }: AnswerRead): boolean {
  return (
    reply === null || ofLength.includes(reply.status) || readSaid({ ...reply, body }).has('saysTooLarge')
  );
}

/** Whether a status is that of a server which has not let somebody in; null and undefined where none came. */
export function isForbidden(status: number | null | undefined): boolean {
  return status === 401 || status === 403;
}
