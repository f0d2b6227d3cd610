import type { Socket } from 'node:net';

/** Writes octets of one socket to another, and stops reading while that takes no more. */
export function passOn(from: Socket, to: Socket, octets: Uint8Array): void {
  if (to.write(octets)) return;
  from.pause();
  to.once('drain', () => from.resume());
}
