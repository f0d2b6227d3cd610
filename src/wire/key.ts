import { endOfRun, tabulate } from './text-run.ts';

// base64-value-non-empty = (1*base64-data [ base64-padding ]) | base64-padding
// base64-data = 4base64-character
// base64-padding = (2base64-character "==") | (3base64-character "=")
const BASE64 = tabulate(/[A-Za-z0-9+/]/);
const PADDING = '==';

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
  const end = endOfRun(value, BASE64, 0);
  const padding = value.slice(end);
  if (end === 0 || value.length % 4 !== 0 || !PADDING.startsWith(padding)) return 'malformed';
  return value.length === KEY_LENGTH && padding === PADDING ? 'ok' : 'wrongLength';
}
