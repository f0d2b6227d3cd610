import { replyContent } from './content.ts';
import { type Field, fieldValues, isFieldValue, parseFieldLines } from './field.ts';
import { type ReplyHead, splitHead } from './head.ts';
import { type Built, buildHead, type NewField, refuse } from './head-builder.ts';
import { unfoldLines } from './obs-fold.ts';
import { encodeUtf8 } from './octet.ts';
import type { Parsed } from './span.ts';
import { parseStatusLine } from './start-line.ts';
import { equalsIgnoringCase } from './token.ts';

export type { Built, NewField } from './head-builder.ts';

const FRAMING = ['Content-Length', 'Transfer-Encoding'];

/**
 * Reads the head of a reply, from its status line to its empty line; content behind it is not looked at.
 *
 * @returns the head, or its first fault; spans are octet offsets in the head.
 * @see RFC 9112 §2.1, §4, §5
 */
export function parseReply(head: Uint8Array): Parsed<ReplyHead> {
  const { startLine, text, fieldsFrom } = splitHead(head);
  const line = parseStatusLine(startLine);
  if (!line.ok) return line;
  const fields = parseFieldLines(unfoldLines(text, fieldsFrom), fieldsFrom);
  if (!fields.ok) return fields;
  const { version, status, reason } = line.value;
  return { ok: true, value: { version, status, reason, fields: fields.value } };
}

/**
 * Writes an HTTP/1.1 reply. A body is sent as UTF-8 text, with the Content-Length it takes, and as plain text
 * where no Content-Type is given; the given fields may then have no framing of their own.
 *
 * @returns its text, body included; on failure `field` is "status", "reason", "body" or the name of the
 *   field at fault.
 * @see RFC 9112 §4, §5, §6
 */
export function buildReply(reply: {
  readonly status: number;
  readonly reason: string;
  readonly fields: readonly NewField[];
  readonly body?: string;
}): Built {
  const { status, reason, fields, body } = reply;
  if (!Number.isInteger(status) || status < 100 || status > 999) {
    return refuse('status', 'it is not a number of three digits');
  }
  if (!isFieldValue(reason)) {
    return refuse('reason', 'it has a control character, or a character beyond 8 bits');
  }
  // The space after the status is sent without a reason too (§4).
  const startLine = `HTTP/1.1 ${status} ${reason}`;
  return body === undefined
    ? buildHead(startLine, fields)
    : buildWithBody(startLine, status, fields, encodeUtf8(body));
}

function buildWithBody(startLine: string, status: number, fields: readonly NewField[], body: string): Built {
  if (replyContent(status, []).kind === 'none')
    return refuse('body', 'a reply with this status has no content');
  const given = fields.find(([name]) => FRAMING.some((framing) => equalsIgnoringCase(name, framing)));
  if (given !== undefined) return refuse(given[0], 'this field is added together with the body');
  const isTyped = fields.some(([name]) => equalsIgnoringCase(name, 'Content-Type'));
  const type: readonly NewField[] = isTyped ? [] : [['Content-Type', 'text/plain; charset=utf-8']];
  const head = buildHead(startLine, [...fields, ...type, ['Content-Length', String(body.length)]]);
  return head.ok ? { ok: true, text: head.text + body } : head;
}

/**
 * The values of `Set-Cookie`, in order; they are never combined into a list.
 *
 * @see RFC 9110 §5.3
 */
export function setCookies(fields: readonly Pick<Field, 'name' | 'value'>[]): readonly string[] {
  return fieldValues(fields, 'set-cookie');
}
