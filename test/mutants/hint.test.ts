import { expect, test } from 'vitest';
import type { TargetOptions } from '../../src/verify/judge/target.ts';
import { holdServer } from './hold.ts';
import { type Behaviour, elementsOf, GUID, hashKey, type Request, strict } from './server.ts';

/** A server with one cause, by the words that a report says of it; null where a report must not say any. */
type Planted = readonly [title: string, behaviour: Behaviour, hint: string | null, declared?: TargetOptions];

const valuesOf = (name: string, holds: (values: readonly string[]) => boolean) => (request: Request) =>
  holds(request.values(name));
const key = (holds: (key: string) => boolean): Behaviour => ({
  checks: {
    key: valuesOf('sec-websocket-key', ([first = '', ...others]) => others.length === 0 && holds(first)),
  },
});
const connection = (holds: (values: readonly string[]) => boolean): Behaviour => ({
  checks: { connection: valuesOf('connection', holds) },
});
const upgrade = (holds: (value: string) => boolean): Behaviour => ({
  checks: { upgrade: valuesOf('upgrade', (values) => holds(values.join(', '))) },
});
const version = (holds: (value: string) => boolean): Behaviour => ({
  checks: { version: valuesOf('sec-websocket-version', (values) => holds(values.join(', '))) },
});

/** Answers permessage-deflate where a list, read by commas alone, has it. */
const deflates: Behaviour = {
  says: (reply, refused, request) =>
    refused === null &&
    elementsOf(request?.values('sec-websocket-extensions') ?? []).includes('permessage-deflate')
      ? reply.replace('\r\n\r\n', '\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n')
      : reply,
};

const spaced = (side: (line: string) => string): Behaviour => ({
  accepts: (_key, _earlier, written) => hashKey(side(written)),
});

