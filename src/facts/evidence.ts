import { type Field, type Span, splitHead } from '../wire/index.ts';

/** The fields that a guard is about, told by the first word of its name. */
const fieldsOfTopic: ReadonlyMap<string, readonly string[]> = new Map([
  ['host', ['Host']],
  ['upgrade', ['Upgrade']],
  ['connection', ['Connection']],
  ['content', ['Content-Length', 'Transfer-Encoding']],
  ['transfer', ['Transfer-Encoding']],
  ['version', ['Sec-WebSocket-Version']],
  ['key', ['Sec-WebSocket-Key']],
  ['subprotocol', ['Sec-WebSocket-Protocol']],
  ['subprotocols', ['Sec-WebSocket-Protocol']],
  ['extension', ['Sec-WebSocket-Extensions']],
  ['extensions', ['Sec-WebSocket-Extensions']],
  ['accept', ['Sec-WebSocket-Accept']],
  ['origin', ['Origin']],
]);

/** Names of the fields that a guard is about; none where it is about something else. */
export function fieldsOf(guard: string): readonly string[] {
  return fieldsOfTopic.get(topicOf(guard)) ?? [];
}

/** What of a head was read, as far as evidence can be found in it. */
export interface Evident {
  readonly head: Uint8Array;
  readonly fields: readonly Field[];
  readonly fault: { readonly span: Span } | null;
}

/** The octets of a head that make a guard hold; none where it holds because something is missing. */
export function findEvidence(guard: string, { head, fields, fault }: Evident): readonly Span[] {
  const names = fieldsOf(guard).map((name) => name.toLowerCase());
  if (names.length > 0) {
    return fields.filter(({ name }) => names.includes(name.toLowerCase())).map(({ span }) => span);
  }
  if (fault && /Malformed$/.test(guard)) return [fault.span];
  const word = wordOfStartLine.get(topicOf(guard));
  return word === undefined ? [] : spanOfWord(head, word);
}

/** Which word of the start-line a guard is about. */
const wordOfStartLine: ReadonlyMap<string, number> = new Map([
  ['method', 0],
  ['target', 1],
  ['path', 1],
  ['http', -1],
  ['status', 1],
]);

function topicOf(guard: string): string {
  return guard.replace(/[A-Z].*/, '');
}

/** The span of one word of the start-line, the HTTP version for -1, wherever that stands. */
function spanOfWord(head: Uint8Array, word: number): readonly Span[] {
  const words = [...splitHead(head).startLine.matchAll(/[^ ]+/g)];
  const match = word < 0 ? words.find(([text]) => text.startsWith('HTTP/')) : words[word];
  return match ? [{ start: match.index, end: match.index + match[0].length }] : [];
}
