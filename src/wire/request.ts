import { parseFieldLines } from './field.ts';
import { type RequestHead, splitHead } from './head.ts';
import { type Built, buildHead, type NewField, refuse } from './head-builder.ts';
import type { Parsed } from './span.ts';
import { parseRequestLine } from './start-line.ts';
import { isToken } from './token.ts';

export type { Built, NewField } from './head-builder.ts';

/**
 * Reads the head of a request, from its request line to its empty line.
 *
 * @returns the head, or its first fault; spans are octet offsets in the head.
 * @see RFC 9112 §2.1, §3, §5
 */
export function parseRequest(head: Uint8Array): Parsed<RequestHead> {
  const { startLine, text, fieldsFrom } = splitHead(head);
  const line = parseRequestLine(startLine);
  if (!line.ok) return line;
  const fields = parseFieldLines(text, fieldsFrom);
  if (!fields.ok) return fields;
  const { method, target, version } = line.value;
  return { ok: true, value: { method, target, version, fields: fields.value } };
}

/**
 * Writes an HTTP/1.1 request without content.
 *
 * @returns its text; on failure `field` is "method", "target" or the name of the field at fault.
 * @see RFC 9112 §3, §5
 */
export function buildRequest(request: {
  readonly method: string;
  readonly target: string;
  readonly fields: readonly NewField[];
}): Built {
  const { method, target, fields } = request;
  if (!isToken(method)) return refuse('method', 'it is not a token');
  const startLine = `${method} ${target} HTTP/1.1`;
  return parseRequestLine(startLine).ok
    ? buildHead(startLine, fields)
    : refuse('target', 'it is empty, or has characters other than visible ones');
}
