import { compileLifecycle, run } from '../../models/compile.ts';
import type { ClientChoices, ClientOutcome, ReplyDetails } from '../../models/facts/reply.ts';
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  connection,
} from '../../models/lifecycles/connection.ts';
import { allowanceRules, permitsOutcome } from '../../models/verdict/exemption.ts';
import { type Offer, offerOf } from '../arbitraries/offer.ts';
import { type JudgedReply, ReplyReader, replyDefaults } from '../client/reply-reader.ts';
import { plainReply } from '../facts/plain-reply.ts';
import { readReplyHeadDetails } from '../facts/reply-head-details.ts';
import { readSwitch, readSwitchDetails } from '../facts/switch-facts.ts';
import { sha1 } from '../sha1.ts';
import { type Field, fieldValues } from '../wire/index.ts';
import type { Expectation, ReplySketch } from './case.ts';
import { askingFor, writeReply } from './reply.ts';

type Rules = ClientChoices['rules'];

const lifecycle = compileLifecycle<ConnectionState, ConnectionEvent, ConnectionEffect>(connection);
const outcomes: readonly ClientOutcome[] = ['opens', 'waits', 'fails', 'opensAnother'];

/** What a client makes of a reply; null where no final reply comes before the connection ends. */
export function judgeReply(octets: Uint8Array, offer: Offer, rules: Rules = 'rfc6455'): JudgedReply | null {
  const reader = new ReplyReader(offer, { ...replyDefaults, rules });
  return reader.push(octets) ?? reader.end(true);
}

/** What a right client does with a case, and why it has a choice where the row that decides leaves it none. */
export interface Prospect {
  readonly expectation: Expectation;
  readonly latitude: string | null;
  /** Whether there is a final reply. */
  readonly replies: boolean;
}

/**
 * What is expected of a client: what the row permits that decides on the reply, and what the texts leave open besides.
 *
 * @param fields those of its request. Default: it offers what the case asks for
 */
export function expectOf(
  sketch: ReplySketch,
  rules: Rules,
  fields: readonly Field[] = askingFor(sketch.subprotocols),
): Prospect {
  const offer = offerOf({ fields }, sha1);
  const octets = cut(writeReply(sketch, offer), sketch.delivery);
  const judged = judgeReply(octets, offer, rules);
  if (judged === null) return { expectation: endsAs(), latitude: null, replies: false };
  const { row, reading } = judged;
  const details: ReplyDetails = {
    ...(reading.reply
      ? readSwitchDetails(reading.reply, readSwitch({ fields }, reading.reply, sha1))
      : plainReply),
    ...readReplyHeadDetails(octets),
  };
  const permits = (outcome: ClientOutcome, decided = row, rules = allowanceRules) =>
    permitsOutcome(decided, outcome, reading.facts, details, rules);
  const isRedirect = fieldValues(reading.reply?.fields ?? [], 'location').length > 0;
  const ends = outcomes.filter((outcome) => permits(outcome)).map((outcome) => endOf(outcome, isRedirect));
  const allowed = allowanceRules.find((rule) =>
    outcomes.some((outcome) => permits(outcome, { ...row, permits: [] }, [rule])),
  );
  return {
    expectation: ends.every((end) => end === ends[0]) ? (ends[0] ?? 'either') : 'either',
    latitude: allowed?.reason ?? null,
    replies:
      (reading.reply?.status ?? 0) >= 200 || new ReplyReader(offer, replyDefaults).push(octets) !== null,
  };
}

function cut(octets: Uint8Array, delivery: ReplySketch['delivery']): Uint8Array {
  if (delivery === 'none') return octets.subarray(0, 0);
  return delivery === 'cut' ? firstHalf(octets) : octets;
}

export function firstHalf(octets: Uint8Array): Uint8Array {
  return octets.subarray(0, octets.length >> 1);
}

/** The zoo ends a connection on which a client waits; where it is sent elsewhere, it finds a reply that opens. */
function endOf(outcome: ClientOutcome, isRedirect: boolean): 'open' | 'fail' {
  if (outcome === 'opensAnother') return isRedirect ? 'open' : 'fail';
  return outcome === 'opens' ? 'open' : endsAs();
}

/** What becomes of a client whose connection ends before a final reply. */
function endsAs(): 'open' | 'fail' {
  const client = run(lifecycle, () => {});
  client.send('SOCKET_CLOSED');
  return client.state === 'open' ? 'open' : 'fail';
}
