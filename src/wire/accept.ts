import { decodeLatin1, encodeLatin1 } from './octet.ts';

/** SHA-1 as the platform has it: any octets to 20 octets. */
export type Sha1 = (octets: Uint8Array) => Uint8Array;

/** @see RFC 6455 §1.3 */
export const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/**
 * The `Sec-WebSocket-Accept` that answers a key: base64 of the SHA-1 of the key and the GUID.
 *
 * @param key the key as sent, without the white space around it; it is not decoded.
 * @see RFC 6455 §4.2.2 item 5.4
 */
export function computeAccept(key: string, sha1: Sha1): string {
  return btoa(decodeLatin1(sha1(encodeLatin1(key + GUID))));
}
