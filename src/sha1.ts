import { createHash } from 'node:crypto';

/** The SHA-1 that is handed to `computeAccept`: 20 octets. */
export function sha1(octets: Uint8Array): Uint8Array {
  return createHash('sha1').update(octets).digest();
}
