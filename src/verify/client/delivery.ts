import type { ClauseId } from '../../../models/clauses.ts';
import { canonicalReply, offerOf, writeReplyMessage } from '../../arbitraries/index.ts';
import { sha1 } from '../../sha1.ts';
import type { RequestHead } from '../../wire/index.ts';
import { observe } from '../judge/observation.ts';
import { type Scenario, scenario } from '../run/scenario.ts';
import { answerRightly } from './calibration.ts';
import type { Connector } from './connector.ts';
import { type Outcome, ping, playReply, type Reply, type Signs } from './exchange.ts';
import type { Place } from './place.ts';
import { established } from './reply-case.ts';

export interface DeliveryOptions {
  readonly connector: Connector;
  readonly place: Place;
  readonly signs: Signs;
  /** Milliseconds that one connection may take. */
  readonly timeout: number;
}

/** Milliseconds between two pieces that no client reads as one. */
const gap = 20;

/** The right 101 is sent in these ways, whole or not. */
const deliveries: readonly {
  readonly clause: ClauseId;
  readonly title: string;
  readonly outcome: Outcome;
  readonly deliver: (head: Uint8Array) => Reply;
}[] = [
  {
    ...{ clause: established, title: 'a right 101, octet by octet', outcome: 'opened' },
    deliver: (head) => ({ pieces: [...splitOctets(head), frame], isLast: false, gap: 0 }),
  },
  {
    ...{ clause: established, title: 'a right 101, and frames in a segment of their own', outcome: 'opened' },
    deliver: (head) => ({ pieces: [head, frame], isLast: false, gap }),
  },
  {
    ...{ clause: established, title: 'a right 101 in two pieces, cut within a field', outcome: 'opened' },
    deliver: (head) => ({
      pieces: [head.subarray(0, 50), join(head.subarray(50), frame)],
      isLast: false,
      gap,
    }),
  },
  {
    ...{ clause: 'rfc9112/8/incomplete-reply', title: 'the end within the head of a 101', outcome: 'failed' },
    deliver: (head) => ({ pieces: [head.subarray(0, -2)], isLast: true }),
  },
  {
    ...{ clause: 'rfc9112/8/incomplete-reply', title: 'a reset within the head of a 101', outcome: 'failed' },
    deliver: (head) => ({ pieces: [head.subarray(0, -2)], isLast: true, isReset: true }),
  },
  {
    ...{ clause: 'rfc9112/8/incomplete-reply', title: 'the end within the status line', outcome: 'failed' },
    deliver: (head) => ({ pieces: [head.subarray(0, 12)], isLast: true }),
  },
  {
    ...{
      clause: 'service/7/closed-without-response',
      title: 'the end in the place of a reply',
      outcome: 'failed',
    },
    deliver: () => ({ pieces: [], isLast: true }),
  },
  {
    ...{
      clause: 'service/7/closed-without-response',
      title: 'a reset in the place of a reply',
      outcome: 'failed',
    },
    deliver: () => ({ pieces: [], isLast: true, isReset: true }),
  },
];

const frame = Buffer.from(ping, 'latin1');

/** How a reply comes, or does not, decides nothing but whether it is whole. */
export function deliveryScenarios(options: DeliveryOptions): readonly Scenario[] {
  return deliveries.map(({ clause, title, outcome, deliver }) =>
    scenario(clause, title, async () => {
      const makeReply = (_: unknown, request: RequestHead) =>
        deliver(writeReplyMessage(canonicalReply(offerOf(request, sha1))));
      const { subprotocols } = options.connector;
      const play = { ...options, subprotocols, resource: '/chat?case=delivery' };
      const seen = await playReply(makeReply, answerRightly, play);
      return seen.outcome === 'undecided' ? [] : [observe(clause, outcome, seen.outcome)];
    }),
  );
}

function splitOctets(octets: Uint8Array): readonly Uint8Array[] {
  return Array.from(octets, (_, at) => octets.subarray(at, at + 1));
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array {
  return Buffer.concat([one, other]);
}
