import fc from 'fast-check';
import {
  fitAccept,
  fragmentation,
  offerOf,
  type ReplyMessage,
  writeReplyMessage,
} from '../../arbitraries/index.ts';
import { sha1 } from '../../sha1.ts';
import type { RequestHead } from '../../wire/index.ts';
import { applyChanges } from '../judge/change.ts';
import type { Subject } from '../run/subject.ts';
import type { Reply } from './exchange.ts';
import { type ReplyCase, standIn } from './reply-case.ts';

/** The reply of a case to the request that came. */
export function makeReply(current: ReplyCase, request: RequestHead): Reply {
  const message = applyChanges(current.base, current.changes);
  const octets = writeReplyMessage(fitAccept(message, standIn, offerOf(request, sha1).accept));
  // Behind anything but a 101 the end tells where its content ends, and that no other reply follows.
  const isLast = !/^HTTP\/1\.1 101/i.test(message.statusLine);
  return { pieces: cut(octets, current.cutBy), isLast };
}

/** The pieces in which a reply is sent. */
function cut(reply: Uint8Array, cutBy: number | null): readonly Uint8Array[] {
  if (cutBy === null || reply.length >= 2_000) return [reply];
  return fc.sample(fragmentation(reply), { seed: cutBy, numRuns: 1 })[0] ?? [reply];
}

/** The same reply in one piece. */
function remake(current: ReplyCase, base: ReplyMessage, changes: ReplyCase['changes']): ReplyCase {
  return { ...current, base, changes, isCut: false, cutBy: null };
}

type Shrinking = Pick<Subject<ReplyCase, never>, 'remake' | 'traitOf' | 'messageOf' | 'resend'>;

/** The changes tell which row must decide: they stay as they are, and what is around them is made smaller. */
export const shrinking: Shrinking = {
  remake,
  traitOf: () => null,
  messageOf: ({ base }) => base,
  resend: (current, message) => remake(current, message, current.changes),
};
