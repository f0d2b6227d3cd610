import type { Field } from './field.ts';
import { decodeLatin1 } from './octet.ts';
import type { RequestLine, StatusLine } from './start-line.ts';

export interface RequestHead extends RequestLine {
  readonly fields: readonly Field[];
}

export interface ReplyHead extends StatusLine {
  readonly fields: readonly Field[];
}

/** A decoded head: `fieldsFrom` is the octet offset of what follows the CRLF of the start-line. */
export interface SplitHead {
  readonly startLine: string;
  readonly text: string;
  readonly fieldsFrom: number;
}

/**
 * Parts the start-line, without its CRLF, from the field lines. Without any CRLF all of it is start-line.
 *
 * @see RFC 9112 §2.1
 */
export function splitHead(head: Uint8Array): SplitHead {
  const text = decodeLatin1(head);
  const end = text.indexOf('\r\n');
  return end < 0
    ? { startLine: text, text, fieldsFrom: text.length }
    : { startLine: text.slice(0, end), text, fieldsFrom: end + 2 };
}
