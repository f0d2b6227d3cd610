import type { ClauseId } from '../../../models/clauses.ts';
import { canonicalReply, offerOf, writeReplyMessage } from '../../arbitraries/index.ts';
import { sha1 } from '../../sha1.ts';
import type { RequestHead } from '../../wire/index.ts';
import { readClientFrames } from '../peer/client-frame.ts';
import { answerRightly } from './calibration.ts';
import { type Charged, judgeTrial, nothing, show } from './charge.ts';
import {
  type ClientExchange,
  type Outcome,
  type PlayOptions,
  ping,
  pingData,
  playReply,
  type Reply,
} from './exchange.ts';
import { established } from './reply-case.ts';
import type { Trial } from './trial.ts';

export type DeliveryOptions = Pick<PlayOptions, 'connector' | 'place' | 'signs' | 'timeout'>;

interface Delivery {
  readonly clause: ClauseId;
  readonly title: string;
  /** What has to come of it. */
  readonly outcome: Outcome;
  readonly deliver: (head: Uint8Array) => Reply;
}

/** Milliseconds between two pieces that no client reads as one. */
const gap = 20;
const frame = Buffer.from(ping, 'latin1');
/** The mask leaves the data as it is. */
const maskedPing = Buffer.from(`\x89\x85\0\0\0\0${pingData}`, 'latin1');
const unmasked: ClauseId = 'rfc6455/5.1/masked-frame-closes';
const incomplete: ClauseId = 'rfc9112/8/incomplete-reply';

const opens = (title: string, deliver: Delivery['deliver'], clause: ClauseId = established): Delivery => ({
  clause,
  title,
  outcome: 'opened',
  deliver,
});
const fails = (title: string, deliver: Delivery['deliver'], clause: ClauseId = incomplete): Delivery => ({
  clause,
  title,
  outcome: 'failed',
  deliver,
});
/** A refusal whose content is a right 101: who reads on where the head has ended comes to it. */
const refuses = (title: string, framing: string, end: 'open' | 'ended', frameContent = keep): Delivery =>
  fails(
    `a 403 with content ${title}`,
    (head) => {
      const content = frameContent(Buffer.concat([head, frame]));
      const field = framing.replace('{length}', `${content.length}`);
      const start = Buffer.from(`HTTP/1.1 403 Forbidden\r\n${field}\r\n\r\n`, 'latin1');
      return { pieces: [start, content], isLast: end === 'ended', gap };
    },
    'rfc6455/4.1/status-101',
  );

/** The right 101 is sent in these ways, whole or not. */
const deliveries: readonly Delivery[] = [
  opens('a right 101 that comes octet by octet', (head) => ({
    pieces: [...splitOctets(head), frame],
    isLast: false,
    gap: 0,
  })),
  opens('a right 101 behind which frames come in a segment of their own', (head) => ({
    pieces: [head, frame],
    isLast: false,
    gap,
  })),
  opens('a right 101 in two segments, cut within a field', (head) => ({
    pieces: [head.subarray(0, 50), Buffer.concat([head.subarray(50), frame])],
    isLast: false,
    gap,
  })),
  fails('a 101 that ends within its head', (head) => ({ pieces: [head.subarray(0, -2)], isLast: true })),
  fails('a 101 that is reset within its head', (head) => ({
    pieces: [head.subarray(0, -2)],
    isLast: true,
    isReset: true,
  })),
  fails('a reply that ends within its status line', (head) => ({
    pieces: [head.subarray(0, 12)],
    isLast: true,
  })),
  opens(
    'a right 101 behind an interim reply in a segment of its own',
    (head) => ({
      pieces: [Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n'), Buffer.concat([head, frame])],
      isLast: false,
      gap,
    }),
    'rfc9110/15.2/interim-replies',
  ),
  refuses('of a length that it tells', 'Content-Length: {length}', 'open'),
  refuses('in chunks', 'Transfer-Encoding: chunked', 'open', writeChunk),
  refuses('up to the end of the connection', 'Connection: close', 'ended'),
  fails('an end in the place of a reply', () => ({ pieces: [], isLast: true })),
  fails('a reset in the place of a reply', () => ({ pieces: [], isLast: true, isReset: true })),
];

/** The clauses that the trials are made for. */
export const deliveryClauses: readonly ClauseId[] = [...deliveries.map(({ clause }) => clause), unmasked];

/** How a reply comes, or does not, decides nothing but whether it is whole; and no server may mask a frame. */
export function deliveryTrials(options: DeliveryOptions): readonly Trial[] {
  const play = (deliver: Delivery['deliver']) => {
    const makeReply = (_: unknown, request: RequestHead) =>
      deliver(writeReplyMessage(canonicalReply(offerOf(request, sha1))));
    return playReply(makeReply, answerRightly, { ...options, resource: '/chat?case=delivery' });
  };
  const trials = deliveries.map(
    (delivery): Trial => ({
      clause: delivery.clause,
      title: delivery.title,
      play: async () => {
        const exchange = await play(delivery.deliver);
        return { ...exchange, ...judge(delivery, exchange.outcome) };
      },
    }),
  );
  const masked: Trial = {
    clause: unmasked,
    title: 'a ping with a mask behind a right 101',
    play: async () => {
      const exchange = await play((head) => ({ pieces: [Buffer.concat([head, maskedPing])], isLast: false }));
      return { ...exchange, ...judgeMasked(exchange) };
    },
  };
  return [...trials, masked];
}

function judge({ clause, outcome }: Delivery, came: Outcome): Charged {
  if (came === 'undecided') return nothing;
  // Who opens on a connection of its own has failed on the first: a GET may be sent again (RFC 9110 §9.2.2).
  const isKept = came === outcome || (came === 'openedAnother' && outcome === 'failed');
  if (isKept) return show(clause, null);
  return outcome === 'opened'
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

function splitOctets(octets: Uint8Array): readonly Uint8Array[] {
  return Array.from(octets, (_, at) => octets.subarray(at, at + 1));
}

function keep(content: Uint8Array): Uint8Array {
  return content;
}

/** The content as one chunk, with the last one behind it. */
function writeChunk(content: Uint8Array): Uint8Array {
  const [size, end] = [`${content.length.toString(16)}\r\n`, '\r\n0\r\n\r\n'];
  return Buffer.concat([Buffer.from(size), content, Buffer.from(end)]);
}
