import type { ClauseId } from '../../../../models/clauses.ts';
import { sha1 } from '../../../sha1.ts';
import { computeAccept, decodeLatin1, fieldValues, HeadReader, parseReply } from '../../../wire/index.ts';
import { type Answer, headAt } from '../../peer/answer.ts';
import type { BrokenClause } from '../seen/broken-clause.ts';
import { answerPhrase, type Phrase } from '../seen/phrase.ts';
import { seeReply } from '../seen/seen.ts';

/** The clauses of a reply by which a server fails that accepts an opening, and does not say so by a right 101. */
const ofSwitch: ReadonlySet<ClauseId> = new Set<ClauseId>([
  'rfc6455/4.2.2/status-101',
  'rfc6455/4.2.2/reply-upgrade',
  'rfc6455/4.2.2/reply-connection',
]);

/** Whether an answer has the accept value of the request's key: nobody but a WebSocket server computes it. */
function hasAccept(key: string, { reply, octets }: Answer): boolean {
  const values = reply ? fieldValues(reply.fields, 'sec-websocket-accept') : findAccept(octets);
  return values.includes(computeAccept(key, sha1));
}

/** The accept values in octets that are no reply, wherever a line of them has one. */
function findAccept(octets: Uint8Array): readonly string[] {
  const lines = decodeLatin1(octets).matchAll(/^[ \t]*sec-websocket-accept[ \t]*:[ \t]*(\S+)[ \t]*$/gim);
  return [...lines].map(([, value = '']) => value);
}

/** The status in the first line of octets that has one; 0 where there is none. */
function findStatus(octets: Uint8Array): number {
  const [, told = ''] = /HTTP\/\S+[ \t]+([0-9]{3})/.exec(decodeLatin1(octets)) ?? [];
  return Number(told);
}

/**
 * The clause that an answer other than a 101 breaks where it accepts the opening all the same: it has the right accept
 * value and no status that refuses, or is a 101 that cannot be read. Null for every other answer.
 *
 * @see RFC 6455 §4.2.2
 */
export function checkSpoiltSwitch(key: string, answer: Answer): BrokenClause | null {
  const { reply, octets } = answer;
  const status = reply?.status ?? findStatus(octets);
  const isAccepted = status < 300 && hasAccept(key, answer);
  if (!isAccepted && status !== 101) return null;
  const hint = reply ? null : findReplyFault(octets);
  const observed = answerPhrase(answer);
  const shown = seeReply(reply ? ['start-line'] : ['start-line', 'fields'], octets, headAt(answer));
  return {
    clause: 'rfc6455/4.2.2/status-101',
    expected: isAccepted ? 'acceptingSwitch' : 'readableSwitch',
    observed: isAccepted ? { is: 'accepting', answer: observed } : observed,
    about: 'start-line',
    seen: [shown],
    ...(hint === null ? {} : { hint }),
  };
}

/** Whether what is wrong with the answer to a good opening shows that a WebSocket server has sent it. */
export function showsServer(key: string, answer: Answer, faults: readonly BrokenClause[]): boolean {
  const isSwitch = findStatus(answer.octets) === 101 || hasAccept(key, answer);
  return isSwitch && faults.some(({ clause }) => ofSwitch.has(clause));
}

/** What is wrong with octets that are no reply, and where; null where that cannot be told. */
export function findReplyFault(octets: Uint8Array): Phrase | null {
  const progress = new HeadReader('reply', octets.length + 1).push(octets);
  const read = progress.state === 'complete' ? parseReply(progress.head) : null;
  const fault = read && !read.ok ? read : progress.state === 'malformed' ? progress : null;
  return fault && { is: 'unreadable', problem: fault.problem, at: fault.span.start };
}
