import type { ClauseId } from '../../../models/clauses.ts';
import { canonicalReply, offerOf, writeReplyMessage } from '../../arbitraries/index.ts';
import { sha1 } from '../../sha1.ts';
import type { RequestHead } from '../../wire/index.ts';
import { readClientFrames } from '../connector/client-frame.ts';
import type { Connector } from '../connector/connector.ts';
import type { Place } from '../connector/place.ts';
import { answerRightly } from './calibration.ts';
import { type Charge, type Charged, nothing } from './charge.ts';
import {
  type ClientExchange,
  type Outcome,
  ping,
  pingData,
  playReply,
  type Reply,
  type Signs,
} from './exchange.ts';
import { established } from './reply-case.ts';
import type { Trial } from './trial.ts';

export interface DeliveryOptions {
  readonly connector: Connector;
  readonly place: Place;
  readonly signs: Signs;
  /** Milliseconds that one connection may take. */
  readonly timeout: number;
}

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

const opens = (title: string, deliver: Delivery['deliver']): Delivery => ({
  ...{ clause: established, title, outcome: 'opened', deliver },
});
const fails = (title: string, deliver: Delivery['deliver']): Delivery => ({
  ...{ clause: incomplete, title, outcome: 'failed', deliver },
});

/** The right 101 is sent in these ways, whole or not. */
const deliveries: readonly Delivery[] = [
  opens('a right 101 that comes octet by octet', (head) => ({
    ...{ pieces: [...splitOctets(head), frame], isLast: false, gap: 0 },
  })),
  opens('a right 101 behind which frames come in a segment of their own', (head) => ({
    ...{ pieces: [head, frame], isLast: false, gap },
  })),
  opens('a right 101 in two segments, cut within a field', (head) => ({
    ...{ pieces: [head.subarray(0, 50), Buffer.concat([head.subarray(50), frame])], isLast: false, gap },
  })),
  fails('a 101 that ends within its head', (head) => ({ pieces: [head.subarray(0, -2)], isLast: true })),
  fails('a 101 that is reset within its head', (head) => ({
    ...{ pieces: [head.subarray(0, -2)], isLast: true, isReset: true },
  })),
  fails('a reply that ends within its status line', (head) => ({
    ...{ pieces: [head.subarray(0, 12)], isLast: true },
  })),
  fails('an end in the place of a reply', () => ({ pieces: [], isLast: true })),
  fails('a reset in the place of a reply', () => ({ pieces: [], isLast: true, isReset: true })),
];

/** How a reply comes, or does not, decides nothing but whether it is whole; and no server may mask a frame. */
export function deliveryTrials(options: DeliveryOptions): readonly Trial[] {
  const play = (deliver: Delivery['deliver']) => {
    const makeReply = (_: unknown, request: RequestHead) =>
      deliver(writeReplyMessage(canonicalReply(offerOf(request, sha1))));
    const { subprotocols } = options.connector;
    return playReply(makeReply, answerRightly, { ...options, subprotocols, resource: '/chat?case=delivery' });
  };
  const trials = deliveries.map(
    (delivery): Trial => ({
      ...{ clause: delivery.clause, title: delivery.title },
      play: async () => {
        const exchange = await play(delivery.deliver);
        return { ...exchange, ...judge(delivery, exchange.outcome) };
      },
    }),
  );
  const masked: Trial = {
    ...{ clause: unmasked, title: 'a ping with a mask behind a right 101' },
    play: async () => {
      const exchange = await play((head) => ({ pieces: [Buffer.concat([head, maskedPing])], isLast: false }));
      return { ...exchange, ...judgeMasked(exchange) };
    },
  };
  return [...trials, masked];
}

function judge({ clause, outcome }: Delivery, came: Outcome): Charged {
  if (came === 'undecided') return nothing;
  if (came === outcome) return { shown: [clause], charges: [] };
  const charge: Pick<Charge, 'kind' | 'expected' | 'observed'> =
    outcome === 'opened'
      ? { kind: 'refused', expected: 'an open connection', observed: 'a connection that failed' }
      : { kind: 'accepted', expected: 'a connection that fails', observed: 'an open connection' };
  return { shown: [clause], charges: [{ ...charge, clause }] };
}

/** That no pong comes shows nothing by itself: a client may be slow, or send none. */
function judgeMasked({ hasPonged, behind, early, server }: ClientExchange): Charged {
  const clause = unmasked;
  const isClosed =
    readClientFrames(behind.subarray(early)).some(({ opcode }) => opcode === 8) || server?.ending === 'ended';
  if (!hasPonged) return isClosed ? { shown: [clause], charges: [] } : nothing;
  const charge: Charge = { kind: 'sent', clause, expected: 'the end of the connection', observed: 'a pong' };
  return { shown: [clause], charges: [charge] };
}

function splitOctets(octets: Uint8Array): readonly Uint8Array[] {
  return Array.from(octets, (_, at) => octets.subarray(at, at + 1));
}
