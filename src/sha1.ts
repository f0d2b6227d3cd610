import { hash } from 'node:crypto';

const NOT_ASCII = /[^\0-\x7f]/;

/** The SHA-1 that is handed to `computeAccept`: of a text of octets, in base64. */
export function sha1(text: string): string {
  // A text is hashed as UTF-8, which is the same for US-ASCII alone, and saves making a Buffer.
  return hash('sha1', NOT_ASCII.test(text) ? Buffer.from(text, 'latin1') : text, 'base64');
}
