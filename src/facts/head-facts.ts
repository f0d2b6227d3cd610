import type { ReplyFacts } from '../../models/facts/reply.ts';
import {
  countFieldLines,
  parseFieldLines,
  parseStatusLine,
  type ReplyHead,
  type Span,
  type StatusLine,
  splitHead,
  unfoldLines,
} from '../wire/index.ts';
import { type KnownHead, versionOfHttp } from './request-facts.ts';

/** The facts that the head of a reply has, whoever sends it. */
export type HeadFacts = Pick<
  ReplyFacts,
  'head' | 'statusLine' | 'httpVersion' | 'fieldLines' | 'status' | 'interims'
>;

/** The head of a reply as far as it could be read. */
export interface HeadReading {
  readonly facts: HeadFacts;
  /** The octets that were read of the head. */
  readonly head: Uint8Array;
  /** With no field where one of them is malformed. */
  readonly reply: ReplyHead | null;
  readonly fault: { readonly problem: string; readonly span: Span } | null;
}

export interface HeadLimits {
  /** Field lines that a head may have. */
  readonly fieldLimit: number;
  /** Interim replies before this one, and how many may come. */
  readonly interims: number;
  readonly interimLimit: number;
}

const unread: HeadFacts = {
  head: 'complete',
  statusLine: 'unread',
  httpVersion: 'unread',
  fieldLines: 'unread',
  status: 'unread',
  interims: 'few',
};

/** Reads the head of a reply, whoever sends it. Never throws. */
export function readHead(progress: KnownHead, limits: HeadLimits): HeadReading {
  const { state, head } = progress;
  const nothing = { head, reply: null, fault: null };
  if (state === 'tooLarge') return { ...nothing, facts: { ...unread, head: 'tooLarge' } };
  const { startLine, text, fieldsFrom } = splitHead(head);
  // What is known to be wrong already stands in the last line that was begun.
  const known = state === 'malformed' ? progress : null;
  const unfolded = unfoldLines(text, fieldsFrom);
  const read = known ?? parseFieldLines(unfolded, fieldsFrom);
  const fields = 'problem' in read ? null : read.value;
  // Folded lines count, too.
  const count = fields && unfolded === text ? fields.length : countFieldLines(text, fieldsFrom);
  if (count > limits.fieldLimit) return { ...nothing, facts: { ...unread, head: 'tooManyFields' } };
  const line = parseStatusLine(startLine);
  if (!line.ok) {
    const isFirstLine = fieldsFrom === text.length;
    const fault = startsTlsAlert(head) ?? (known && isFirstLine ? known : line);
    return { ...nothing, facts: { ...unread, statusLine: 'malformed' }, fault };
  }
  const { version, status: code, reason } = line.value;
  const reply = { version, status: code, reason, fields: fields ?? [] };
  const facts = lineFacts(line.value, limits, fields ? 'ok' : 'malformed');
  return { facts, head, reply, fault: 'problem' in read ? read : null };
}

const noOctets = new Uint8Array();

/** The same for a head that somebody else has read. */
export function readParsedHead(reply: ReplyHead, limits: HeadLimits): HeadReading {
  const isTooMuch = reply.fields.length > limits.fieldLimit;
  return {
    facts: isTooMuch ? { ...unread, head: 'tooManyFields' } : lineFacts(reply, limits, 'ok'),
    head: noOctets,
    reply: isTooMuch ? null : reply,
    fault: null,
  };
}

/**
 * An endpoint of TLS answers what is none by a record of the type alert, 21. One octet has to do: reading ends
 * where no status line can come any more.
 *
 * @see RFC 8446 §5.1, §6
 */
function startsTlsAlert(head: Uint8Array): HeadReading['fault'] {
  if (head[0] !== 21) return null;
  const problem = 'a TLS alert, so the port speaks TLS: wss was expected (https of a proxy)';
  return { problem, span: { start: 0, end: 1 } };
}

/** Whether another reply follows: a status of 1xx other than 101. */
export function isInterim(status: number): boolean {
  return status !== 101 && status >= 100 && status < 200;
}

function lineFacts(
  { version, status }: StatusLine,
  { interims, interimLimit }: HeadLimits,
  fieldLines: HeadFacts['fieldLines'],
): HeadFacts {
  const isFollowed = isInterim(status);
  return {
    head: 'complete',
    fieldLines,
    statusLine: 'ok',
    httpVersion: versionOfHttp(version),
    status: status === 101 ? '101' : isFollowed ? 'interim' : 'final',
    interims: isFollowed && interims >= interimLimit ? 'tooMany' : 'few',
  };
}
