import type { ClauseId } from '../../../../models/clauses.ts';
import { canonicalReply, offerOf, writeReplyMessage } from '../../../arbitraries/index.ts';
import { sha1 } from '../../../sha1.ts';
import type { RequestHead } from '../../../wire/index.ts';
import { readClientFrames } from '../../peer/frame/client-frame.ts';
import type { FixedParts } from '../../run/fixed-case.ts';
import { answerRightly } from '../calibration.ts';
import { type Charged, judgeTrial, nothing, show } from '../charge.ts';
import {
  type ClientConduct,
  type ClientExchange,
  ping,
  pingData,
  playReply,
  type Reply,
} from '../reply/exchange.ts';
import { established } from '../reply/reply-case.ts';
import type { TrialOptions, Tried } from './trial.ts';

/** How a right 101 comes, whole or not, and what comes in its place. */
type Manner =
  /** In pieces that end at these octets of the head, or at each; the frame behind it is a piece of its own, or not. */
  | { readonly is: 'cut'; readonly at: readonly number[] | 'everywhere'; readonly frame: 'apart' | 'joined' }
  /** So many octets of the head, counted from its end where the number is negative, and the end of the connection. */
  | { readonly is: 'short'; readonly length: number; readonly end: 'ended' | 'reset' }
  /** Behind an interim reply, in a segment of its own. */
  | { readonly is: 'behindInterim' }
  /** As the content of a refusal: who reads on where the head of that has ended comes to it. */
  | { readonly is: 'content'; readonly framing: 'length' | 'chunks' | 'end' }
  /** With a ping behind it that has a mask. */
  | { readonly is: 'masked' };

/** A right 101, or something in its place, is sent in some way. */
export interface DeliveryPlay {
  readonly is: 'delivery';
  readonly manner: Manner;
  /** What has to come of it. */
  readonly outcome: ClientConduct;
}

/** Milliseconds between two pieces that no client reads as one. */
const gap = 20;
const frame = Buffer.from(ping, 'latin1');
/** The mask leaves the data as it is. */
const maskedPing = Buffer.from(`\x89\x85\0\0\0\0${pingData}`, 'latin1');
const interim = Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n', 'latin1');
const incomplete: ClauseId = 'rfc9112/8/incomplete-reply';

const opens = (title: string, manner: Manner, clause: ClauseId = established): FixedParts<DeliveryPlay> => ({
  clause,
  title,
  play: { is: 'delivery', manner, outcome: 'opened' },
});
const fails = (title: string, manner: Manner, clause: ClauseId = incomplete): FixedParts<DeliveryPlay> => ({
  clause,
  title,
  play: { is: 'delivery', manner, outcome: 'failed' },
});

/** How a reply comes, or does not, decides nothing but whether it is whole; and no server may mask a frame. */
export const deliveries: readonly FixedParts<DeliveryPlay>[] = [
  opens('a right 101 that comes octet by octet', { is: 'cut', at: 'everywhere', frame: 'apart' }),
  opens('a right 101 behind which frames come in a segment of their own', {
    is: 'cut',
    at: [],
    frame: 'apart',
  }),
  opens('a right 101 in two segments, cut within a field', { is: 'cut', at: [50], frame: 'joined' }),
  fails('a 101 that ends within its head', { is: 'short', length: -2, end: 'ended' }),
  fails('a 101 that is reset within its head', { is: 'short', length: -2, end: 'reset' }),
  fails('a reply that ends within its status line', { is: 'short', length: 12, end: 'ended' }),
  opens(
    'a right 101 behind an interim reply in a segment of its own',
    { is: 'behindInterim' },
    'rfc9110/15.2/interim-replies',
  ),
  fails(
    'a 403 with content of a length that it tells',
    { is: 'content', framing: 'length' },
    'rfc6455/4.1/status-101',
  ),
  fails('a 403 with content in chunks', { is: 'content', framing: 'chunks' }, 'rfc6455/4.1/status-101'),
  fails(
    'a 403 with content up to the end of the connection',
    { is: 'content', framing: 'end' },
    'rfc6455/4.1/status-101',
  ),
  fails('an end in the place of a reply', { is: 'short', length: 0, end: 'ended' }),
  fails('a reset in the place of a reply', { is: 'short', length: 0, end: 'reset' }),
  opens('a ping with a mask behind a right 101', { is: 'masked' }, 'rfc6455/5.1/masked-frame-closes'),
];

