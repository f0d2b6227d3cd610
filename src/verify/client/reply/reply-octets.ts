import fc from 'fast-check';
import {
  fitAccept,
  fragmentation,
  offerOf,
  type ReplyMessage,
  writeReplyMessage,
} from '../../../arbitraries/index.ts';
import { sha1 } from '../../../sha1.ts';
import { decodeLatin1, type RequestHead } from '../../../wire/index.ts';
import { applyChanges } from '../../judge/change.ts';
import { remake as fillSpans, findSpans, type Remade } from '../../report/recipe.ts';
import type { Recipe } from '../../report/report.ts';
import type { Subject } from '../../run/subject.ts';
import type { ClientExchange, Reply } from './exchange.ts';
import { type ReplyCase, standIn } from './reply-case.ts';

/** The reply of a case to the request that came. */
export function makeReply(current: ReplyCase, request: RequestHead): Reply {
  const message = applyChanges(current.base, current.changes);
  const octets = writeReplyMessage(fitAccept(message, standIn, offerOf(request, sha1).accept));
  return sendReply(octets, { prefix: message.prefix.length, cutBy: current.cutBy });
}

/** How octets are sent as a reply. */
export function sendReply(
  octets: Uint8Array,
  { prefix, cutBy }: { readonly prefix: number; readonly cutBy: number | null },
): Reply {
  // Behind anything but a 101 the end tells where its content ends, and that no other reply follows.
  const isLast = !/^HTTP\/1\.1 101/i.test(decodeLatin1(octets.subarray(prefix, prefix + statusLength)));
  return { pieces: cut(octets, cutBy), isLast };
}

const statusLength = 'HTTP/1.1 101'.length;

/** How many octets of a reply go before the final one. */
export function prefixOf({ base, changes }: ReplyCase): number {
  return applyChanges(base, changes).prefix.length;
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

type Shrinking = Pick<Subject<ReplyCase, never>, 'remake' | 'renew' | 'traitOf' | 'messageOf' | 'resend'>;

/** The changes tell which row must decide: they stay as they are, and what is around them is made smaller. */
export const shrinking: Shrinking = {
  remake,
  /** The client draws what is new in each. */
  renew: (current) => current,
  traitOf: () => null,
  messageOf: ({ base }) => base,
  resend: (current, message) => remake(current, message, current.changes),
};

const subprotocolLine = /^(sec-websocket-protocol[ \t]*:)(.*)/gim;

/** How the reply of a case was made for the request that came. */
export function describeRecipe(
  current: ReplyCase,
  { request, reply }: Pick<ClientExchange, 'request' | 'reply'>,
): Recipe {
  const text = decodeLatin1(reply);
  const { accept, subprotocols } = offerOf(request ?? { fields: [] }, sha1);
  const names = subprotocols.map((value, nth) => ({ of: 'subprotocol', nth, value }) as const);
  const chosen = [...text.matchAll(subprotocolLine)].flatMap(({ 0: line, 1: start = '', index }) =>
    findSpans(text, names, index + start.length, index + line.length),
  );
  const spans = [...findSpans(text, [{ of: 'accept', value: accept }]), ...chosen];
  const prefix = prefixOf(current);
  return {
    spans: spans.toSorted((a, b) => a.start - b.start),
    changes: current.changes.map(({ edits: _edits, ...change }) => change),
    ...(prefix > 0 ? { prefix } : {}),
    ...(current.cutBy === null ? {} : { cutBy: current.cutBy }),
  };
}

/** The octets of a reply, made anew for another request; null where that offers too few subprotocols. */
export function remakeReply(octets: Uint8Array, recipe: Recipe, request: RequestHead): Remade | null {
  const { accept, subprotocols } = offerOf(request, sha1);
  return fillSpans(octets, recipe, ({ of, nth = 0 }) =>
    of === 'accept' ? accept : (subprotocols[nth] ?? null),
  );
}
