import { expect, test } from 'vitest';
import type { TargetDeclaration } from '../../src/verify/judge/target.ts';
import type { Sharding } from '../../src/verify/run/shard.ts';
import type { VerifyServerOptions } from '../../src/verify/server/verify-server.ts';
import { add, answerDeflate, chooseChat } from './change-reply.ts';
import { holdServer } from './hold.ts';
import { partFor } from './part.ts';
import { type Behaviour, elementsOf, GUID, hashKey, type Request, strict } from './server.ts';

/** A server with one cause, by the words that a report says of it; null where a report must not say any. */
type Planted = readonly [
  title: string,
  behaviour: Behaviour,
  hint: string | null,
  declared?: TargetDeclaration,
];

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

const spaced = (side: (line: string) => string): Behaviour => ({
  accepts: (_key, _earlier, written) => hashKey(side(written)),
});

/** What is planted, and the part of a run that shows its cause. */
const planted: readonly (readonly [Sharding & Pick<VerifyServerOptions, 'only'>, readonly Planted[]])[] = [
  [
    {
      only: [
        'rfc6455/4.2.1/key-present',
        'rfc6455/11.3.1/key-once',
        'rfc6455/4.3/key-grammar',
        'rfc4648/3.3/alphabet',
        'rfc6455/4.2.1/key-16-octets',
        'rfc4648/3.5/pad-bits-accepted',
      ],
    },
    [
      [
        'takes a key without its padding',
        key((value) => /^[A-Za-z0-9+/]{22}=?=?$/.test(value)),
        'the server accepts a key without its base64 padding',
      ],
      [
        'hashes the key as it comes',
        key((value) => value !== ''),
        'the server requires Sec-WebSocket-Key, but does not check its value',
      ],
      [
        'decodes the key leniently',
        key((value) => Buffer.from(value, 'base64').length === 16),
        'the server decodes the key with a lenient base64 decoder, and checks only that it gives 16 octets',
      ],
      [
        'counts the characters of the key',
        key((value) => value.length === 24),
        'the server checks only the number of characters in the key',
      ],
      [
        'takes a key of any length',
        key((value) => /^(?=.)([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value)),
        'the server decodes the key as base64, but does not check that it gives 16 octets',
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
        'if a request has two keys, the server uses the last one',
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
    ],
  ],
  [
    {
      only: [
        'rfc6455/4.2.1/version-present',
        'rfc6455/11.3.5/version-once',
        'rfc6455/4.3/version-grammar',
        'rfc6455/4.2.2/version-unsupported',
        'service/9/drafts-refused',
      ],
    },
    [
      [
        'reads the version as a number of any notation',
        version((value) => Number(value) === 13),
        'the server compares the version as a number, not as text',
      ],
      [
        'reads the beginning of the version as a number',
        version((value) => Number.parseInt(value, 10) === 13),
        'the server reads the number at the beginning of the version, and ignores what follows it',
      ],
      [
        'looks for 13 in the version',
        version((value) => value.includes('13')),
        'the server accepts any version that contains 13',
      ],
      [
        'wants any version',
        { checks: { version: ({ values }) => values('sec-websocket-version').length > 0 } },
        'the server requires Sec-WebSocket-Version, but does not check its value',
      ],
      ['takes 013 for a version', version((value) => /^0?13$/.test(value)), null],
    ],
  ],
  [
    {
      only: [
        'rfc6455/4.2.1/upgrade-present',
        'rfc6455/4.2.1/upgrade-websocket',
        'rfc6455/4.2.1/upgrade-case',
        'rfc9110/7.8/upgrade-list',
        'rfc6455/4.2.1/connection-token',
        'rfc6455/4.2.1/connection-case',
        'rfc9110/5.3/split-lines',
        'rfc9110/5.6.1/empty-elements',
      ],
    },
    [
      [
        'compares Connection as a whole',
        connection((values) => values.join(', ').toLowerCase() === 'upgrade'),
        'the server compares Connection as a whole, and does not read it as a list of tokens',
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
        connection((values) =>
          elementsOf(values.slice(0, 1)).some((each) => each.toLowerCase() === 'upgrade'),
        ),
        'the server reads only the first Connection line',
      ],
      [
        'searches Connection for the word',
        connection((values) => /\bupgrade\b/i.test(values.join(', '))),
        'the server searches Connection for the word "upgrade", and does not read it as a list of tokens',
      ],
      [
        'wants any Connection',
        connection((values) => values.length > 0),
        'the server requires Connection, but does not check its value',
      ],
      [
        'compares Upgrade as a whole',
        upgrade((value) => value.toLowerCase() === 'websocket'),
        'the server compares Upgrade as a whole, and does not read it as a list of protocols',
      ],
      [
        'searches Upgrade for the word',
        upgrade((value) => /\bwebsocket\b/i.test(value)),
        'the server searches Upgrade for the word "websocket", and does not read it as a list of protocols',
      ],
    ],
  ],
  [
    {
      only: [
        'rfc6455/9.1/extension-grammar',
        'rfc6455/9.1/extension-quoted-token',
        'rfc6455/4.3/subprotocol-offer-grammar',
        'rfc6455/4.2.2/subprotocol-from-offer',
        'rfc2616/2.1/null-elements',
        'rfc9110/5.3/split-lines',
      ],
    },
    [
      [
        'looks at no extensions',
        { checks: { extensions: () => true } },
        'the server ignores Sec-WebSocket-Extensions',
      ],
      [
        'passes over malformed extensions',
        { checks: { extensions: () => true }, ...answerDeflate('permessage-deflate') },
        'the server skips the parts of Sec-WebSocket-Extensions that it cannot read',
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
        'the server ignores Sec-WebSocket-Protocol',
        {},
      ],
      [
        'passes over malformed subprotocols',
        { checks: { subprotocols: () => true } },
        'the server skips the parts of Sec-WebSocket-Protocol that it cannot read',
      ],
      [
        'looks at no subprotocols and always chooses one',
        { checks: { subprotocols: () => true }, ...chooseChat },
        null,
        { subprotocols: ['chat'] },
      ],
      [
        'looks at no extensions and always answers one',
        { checks: { extensions: () => true }, ...add('Sec-WebSocket-Extensions: permessage-deflate') },
        null,
      ],
    ],
  ],
  [
    {
      only: [
        'rfc6455/4.2.1/method-get',
        'rfc9110/9.1/method-case',
        'rfc9112/3.2/host-present',
        'rfc9112/3.2/host-once',
        'rfc9112/3.2/host-valid',
        'rfc9110/15.6.6/http-version-not-supported',
        'rfc9110/7.8/upgrade-ignored-in-http10',
        'rfc9112/2.3/version-case',
      ],
    },
    [
      ['takes any method', { checks: { method: () => true } }, 'the server does not check the method'],
      ['takes POST', { checks: { method: ({ method }) => /^(GET|POST)$/.test(method) } }, null],
      [
        'takes any version of HTTP',
        { checks: { minor: () => true, major: () => true } },
        'the server does not check the HTTP version',
      ],
      ['takes any Host', { checks: { host: () => true } }, 'the server does not check Host'],
    ],
  ],
  [
    partFor('the accept value', [
      'rfc6455/4.2.1/key-16-octets',
      'rfc9112/5.1/surrounding-space',
      'service/1/valid-request-accepted',
    ]),
    [
      [
        'hashes the space before the key',
        spaced((value) => value.trimEnd()),
        'the server also hashes the white space before the key',
      ],
      [
        'hashes the space behind the key',
        spaced((value) => value.trimStart()),
        'the server also hashes the white space after the key',
      ],
      [
        'hashes the space around the key but for one',
        spaced((value) => value.replace(/^ /, '')),
        'the server also hashes the white space around the key',
      ],
      [
        'writes the accept value in base64url',
        { accepts: (value) => hashKey(value).replaceAll('+', '-').replaceAll('/', '_') },
        'the server writes the SHA-1 hash in base64url; it must be in base64',
      ],
      [
        'capitalises the accept value, which is right at times',
        { accepts: (value) => hashKey(value).replace(/^./, (first) => first.toUpperCase()) },
        'the value is right except for letter case',
      ],
      [
        'has a typo in the GUID',
        { accepts: (value) => hashKey(value, GUID.replace('47DA', '47DB')) },
        'the server hashes the key with a GUID that has a typo',
      ],
      [
        'answers as hixie-76 has it',
        {
          says: (reply) =>
            reply
              .replace('101 Switching Protocols', '101 WebSocket Protocol Handshake')
              .replace(/Sec-WebSocket-Accept: .*/, 'Sec-WebSocket-Location: ws://127.0.0.1/chat'),
        },
        'the server answers as in the draft hixie-76, which has no Sec-WebSocket-Accept',
      ],
      [
        'leaves out the GUID and the padding in turn',
        { accepts: (value) => (value < 'a' ? hashKey(value, '') : hashKey(value).replace('=', '')) },
        null,
      ],
    ],
  ],
];

const named = planted.flatMap(([run, some]) =>
  some.map(([title, ...server]) => [title, server, run] as const),
);

test.concurrent.each(named)(
  'a server that %s is told the cause, and no other',
  async (_, [behaviour, hint, declared], run) => {
    const said = await holdServer(behaviour, declared, run);
    if (typeof said === 'string') throw new Error(said);
    expect(new Set(said.findings.map((finding) => finding.hint ?? null))).toEqual(new Set([hint]));
  },
);
