import { encodeLatin1, equalsIgnoringCase, fieldValues } from '../wire/index.ts';
import { encodeUtf8 } from '../wire/octet.ts';
import {
  extendedConnect,
  isExtendedConnect,
  type Listed,
  tellSecure,
  writeReply,
  writeRequest,
} from './listed.ts';
import type { PasteReading } from './paste.ts';

type Json = Readonly<Record<string, unknown>>;

/** Whether a text is JSON, or was meant to be. */
export function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

/**
 * The opening handshake of an HTTP archive, or of one of its entries: where there are several, the first that got no
 * 101, or else the first.
 *
 * @param text one character for each octet, of UTF-8
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export function readHar(text: string): PasteReading {
  const entries = readEntries(text);
  if (entries === null)
    return {
      problem: 'this is JSON, but not an HTTP archive: log.entries, or an entry with a request, was expected',
    };
  const openings = entries.length === 1 ? entries : entries.filter(isOpening);
  const failed = openings.find((entry) => statusOf(entry) !== 101);
  const entry = failed ?? openings[0];
  if (!entry) return { problem: `none of the ${entries.length} requests in the archive opens a WebSocket` };
  const which = failed ? 'the first that got no 101' : 'the first';
  const several =
    openings.length > 1 ? [`The archive has ${openings.length} openings: ${which} is judged.`] : [];
  return readEntry(entry, several);
}

function readEntry(entry: Json, notes: readonly string[]): PasteReading {
  const [sent, came] = [readRecord(entry['request']), readRecord(entry['response'])];
  const [asked, answered] = [readFields(sent), readFields(came)];
  if (isExtendedConnect(asked)) return { problem: extendedConnect };
  const request = isRecorded(entry, asked)
    ? writeRequest({
        ...asked,
        method: readText(sent['method']),
        url: readText(sent['url']),
        version: readText(sent['httpVersion']),
      })
    : {
        text: null,
        notes: ['The browser kept no Sec-WebSocket-Key: what it really sent is not in the archive.'],
      };
  const status = statusOf(entry);
  const line = `${status} ${readText(came['statusText']) ?? ''}`;
  const reply =
    status > 0
      ? writeReply({ ...answered, status: line, version: readText(came['httpVersion']) })
      : { text: null, notes: ['The archive has no reply: the browser got none, or kept none.'] };
  const [first, second] = [request.text, reply.text].map((text) => text && encodeUtf8(text));
  return {
    request: first ?? null,
    reply: second ?? null,
    notes: [...new Set([...notes, ...request.notes, ...reply.notes])],
    ...tellSecure(readText(sent['url'])),
  };
}

function readEntries(text: string): readonly Json[] | null {
  const root = readRecord(parseJson(text));
  const entries = readRecord(root['log'])['entries'];
  if (Array.isArray(entries)) return entries.map(readRecord);
  return 'request' in root ? [root] : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(encodeLatin1(text)));
  } catch {
    return null;
  }
}

function isOpening(entry: Json): boolean {
  const request = readRecord(entry['request']);
  const upgrades = fieldValues(readFields(request).fields, 'upgrade');
  return (
    isOfWebSocket(entry) ||
    /^wss?:/i.test(readText(request['url']) ?? '') ||
    upgrades.some((value) => equalsIgnoringCase(value, 'websocket'))
  );
}

/** Browsers say so in fields of their own. */
function isOfWebSocket(entry: Json): boolean {
  return entry['_resourceType'] === 'websocket' || Array.isArray(entry['_webSocketMessages']);
}

/** Every browser sends a key: where none is listed, the fields are what was meant to be sent, and not what was. */
function isRecorded(entry: Json, { fields }: Listed): boolean {
  return !isOfWebSocket(entry) || fieldValues(fields, 'sec-websocket-key').length > 0;
}

function statusOf(entry: Json): number {
  const status = readRecord(entry['response'])['status'];
  return typeof status === 'number' ? status : 0;
}

function readFields(message: Json): Listed {
  const headers = Array.isArray(message['headers']) ? message['headers'].map(readRecord) : [];
  const fields = headers.map(({ name, value }) => ({
    name: readText(name) ?? '',
    value: readText(value) ?? '',
  }));
  return { fields };
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function readRecord(value: unknown): Json {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