export async function playDelivery(
  clause: ClauseId,
  { manner, outcome }: DeliveryPlay,
  options: Omit<TrialOptions, 'target'>,
): Promise<Tried> {
  const makeReply = (_: unknown, request: RequestHead) =>
    deliver(manner, writeReplyMessage(canonicalReply(offerOf(request, sha1))));
  const exchange = await playReply(makeReply, answerRightly, { ...options, resource: '/chat?case=delivery' });
  const shown = manner.is === 'masked' ? judgeMasked(exchange) : judge(clause, outcome, exchange.outcome);
  return { ...exchange, ...shown };
}

function deliver(manner: Manner, head: Uint8Array): Reply {
  switch (manner.is) {
    case 'cut': {
      const ends = manner.at === 'everywhere' ? Array.from(head.keys()) : manner.at;
      const pieces = [0, ...ends.filter((at) => at > 0)].map((at, nth, starts) =>
        head.subarray(at, starts[nth + 1]),
      );
      const last = pieces.pop() ?? head;
      const behind = manner.frame === 'apart' ? [last, frame] : [Buffer.concat([last, frame])];
      return { pieces: [...pieces, ...behind], isLast: false, gap: manner.at === 'everywhere' ? 0 : gap };
    }
    case 'short': {
      const { length, end } = manner;
      const pieces = length === 0 ? [] : [head.subarray(0, length)];
      return { pieces, isLast: true, ...(end === 'reset' ? { isReset: true } : {}) };
    }
    case 'behindInterim':
      return { pieces: [interim, Buffer.concat([head, frame])], isLast: false, gap };
    case 'content': {
      const { field, content } = frameContent(manner.framing, Buffer.concat([head, frame]));
      const start = Buffer.from(`HTTP/1.1 403 Forbidden\r\n${field}\r\n\r\n`, 'latin1');
      return { pieces: [start, content], isLast: manner.framing === 'end', gap };
    }
    case 'masked':
      return { pieces: [Buffer.concat([head, maskedPing])], isLast: false };
  }
}

function frameContent(
  framing: Extract<Manner, { is: 'content' }>['framing'],
  content: Uint8Array,
): { readonly field: string; readonly content: Uint8Array } {
  switch (framing) {
    case 'length':
      return { field: `Content-Length: ${content.length}`, content };
    case 'chunks': {
      const size = Buffer.from(`${content.length.toString(16)}\r\n`);
      const chunks = Buffer.concat([size, content, Buffer.from('\r\n0\r\n\r\n')]);
      return { field: 'Transfer-Encoding: chunked', content: chunks };
    }
    case 'end':
      return { field: 'Connection: close', content };
  }
}

function judge(clause: ClauseId, wanted: ClientConduct, came: ClientConduct): Charged {
  if (came === 'undecided') return nothing;
  // Who opens on a connection of its own has failed on the first: a GET may be sent again (RFC 9110 §9.2.2).
  const isKept = came === wanted || (came === 'openedAnother' && wanted === 'failed');
  if (isKept) return show(clause, null);
  return wanted === 'opened'
    ? show(clause, {
        kind: 'refused',
        expected: 'openConnection',
        observed: { is: 'failure', told: null },
        about: 'end',
        seen: [],
      })
    : show(clause, {
        kind: 'accepted',
        expected: { is: 'failing', guards: [] },
        observed: 'openConnection',
        about: 'end',
        seen: [],
      });
}

/** That no pong comes shows nothing by itself: a client may be slow, or send none. */
function judgeMasked({ hasPonged, behind, early, server }: ClientExchange): Charged {
  const isClosed =
    readClientFrames(behind.subarray(early)).some(({ opcode }) => opcode === 8) || server?.ending === 'ended';
  if (hasPonged) return judgeTrial({ maskedPing: 'answered' });
  // A pong may stand among octets that are not kept.
  return isClosed && !server?.isCut ? judgeTrial({ maskedPing: 'ended' }) : nothing;
}
