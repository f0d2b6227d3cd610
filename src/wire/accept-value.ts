// 20 octets: six groups of four, and one whose last character has no more than four bits to tell
const ACCEPT = /^[A-Za-z0-9+/]{26}[AEIMQUYcgkosw048]=$/;

/**
 * Whether a value answers any key at all: whether it is what base64 makes of the 20 octets of a SHA-1.
 *
 * @see RFC 6455 §4.2.2 item 5.4
 */
export function answersAnyKey(accept: string): boolean {
  return ACCEPT.test(accept);
}
