import fc from 'fast-check';
import { decideRequest } from '../../models/compiled/server.ts';
import { openEndpoint } from '../../src/facts/endpoint.ts';
import { readRequestHead } from '../../src/facts/request-facts.ts';
import { encodeLatin1, HeadReader } from '../../src/wire/index.ts';
import { RawPeer } from '../raw-peer.ts';
import { opening } from './serve.ts';

const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const pchar = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})";
const name = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})+";
const literal = '\\[(?:[0-9A-Fa-f:.]*|[vV][0-9A-Fa-f]+\\.[^\\[\\]/?#@]+)\\]';
const host = `(?:${name}|${literal})(?::[0-9]*)?`;
const quoted = `"(?:\\\\?[!#$%&'*+\\-.^_\`|~0-9A-Za-z])+"`;
const parameter = `[ \\t]*;[ \\t]*${token}(?:[ \\t]*=[ \\t]*(?:${token}|${quoted}))?`;

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`);
/** A list whose elements may be empty, but not all of them. */
const listOf = (element: string) =>
  new RegExp(`^[ \\t,]*${element}(?:[ \\t]*,(?:[ \\t]*${element})?)*[ \\t]*$`);

const requestLine = whole(
  `GET ((?:[Hh][Tt][Tt][Pp]://${host})?(?:/(?:${pchar}|/)*)?(?:\\?(?:${pchar}|[/?])*)?) HTTP/1\\.[1-9]`,
);
const fieldLine = new RegExp(
  `^(${token}):[ \\t]*((?:[\\t\\x20-\\x7e\\x80-\\xff]*[\\x21-\\x7e\\x80-\\xff])?)[ \\t]*$`,
);
const hostValue = whole(host);
const keyValue = whole('[A-Za-z0-9+/]{22}==');
const versionValue = whole('13');
const protocols = listOf(`${token}(?:/${token})?`);
const tokens = listOf(token);
const extensions = listOf(`${token}(?:${parameter})*`);
const noOctets = /^[ \t,]*(0+)(?:[ \t]*,(?:[ \t]*\1(?![0-9]))?)*[ \t]*$/;

/**
 * Whether octets, as Latin-1 text, begin with an opening that a server with the default limits accepts: the
 * grammar, written down a second time as one pattern for each part, and with no code of the server.
 */
export function isOpening(octets: string): boolean {
  const text = octets.replace(/^(?:\r\n)+/, '');
  const end = text.indexOf('\r\n\r\n');
  if (end < 0 || octets.length - text.length + end + 4 > 16_384) return false;
  const [line = '', ...lines] = text.slice(0, end).split('\r\n');
  const target = requestLine.exec(line)?.[1] ?? '';
  const matches = lines.map((each) => fieldLine.exec(each));
  if (target === '' || target.startsWith('?') || target.length > 8_000 || lines.length > 100) return false;
  if (matches.includes(null)) return false;
  const values = (field: string) =>
    matches.flatMap((match) => (match?.[1]?.toLowerCase() === field ? [match[2] ?? ''] : []));
  const isOnce = (field: string, pattern: RegExp) =>
    values(field).length === 1 && values(field).every((value) => pattern.test(value));
  const isList = (field: string, pattern: RegExp) => pattern.test(values(field).join(','));
  const isAbsentOr = (field: string, pattern: RegExp) => values(field).length === 0 || isList(field, pattern);
  const includes = (field: string, element: string) =>
    new RegExp(`(?:^|,)[ \\t]*${element}[ \\t]*(?:,|$)`, 'i').test(values(field).join(','));
  const hosts = [values('host')[0] ?? '', /^[a-z]+:\/\/([^/?]*)/i.exec(target)?.[1] ?? 'a'];
  return (
    isOnce('host', hostValue) &&
    hosts.every(isHost) &&
    isList('upgrade', protocols) &&
    includes('upgrade', 'websocket') &&
    isList('connection', tokens) &&
    includes('connection', 'upgrade') &&
    isOnce('sec-websocket-version', versionValue) &&
    isOnce('sec-websocket-key', keyValue) &&
    values('transfer-encoding').length === 0 &&
    isAbsentOr('content-length', noOctets) &&
    isAbsentOr('sec-websocket-protocol', tokens) &&
    isAbsentOr('sec-websocket-extensions', extensions)
  );
}

/** Whether an address in brackets is one. */
function isHost(value: string): boolean {
  return (
    !value.startsWith('[') || /^\[v/i.test(value) || URL.canParse(`http://${value.replace(/\]:.*/, ']')}`)
  );
}

const policy = {
  endpointAt: () => openEndpoint,
  fallback: openEndpoint,
  secured: false,
  targetLimit: 8_000,
  fieldLimit: 100,
};

/** What a server does with octets that arrive cut in two: it opens, refuses, or waits for more. */
export function judge(octets: string, cut = 0): 'opens' | 'refused' | 'waits' {
  const reader = new HeadReader('request', 16_384);
  reader.push(encodeLatin1(octets.slice(0, cut)));
  const progress = reader.push(encodeLatin1(octets.slice(cut)));
  if (progress.state === 'incomplete') return 'waits';
  const { verdict, status } = decideRequest(readRequestHead(progress, policy).facts, openEndpoint.choices);
  if (verdict === 'accept') return 'opens';
  if (verdict !== 'refuse' || Number(status) < 400) throw new Error(`no verdict on an opening: ${verdict}`);
  return 'refused';
}

const words = [
  ...[
    '\r\n',
    '\r',
    '\n',
    '\0',
    '\r\n\r\n',
    ' ',
    '\t',
    ',',
    ';',
    ':',
    '"',
    '\\',
    '%',
    '=',
    '\x7f',
    '\x80',
    '\xff',
  ],
  ...['Host: b\r\n', 'Upgrade: h2c\r\n', 'Connection: close\r\n', 'Content-Length: 5\r\n'],
  ...['Content-Length: 0\r\n', 'Transfer-Encoding: chunked\r\n', 'Sec-WebSocket-Version: 8\r\n', 'X: y\r\n'],
  ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n', 'Sec-WebSocket-Protocol: a, b\r\n', ' folded\r\n'],
  ...['Sec-WebSocket-Extensions: a; b=c, d; e="f"\r\n', '__proto__: a\r\n', 'constructor: a\r\n', 'HTTP/1.0'],
  ...[
    'http://a',
    'https://a',
    '*',
    'POST',
    'websocket',
    'upgrade',
    '13',
    'GET / HTTP/1.1\r\n',
    '[::1]',
    '\r\n ',
  ],
];

/** Changes a text at an offset. */
type Change = (text: string, at: number) => string;

const insert =
  (word: string): Change =>
  (text, at) =>
    text.slice(0, at) + word + text.slice(at);
const overwrite =
  (word: string): Change =>
  (text, at) =>
    text.slice(0, at) + word + text.slice(at + word.length);
const remove =
  (count: number): Change =>
  (text, at) =>
    text.slice(0, at) + text.slice(at + count);
const repeat =
  (count: number): Change =>
  (text, at) =>
    text.slice(0, at + count) + text.slice(at);
const cut: Change = (text, at) => text.slice(0, at);
const flip: Change = (text, at) => overwrite(flipCase(text.charAt(at)))(text, at);
/** Writes one of the lines once more, behind another. */
const copyLine =
  (count: number): Change =>
  (text, at) =>
    insert(`${text.split('\r\n')[count] ?? ''}\r\n`)(text, text.indexOf('\r\n', at) + 2);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...words.flatMap((word) => [insert(word), overwrite(word)])),
  fc.nat(255).map((code) => overwrite(String.fromCharCode(code))),
  fc.nat(30).map(remove),
  fc.nat(30).map(repeat),
  fc.nat(10).map(copyLine),
  fc.constantFrom(cut, flip),
);

function flipCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

const rich = opening
  .replace('/chat', '/chat?a=%20b&c')
  .replace(
    '\r\n\r\n',
    '\r\nOrigin: http://a.example\r\nSec-WebSocket-Protocol: a, b\r\n' +
      'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits, x; y="z"\r\n\r\n',
  );

/** An opening that was changed in some places; now and then it is still one. */
export const changedOpening: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(opening, rich),
    fc.array(fc.tuple(change, fc.nat()), { minLength: 1, maxLength: 4, size: 'max' }),
  )
  .map(([head, changes]) => changes.reduce((text, [apply, at]) => apply(text, at % (text.length + 1)), head));

/** Octets of any kind, as Latin-1 text. */
export const anyOctets: fc.Arbitrary<string> = fc
  .uint8Array({ maxLength: 300, size: 'max' })
  .map((octets) => String.fromCharCode(...octets));

const switching = 'HTTP/1.1 101 Switching Protocols';

/** The answers to each of many texts, sent on a connection of its own, which ends behind it; some at a time. */
export async function askAll(port: number, texts: readonly string[]): Promise<readonly string[]> {
  const answers: string[] = [];
  const left = texts.entries();
  const work = async () => {
    for (const [at, text] of left) {
      const peer = await RawPeer.connect(port, { allowHalfOpen: true });
      peer.socket.end(text, 'latin1');
      await peer.connection.until(({ text: all }) => all.includes(switching), 'a 101, or the end');
      answers[at] = peer.received;
      peer.socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: 32 }, work));
  return answers;
}
