import { type DeflateOffer, writeOffer } from '../negotiation/permessage-deflate.ts';
import {
  buildExtensionList,
  buildRequest,
  encodeLatin1,
  type NewField,
  type WebSocketUri,
} from '../wire/index.ts';
import { type ProfileName, writeProfile } from './profile.ts';

/** An opening, or what is like one but for one thing. */
export interface Variation {
  readonly target: string;
  readonly origin: string | null;
  readonly subprotocols: readonly string[];
  readonly headers: readonly NewField[];
  readonly isDeflateOffered: boolean;
  /** The client whose fields are sent; null for those that have to be sent, and no more. */
  readonly profile: ProfileName | null;
  readonly connection: string | null;
  /** Whether Upgrade is asked for at all; a plain GET else. */
  readonly isUpgrade: boolean;
  /** Octets that it has at least, by a field that nobody reads; left out, it has as many as it needs. */
  readonly length?: number;
}

const offer: DeflateOffer = { clientMaxWindowBits: true };

/**
 * Writes a request.
 *
 * @throws TypeError where a field cannot be sent
 */
export function writeRequest(uri: WebSocketUri, variation: Variation, key: string): Uint8Array {
  const { isUpgrade, target, length = 0 } = variation;
  const fields = isUpgrade ? listOpening(uri, variation, key) : listPlain(uri, variation);
  const write = (all: readonly NewField[]) => {
    const built = buildRequest({ method: 'GET', target, fields: all });
    if (!built.ok) throw new TypeError(`the ${built.field} cannot be sent: ${built.problem}`);
    return encodeLatin1(built.text);
  };
  const request = write(fields);
  const missing = length - request.length;
  return missing > 0 ? write([...fields, ['X-Padding', 'x'.repeat(Math.max(1, missing - 13))]]) : request;
}

/** The fields of an opening, in their order. */
export function listOpening(uri: WebSocketUri, variation: Variation, key: string): readonly NewField[] {
  const { profile, connection } = variation;
  const fields = profile === null ? listBare(uri, variation, key) : listOf(profile, uri, variation, key);
  return connection === null
    ? fields
    : fields.map(
        ([name, value]) => [name, name.toLowerCase() === 'connection' ? connection : value] as const,
      );
}

function listOf(
  profile: ProfileName,
  { secure, authority }: WebSocketUri,
  variation: Variation,
  key: string,
): readonly NewField[] {
  const { origin, subprotocols, headers, isDeflateOffered } = variation;
  const rest = headers.filter(([name]) => !/^origin$/i.test(name));
  const fields = writeProfile(profile, { secure, authority, origin, key, subprotocols, headers: rest });
  return isDeflateOffered ? fields : fields.filter(([name]) => !/^sec-websocket-extensions$/i.test(name));
}

function listBare({ authority }: WebSocketUri, variation: Variation, key: string): readonly NewField[] {
  const { origin, subprotocols, headers, isDeflateOffered } = variation;
  return [
    ['Host', authority],
    ['Upgrade', 'websocket'],
    ['Connection', 'Upgrade'],
    ['Sec-WebSocket-Key', key],
    ['Sec-WebSocket-Version', '13'],
    ...(origin === null ? [] : [['Origin', origin] as const]),
    ...(subprotocols.length === 0 ? [] : [['Sec-WebSocket-Protocol', subprotocols.join(', ')] as const]),
    ...(isDeflateOffered
      ? [['Sec-WebSocket-Extensions', buildExtensionList([writeOffer(offer)])] as const]
      : []),
    ...headers.filter(([name]) => !/^origin$/i.test(name)),
  ];
}

function listPlain({ authority }: WebSocketUri, { headers }: Variation): readonly NewField[] {
  return [
    ['Host', authority],
    ['Connection', 'close'],
    ['Accept', '*/*'],
    ...headers.filter(([name]) => !/^(?:origin|accept)$/i.test(name)),
  ];
}
