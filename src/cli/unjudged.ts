import type { KnownOffer } from '../diagnosis/index.ts';
import { answersAnyKey } from '../wire/accept-value.ts';
import { type Field, fieldValues } from '../wire/index.ts';

/** What nobody can judge of a 101 without more of the request, in one sentence; null where there is nothing. */
export function describeUnjudged(known: KnownOffer, reply: readonly Field[]): string | null {
  const has = (name: string) => fieldValues(reply, name).length > 0;
  const [accept] = fieldValues(reply, 'sec-websocket-accept');
  const unknown = [
    ...(known.key === null && accept !== undefined && answersAnyKey(accept)
      ? ['whether Sec-WebSocket-Accept belongs to the key of the request (--key gives it)']
      : []),
    ...(known.subprotocols === null && has('sec-websocket-protocol')
      ? ['whether the subprotocol was offered (--subprotocol gives those that were)']
      : []),
    ...(known.extensions === null && has('sec-websocket-extensions')
      ? ['whether the extensions were offered (the request itself tells)']
      : []),
  ];
  return unknown.length === 0 ? null : `Not judged: ${unknown.join('; ')}.`;
}
