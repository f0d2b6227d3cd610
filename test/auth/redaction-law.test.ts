import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactField, redactHead, redactTarget } from '../../src/auth/redaction.ts';
import { decodeLatin1, encodeLatin1 } from '../../src/wire/index.ts';
import { runs } from '../property.ts';

const often = { seed: 20_261_121, numRuns: runs(125, 500) };

const decodedHead = (head: string) => decodeLatin1(redactHead(encodeLatin1(head)));

/** Heads with one secret, which stands where the § is. */
const heads = [
  'GET /?token=§ HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /@a?b=1&%41ccess_token=§&d=2 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /?token=§\r\nHost: a\r\n\r\n',
  'GET /?token=§',
  '/?token=§',
  'ws://§@a/',
  'GET ws://§@a/?b=1 HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nAuthorization: Bearer §\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\nauthorization : Basic §\nHost: a\n\n',
  'GET / HTTP/1.1\r\nAuthorization:\r\n Bearer\r\n\t§\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nProxy-Authorization: §\r\n\r\n',
  'GET / HTTP/1.1\r\nCookie: a=§; c=\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nCookie: a=;\r\n b=§\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nCookie: §',
  'HTTP/1.1 200 OK\r\nSet-Cookie: a=§; Path=/; HttpOnly\r\n\r\n',
  'HTTP/1.1 302 Found\r\nLocation: ws://a/b?ticket=§&c=1\r\n\r\n',
  'GET / HTTP/1.1\r\nX-API-Key:§\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nX-API-Key §\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nA: b\r\n X-API-Key\t: §\r\n\r\n',
  'GET / HTTP/1.1\r\nSec-WebSocket-Protocol: chat, bearer.§, superchat\r\n\r\n',
];

/** Places that have no delimiter besides white space, or one alone. */
const openPlaces = [
  ['GET / HTTP/1.1\r\nX-API-Key: §\r\n\r\n', ''],
  ['GET / HTTP/1.1\r\nX-Auth-Token: §\r\n\r\n', ''],
  ['GET / HTTP/1.1\r\nAuthorization: Bearer §\r\n\r\n', ''],
  ['GET /?token=§ HTTP/1.1\r\n\r\n', '&'],
  ['GET / HTTP/1.1\r\nReferer: http://a/?token=§\r\n\r\n', '&'],
  ['GET / HTTP/1.1\r\nCookie: a=§; b=\r\n\r\n', ';'],
  ['GET / HTTP/1.1\r\nSec-WebSocket-Protocol: bearer.§, chat\r\n\r\n', ','],
  ['GET ws://§@a/ HTTP/1.1\r\n\r\n', '/\\?#'],
] as const;

function holdsFor(head: string, secret: fc.Arbitrary<string>): void {
  const property = fc.property(secret, (text) => {
    expect(decodedHead(head.replace('§', () => text))).toBe(head.replace('§', '*'.repeat(text.length)));
  });
  fc.assert(property, often);
}

describe('a secret never stands in the output, and nothing else changes', () => {
  test.each(heads)('%j', (head) => {
    holdsFor(head, fc.string({ unit: fc.constantFrom(...'aZ09-._~+%!\xe9'), minLength: 1 }));
  });

  test.each(openPlaces)('%j: any octet but white space and %j', (head, delimiters) => {
    const octets = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code));
    const unit = fc.constantFrom(...octets.filter((octet) => !`\t\r\n ${delimiters}`.includes(octet)));
    holdsFor(head, fc.string({ unit, minLength: 1, maxLength: 40 }));
  });
});

/** What heads are made of, in any order. */
const words = [
  ...['GET', ' HTTP/1.1', 'Host', 'Cookie', 'Set-Cookie', 'Authorization', 'Location', 'X-API-Key'],
  ...[
    'Sec-WebSocket-Protocol',
    'token',
    'bearer.',
    'eyJ.',
    'ws:',
    '//',
    ...'\r\n\t :=;,?&#@/\\."%+*[]a1\0\xff',
  ],
  '\r\n',
];
const messyText = fc.array(fc.constantFrom(...words), { maxLength: 25 }).map((all) => all.join(''));
const anyHead = fc.oneof(
  fc.uint8Array({ maxLength: 100 }),
  messyText.map(encodeLatin1),
  fc
    .tuple(fc.constantFrom(...heads), messyText)
    .map(([head, secret]) => encodeLatin1(head.replace('§', () => secret))),
);

const thorough = { ...often, numRuns: runs(500, 5_000) };

describe('of any octets', () => {
  test('a head keeps its length; what changes is no white space and becomes *', () => {
    const property = fc.property(anyHead, (head) => {
      const redacted = redactHead(head);
      const changed = [...head].filter((octet, at) => redacted[at] !== octet);
      const became = redacted.filter((octet, at) => octet !== head[at]);
      expect(redacted.length).toBe(head.length);
      expect(decodeLatin1(Uint8Array.from(changed))).toMatch(/^[^\r\n\t ]*$/);
      expect(decodeLatin1(became)).toMatch(/^\**$/);
    });
    fc.assert(property, thorough);
  });

  test('a redacted head is redacted', () => {
    const property = fc.property(anyHead, (head) => {
      const redacted = redactHead(head);
      expect(redactHead(redacted)).toEqual(redacted);
    });
    fc.assert(property, { ...thorough, examples: [[encodeLatin1('GET /?token=\nws:@ HTTP/1.1')]] });
  });

  const text = fc.oneof(messyText, fc.string({ unit: 'binary' }));

  test('a redacted target is redacted', () => {
    const property = fc.property(text, (target) => {
      const redacted = redactTarget(target);
      expect(redactTarget(redacted)).toBe(redacted);
    });
    fc.assert(property, thorough);
  });

  test.each(['Authorization', 'Cookie', 'Set-Cookie', 'Sec-WebSocket-Protocol', 'Location', 'X-API-Key'])(
    'a redacted %s is redacted',
    (name) => {
      const property = fc.property(text, (value) => {
        const redacted = redactField(name, value);
        expect(redactField(name, redacted)).toBe(redacted);
      });
      fc.assert(property, thorough);
    },
  );
});
