import { hash } from 'node:crypto';

/** The SHA-1 that is handed to `computeAccept`: of a text of octets, in base64. */
export function sha1(text: string): string {
  return hash('sha1', Buffer.from(text, 'latin1'), 'base64');
}
