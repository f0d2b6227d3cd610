import type { OfferedTerms } from '../facts/reply-facts.ts';
import { answersAnyKey } from '../wire/accept-value.ts';
import {
  buildExtensionList,
  computeAccept,
  type Extension,
  encodeLatin1,
  type Field,
  fieldValues,
  joinLines,
  type NewField,
  parseExtensionList,
  type Sha1,
  splitList,
} from '../wire/index.ts';

/** What is known of the request that a reply answers; null is unknown. */
export interface KnownOffer {
  /** The value of its Sec-WebSocket-Key. */
  readonly key: string | null;
  readonly subprotocols: readonly string[] | null;
  readonly extensions: readonly Extension[] | null;
}

/** What the fields of a request offer. */
export function readKnownOffer(fields: readonly Field[]): KnownOffer {
  const [key = null, ...others] = fieldValues(fields, 'sec-websocket-key');
  return {
    key: others.length > 0 ? null : key,
    subprotocols: splitList(joinLines(fieldValues(fields, 'sec-websocket-protocol'))),
    extensions: readExtensions(fields),
  };
}

/** What is known, and for what is not the offer that fits the reply best: it is to be blamed for nothing unknown. */
export function completeOffer(known: KnownOffer, reply: readonly Field[], sha1: Sha1): OfferedTerms {
  const [given = ''] = fieldValues(reply, 'sec-websocket-accept');
  return {
    accept: known.key === null ? (answersAnyKey(given) ? given : '') : computeAccept(known.key, sha1),
    subprotocols: known.subprotocols ?? fieldValues(reply, 'sec-websocket-protocol'),
    extensions: known.extensions ?? readExtensions(reply) ?? [],
  };
}

/**
 * Octets of a request that offers what is known, and whatever the reply has taken of what is not; none where nothing is
 * known.
 *
 * @param reply fields of the reply
 */
export function writeOffer(known: KnownOffer, reply: readonly Field[]): Uint8Array {
  const { key, subprotocols, extensions } = known;
  if (key === null && subprotocols === null && extensions === null) return new Uint8Array();
  const names = subprotocols ?? fieldValues(reply, 'sec-websocket-protocol');
  const offered = extensions ?? readExtensions(reply) ?? [];
  const fields: readonly NewField[] = [
    ['Host', 'a'],
    ...(key === null ? [] : [['Sec-WebSocket-Key', key] as const]),
    ...(names.length === 0 ? [] : [['Sec-WebSocket-Protocol', names.join(', ')] as const]),
    ...(offered.length === 0 ? [] : [['Sec-WebSocket-Extensions', buildExtensionList(offered)] as const]),
  ];
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  return encodeLatin1(`GET / HTTP/1.1\r\n${lines.join('')}\r\n`);
}

/** None where there is no such field; null where it is malformed. */
export function readExtensions(fields: readonly Field[]): readonly Extension[] | null {
  const lines = fieldValues(fields, 'sec-websocket-extensions');
  if (lines.length === 0) return [];
  const parsed = parseExtensionList(joinLines(lines));
  return parsed.ok ? parsed.value : null;
}
