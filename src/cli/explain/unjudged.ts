import type { KnownOffer } from '../../diagnosis/index.ts';
import { answersAnyKey } from '../../wire/accept-value.ts';
import { type Field, fieldValues } from '../../wire/index.ts';

/** What nobody can judge of a 101 without more of the request, in one sentence; null where there is nothing. */
export function describeUnjudged(known: KnownOffer, reply: readonly Field[]): string | null {
  const has = (name: string) => fieldValues(reply, name).length > 0;
  const [accept] = fieldValues(reply, 'sec-websocket-accept');
  const unknown = [
    ...(known.key === null && accept !== undefined && answersAnyKey(accept)
      ? ['whether Sec-WebSocket-Accept matches the key of the request (set the key with --key)']
      : []),
    ...(known.subprotocols === null && has('sec-websocket-protocol')
      ? ['whether the client offered the subprotocol (set the offered ones with --subprotocol)']
      : []),
    ...(known.extensions === null && has('sec-websocket-extensions')
      ? ['whether the client offered the extensions (add the request to the file)']
      : []),
  ];
  return unknown.length === 0 ? null : `Not judged: ${unknown.join('; ')}.`;
}
