import { endOfHead, settleLineEnds } from './line-end.ts';
import type { Found } from './paste.ts';

const STATUS_LINE = /^(?:\r?\n)*(?=HTTP\/)/;

/** Whether a text begins as a request or a reply does. */
export function isOctets(text: string): boolean {
  return /^(?:\r?\n)*(?:HTTP\/|\S+ +\S+ +HTTP\/)/.test(text);
}

/** Octets as they are: of a reply where they begin as one, of a request otherwise. */
export function readExactly(text: string): Found {
  const isReply = text.startsWith('HTTP/');
  return { request: isReply ? null : text, reply: isReply ? text : null, notes: [] };
}

/** A message as it is on the wire, but for what an editor does to line ends; a reply may follow a request. */
export function readOctets(text: string): Found {
  if (STATUS_LINE.test(text)) {
    return settle({ request: null, reply: text.replace(STATUS_LINE, ''), notes: [] });
  }
  const end = endOfHead(text);
  const rest = text.slice(end);
  return STATUS_LINE.test(rest)
    ? settle({ request: text.slice(0, end), reply: rest.replace(STATUS_LINE, ''), notes: [] })
    : settle({ request: text, reply: null, notes: [] });
}

const HTTP2_REQUEST = /^(\S+ \S+ )HTTP\/[23](?=\r?\n)/;
const HTTP2_REPLY = /^HTTP\/[23](?= \d)/;

/** Line ends, and start-lines that no wire has: tools write those of HTTP/2 and HTTP/3 so. */
export function settle(found: Found): Found {
  const { request, reply, notes } = settleLineEnds(found);
  const older = {
    request: request?.replace(HTTP2_REQUEST, '$1HTTP/1.1') ?? null,
    reply: reply?.replace(HTTP2_REPLY, 'HTTP/1.1') ?? null,
  };
  const isNewer = older.request !== request || older.reply !== reply;
  return { ...older, notes: isNewer ? [...notes, newer] : notes };
}

/** Said where a message is written in another version than its own. */
export const newer =
  'It was sent by HTTP/2 or later, which has no Upgrade: it is judged as it would stand in HTTP/1.1.';
