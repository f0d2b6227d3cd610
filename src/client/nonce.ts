import { randomFillSync } from 'node:crypto';

/** Octets of a nonce. */
const length = 16;

/** Many are drawn at once: a call of the system's generator costs as much as for one. */
const drawn = Buffer.alloc(256 * length);
let used = drawn.length;

/**
 * The value of a Sec-WebSocket-Key: 16 octets that were chosen at random for this handshake, in base64.
 *
 * @see RFC 6455 §4.1 item 7
 */
export function drawKey(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += length;
  return drawn.toString('base64', used - length, used);
}
