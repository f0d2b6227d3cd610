/** SHA-1 as the platform has it: a text of octets (U+0000 to U+00FF) to its digest in base64. */
export type Sha1 = (text: string) => string;

/** @see RFC 6455 §1.3 */
export const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/**
 * The `Sec-WebSocket-Accept` that answers a key: base64 of the SHA-1 of the key and the GUID.
 *
 * @param key the key as sent, without the white space around it; it is not decoded.
 * @see RFC 6455 §4.2.2 item 5.4
 */
export function computeAccept(key: string, sha1: Sha1): string {
  return sha1(key + GUID);
}
