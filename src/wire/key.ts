// base64-value-non-empty = (1*base64-data [ base64-padding ]) | base64-padding
// base64-data = 4base64-character
// base64-padding = (2base64-character "==") | (3base64-character "=")
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Characters that 16 octets take in base64: five groups of four and one that ends in "==". */
const KEY_LENGTH = 24;

/**
 * What a `Sec-WebSocket-Key` is worth: `malformed` when it is not base64 in the standard alphabet with its
 * padding, `wrongLength` when it decodes to other than 16 octets.
 *
 * Lenient: the bits that padding leaves over may be set, as in the RFC's own "AQIDBAUGBwgJCgsMDQ4PEC==".
 *
 * @see RFC 6455 §4.2.1 item 5, §4.3
 */
export function classifyKey(value: string): 'ok' | 'malformed' | 'wrongLength' {
  if (value.length % 4 !== 0 || !BASE64.test(value)) return 'malformed';
  return value.length === KEY_LENGTH && value.endsWith('==') ? 'ok' : 'wrongLength';
}
