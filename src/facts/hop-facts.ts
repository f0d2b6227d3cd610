import type { HopFacts } from '../../models/vocabulary.ts';
import { type Field, fieldValues, parseReply, parseRequest } from '../wire/index.ts';
import { includesUpgrade, includesWebSocket } from './request-facts.ts';

/** One handshake as it was seen before and behind an intermediary; null for what never came. */
export interface HopSight {
  /** Octets of the request's head that the client sent, and that the backend received. */
  readonly sent: Uint8Array;
  readonly arrived: Uint8Array | null;
  /** Octets of the reply's head that the backend sent, and that the client received. */
  readonly replied: Uint8Array | null;
  readonly returned: Uint8Array | null;
  /** Whether the connection outlived the pause between two pings; null if it never opened. */
  readonly outlived: boolean | null;
}

/** Fields of a reply that a client compares; an intermediary may add others, such as Via. */
const comparedFields = [
  'upgrade',
  'connection',
  'sec-websocket-accept',
  'sec-websocket-protocol',
  'sec-websocket-extensions',
];

/** What a hop did, told by the difference between what went in and what came out. Never throws. */
export function readHop(sight: HopSight): HopFacts {
  const sent = parseRequest(sight.sent);
  const arrived = sight.arrived === null ? null : parseRequest(sight.arrived);
  const idle = sight.outlived === null ? 'unseen' : sight.outlived ? 'outlived' : 'ended';
  const reply = replyFact(sight);
  if (!arrived?.ok || !sent.ok) {
    return { reply, backendHttp: 'unseen', upgrade: 'unseen', connection: 'unseen', host: 'unseen', idle };
  }
  const { fields, version } = arrived.value;
  const hasUpgrade = includesWebSocket(fieldValues(fields, 'upgrade'));
  return {
    reply,
    backendHttp: version.minor === 0 ? '1.0' : '1.1',
    upgrade: hasUpgrade ? 'passed' : 'stripped',
    connection: includesUpgrade(fieldValues(fields, 'connection')) ? 'set' : 'unset',
    host: isSame(sent.value.fields, fields, 'host') ? 'kept' : 'rewritten',
    idle,
  };
}

function replyFact({ replied, returned }: HopSight): HopFacts['reply'] {
  if (returned === null) return 'none';
  const before = replied === null ? null : parseReply(replied);
  const after = parseReply(returned);
  if (!before?.ok || !after.ok || before.value.status !== after.value.status) return 'altered';
  const kept = comparedFields.every((name) => isSame(before.value.fields, after.value.fields, name));
  return kept ? 'relayed' : 'altered';
}

function isSame(before: readonly Field[], after: readonly Field[], name: string): boolean {
  return fieldValues(before, name).join(',') === fieldValues(after, name).join(',');
}
