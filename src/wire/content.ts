import { type Field, fieldValues } from './field.ts';
import { joinLines, parseTokenList, splitList } from './list.ts';
import { equalsIgnoringCase } from './token.ts';

/** How the content of a message is delimited; `none` when it has none, `octets` is never 0. */
export type Content =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly octets: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'untilClose' }
  | { readonly kind: 'malformed'; readonly what: 'length' | 'coding' | 'both'; readonly problem: string };

const NONE: Content = { kind: 'none' };
const UNTIL_CLOSE: Content = { kind: 'untilClose' };
const OTHER_CODING: Content = malform('coding', 'a transfer coding that does not end in chunked');

/**
 * The content a request announces.
 *
 * @see RFC 9112 §6.3 items 3 to 7
 */
export function requestContent(fields: readonly Field[]): Content {
  return contentOf(fieldValues(fields, 'transfer-encoding'), fieldValues(fields, 'content-length'));
}

/** The same by the values of Transfer-Encoding and Content-Length. */
export function contentOf(codings: readonly string[], lengths: readonly string[]): Content {
  return announcedContent(codings, lengths, NONE, OTHER_CODING);
}

/**
 * The content of a reply to a request that was neither HEAD nor CONNECT.
 *
 * @see RFC 9112 §6.3 items 1, 3 to 6, 8
 */
export function replyContent(status: number, fields: readonly Field[]): Content {
  if ((status >= 100 && status < 200) || status === 204 || status === 304) return NONE;
  const codings = fieldValues(fields, 'transfer-encoding');
  return announcedContent(codings, fieldValues(fields, 'content-length'), UNTIL_CLOSE, UNTIL_CLOSE);
}

// Strict: both announcements together are malformed (item 3 lets the coding override the length). The
// version is not looked at: a transfer coding in HTTP/1.0 is for the caller to refuse (§6.1).
function announcedContent(
  codings: readonly string[],
  lengths: readonly string[],
  unannounced: Content,
  otherCoding: Content,
): Content {
  if (codings.length === 0) return lengths.length > 0 ? countedContent(joinLines(lengths)) : unannounced;
  const coded = codedContent(joinLines(codings), otherCoding);
  if (lengths.length === 0 || coded.kind === 'malformed') return coded;
  return malform('both', 'both a transfer coding and a content length');
}

// Strict: a coding with parameters is malformed; no registered coding has any.
function codedContent(value: string, otherCoding: Content): Content {
  const codings = parseTokenList(value);
  if (codings === null) return malform('coding', 'a transfer coding that is no token');
  const chunked = codings.filter((coding) => equalsIgnoringCase(coding, 'chunked')).length;
  if (chunked > 1) return malform('coding', 'chunked applied more than once');
  return equalsIgnoringCase(codings.at(-1) ?? '', 'chunked') ? { kind: 'chunked' } : otherCoding;
}

// Content-Length = 1*DIGIT ; Strict: values that are repeated have to be written alike, not only be equal.
function countedContent(value: string): Content {
  const [length = '', ...others] = new Set(splitList(value));
  if (others.length > 0) return malform('length', 'content lengths that differ');
  if (!/^[0-9]+$/.test(length)) return malform('length', 'a content length that is no decimal number');
  const octets = Number(length);
  if (!Number.isSafeInteger(octets)) return malform('length', 'a content length beyond counting');
  return octets === 0 ? NONE : { kind: 'length', octets };
}

function malform(what: 'length' | 'coding' | 'both', problem: string): Content {
  return { kind: 'malformed', what, problem };
}
