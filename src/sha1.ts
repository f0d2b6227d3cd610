import { Buffer } from 'node:buffer'; // the global is an accessor, which is called each time
import { hash } from 'node:crypto';

/** The SHA-1 that is handed to `computeAccept`: of a text of octets, in base64. */
export function sha1(text: string): string {
  return digest('sha1', text);
}

/** The hashes that are handed to a diagnosis, which tells by them what was used in the place of a SHA-1. */
export const hashes = {
  sha1,
  sha256: (text: string) => digest('sha256', text),
  md5: (text: string) => digest('md5', text),
};

function digest(algorithm: string, text: string): string {
  // A text is hashed as UTF-8, which is the same for US-ASCII alone, and saves making a Buffer.
  const isAscii = Buffer.byteLength(text) === text.length;
  return hash(algorithm, isAscii ? text : Buffer.from(text, 'latin1'), 'base64');
}
