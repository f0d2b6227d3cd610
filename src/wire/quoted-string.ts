import { endOfRun, tabulate } from './text-run.ts';

// qdtext = HTAB / SP / %x21 / %x23-5B / %x5D-7E / obs-text
const QDTEXT = tabulate(/[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]/);

// quoted-pair = "\" ( HTAB / SP / VCHAR / obs-text )
const QUOTABLE = /^[\t\x20-\x7e\x80-\xff]$/;

/**
 * Reads the quoted string whose opening quote is at offset `at`.
 *
 * Strict: a backslash quotes no control character (RFC 2616 §2.2 let it quote any of US-ASCII).
 *
 * @returns the unescaped text and the offset behind the closing quote; `null` when there is no such string.
 * @see RFC 9110 §5.6.4
 */
export function readQuotedString(text: string, at: number): { value: string; end: number } | null {
  if (text.charAt(at) !== '"') return null;
  const pieces: string[] = [];
  for (let from = at + 1; ; ) {
    const end = endOfRun(text, QDTEXT, from);
    pieces.push(text.slice(from, end));
    if (text.charAt(end) === '"') return { value: pieces.join(''), end: end + 1 };
    const quoted = text.charAt(end + 1);
    if (text.charAt(end) !== '\\' || !QUOTABLE.test(quoted)) return null;
    pieces.push(quoted);
    from = end + 2;
  }
}