const planted: readonly Planted[] = [
  // The key.
  [
    'takes a key without its padding',
    key((value) => /^[A-Za-z0-9+/]{22}=?=?$/.test(value)),
    'the padding of the key is optional',
  ],
  [
    'hashes the key as it comes',
    key((value) => value !== ''),
    'Sec-WebSocket-Key has to be there, and what it says is not looked at',
  ],
  [
    'decodes the key leniently',
    key((value) => Buffer.from(value, 'base64').length === 16),
    'the key is read by a lenient decoder, and has to give 16 octets',
  ],
  [
    'counts the characters of the key',
    key((value) => value.length === 24),
    'the characters of the key are counted, and not looked at',
  ],
  [
    'takes a key of any length',
    key((value) => /^(?=.)([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value)),
    'the key is read as base64, and its octets are not counted',
  ],
  [
    'takes a key without padding or in quotes',
    key((value) => /^"?[A-Za-z0-9+/]{22}(==)?"?$/.test(value)),
    null,
  ],
  [
    'takes the last of two keys',
    {
      checks: {
        key: valuesOf('sec-websocket-key', (values) => /^[\w+/]{22}==$/.test(values.at(-1) ?? '')),
      },
    },
    'of two keys the last is taken',
  ],
  [
    'looks at the beginning of all keys together',
    {
      checks: {
        key: valuesOf('sec-websocket-key', (values) => /^[A-Za-z0-9+/]{22}==/.test(values.join(', '))),
      },
    },
    null,
  ],
  // The version.
  [
    'reads the version as a number of any notation',
    version((value) => Number(value) === 13),
    'the version is read as a number',
  ],
  [
    'reads the beginning of the version as a number',
    version((value) => Number.parseInt(value, 10) === 13),
    'the version is read as a number, whatever follows it',
  ],
  [
    'looks for 13 in the version',
    version((value) => value.includes('13')),
    'the version is looked for as a part of the text',
  ],
  [
    'wants any version',
    { checks: { version: ({ values }) => values('sec-websocket-version').length > 0 } },
    'Sec-WebSocket-Version has to be there, and what it says is not looked at',
  ],
  ['takes 013 for a version', version((value) => /^0?13$/.test(value)), null],
  // Connection and Upgrade.
  [
    'compares Connection as a whole',
    connection((values) => values.join(', ').toLowerCase() === 'upgrade'),
    'Connection is compared as a whole, and not read as a list of tokens',
  ],
  [
    'refuses one odd list in Connection alone',
    connection(
      (values) =>
        values.join(', ') !== 'keep-alive,Upgrade' &&
        elementsOf(values).some((each) => each.toLowerCase() === 'upgrade') &&
        elementsOf(values).every((each) => /^[\w-]+$/.test(each)),
    ),
    null,
  ],
  [
    'refuses two lines of Connection',
    connection(
      (values) =>
        values.length === 1 &&
        elementsOf(values).some((each) => each.toLowerCase() === 'upgrade') &&
        elementsOf(values).every((each) => /^[\w-]+$/.test(each)),
    ),
    null,
  ],
  [
    'reads the first line of Connection alone',
    connection((values) => elementsOf(values.slice(0, 1)).some((each) => each.toLowerCase() === 'upgrade')),
    'Connection is read from the first of its lines alone',
  ],
  [
    'searches Connection for the word',
    connection((values) => /\bupgrade\b/i.test(values.join(', '))),
    'Connection is searched for the word, and not read as a list of tokens',
  ],
  [
    'wants any Connection',
    connection((values) => values.length > 0),
    'Connection has to be there, and what it says is not looked at',
  ],
  [
    'compares Upgrade as a whole',
    upgrade((value) => value.toLowerCase() === 'websocket'),
    'Upgrade is compared as a whole, and not read as a list',
  ],
  [
    'searches Upgrade for the word',
    upgrade((value) => /\bwebsocket\b/i.test(value)),
    'Upgrade is searched for the word, and not read as a list of protocols',
  ],
  // What is offered.
  [
    'looks at no extensions',
    { checks: { extensions: () => true } },
    'whatever Sec-WebSocket-Extensions says makes no difference',
  ],
  [
    'passes over malformed extensions',
    { checks: { extensions: () => true }, ...deflates },
    'what cannot be read of Sec-WebSocket-Extensions is passed over',
  ],
  [
    'takes some malformed extensions',
    {
      checks: {
        extensions: (request) =>
          strict.extensions(request) || /;$/.test(request.values('sec-websocket-extensions').join()),
      },
    },
    null,
  ],
  [
    'looks at no subprotocols',
    { checks: { subprotocols: () => true }, supports: [] },
    'whatever Sec-WebSocket-Protocol says makes no difference',
    {},
  ],
  [
    'passes over malformed subprotocols',
    { checks: { subprotocols: () => true } },
    'what cannot be read of Sec-WebSocket-Protocol is passed over',
  ],
  [
    'looks at no subprotocols and always chooses one',
    {
      checks: { subprotocols: () => true },
      says: (reply, refused) =>
        refused === null
          ? reply.replace(
              /\r\n(Sec-WebSocket-Protocol: .*\r\n)?\r\n$/,
              '\r\nSec-WebSocket-Protocol: chat\r\n\r\n',
            )
          : reply,
    },
    null,
    { subprotocols: ['chat'] },
  ],
  [
    'looks at no extensions and always answers one',
    {
      checks: { extensions: () => true },
      says: (reply, refused) =>
        refused === null
          ? reply.replace('\r\n\r\n', '\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n')
          : reply,
    },
    null,
  ],
  // What HTTP has.
  ['takes any method', { checks: { method: () => true } }, 'the method is not looked at'],
  ['takes POST', { checks: { method: ({ method }) => /^(GET|POST)$/.test(method) } }, null],
  [
    'takes any version of HTTP',
    { checks: { minor: () => true, major: () => true } },
    'the version of HTTP is not looked at',
  ],
  ['takes any Host', { checks: { host: () => true } }, 'Host is not looked at'],
  // The accept value.
  [
    'hashes the space before the key',
    spaced((value) => value.trimEnd()),
    'the white space before the key is hashed as well',
  ],
  [
    'hashes the space behind the key',
    spaced((value) => value.trimStart()),
    'the white space behind the key is hashed as well',
  ],
  [
    'hashes the space around the key but for one',
    spaced((value) => value.replace(/^ /, '')),
    'the white space around the key is hashed as well',
  ],
  [
    'writes the accept value in base64url',
    { accepts: (value) => hashKey(value).replaceAll('+', '-').replaceAll('/', '_') },
    'the SHA-1 is written in base64url',
  ],
  [
    'has a typo in the GUID',
    { accepts: (value) => hashKey(value, GUID.replace('47DA', '47DB')) },
    'the GUID has a typo',
  ],
  [
    'answers as hixie-76 has it',
    {
      says: (reply) =>
        reply
          .replace('101 Switching Protocols', '101 WebSocket Protocol Handshake')
          .replace(/Sec-WebSocket-Accept: .*/, 'Sec-WebSocket-Location: ws://127.0.0.1/chat'),
    },
    'the reply is that of the draft hixie-76, which had no Sec-WebSocket-Accept',
  ],
  [
    'leaves out the GUID and the padding in turn',
    { accepts: (value) => (value < 'a' ? hashKey(value, '') : hashKey(value).replace('=', '')) },
    null,
  ],
];

const named = planted.map(([title, ...server]) => [title, server] as const);

test.each(named)(
  'a server that %s is told the cause, and no other',
  async (_, [behaviour, hint, declared]) => {
    const said = await holdServer(behaviour, declared);
    if (typeof said === 'string') throw new Error(said);
    expect(new Set(said.findings.map((finding) => finding.hint ?? null))).toEqual(new Set([hint]));
  },
);
