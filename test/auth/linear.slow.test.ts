import { describe, expect, test } from 'vitest';
import { type CredentialPlace, readBasic, readCredential } from '../../src/auth/credential.ts';
import { compileAllowlist } from '../../src/auth/origin.ts';
import { redactField, redactHead, redactTarget, redactText } from '../../src/auth/redaction.ts';
import { visible } from '../../src/quote/visible.ts';
import { encodeLatin1 } from '../../src/wire/index.ts';

const allowlist = compileAllowlist(['https://a.example', 'https://*.b.example', 'null']);

function readFrom(place: CredentialPlace, name: string): (text: string) => unknown {
  return (text) => readCredential(place, [{ name, value: text }], text);
}

const READERS: readonly [name: string, read: (text: string) => unknown][] = [
  ['compileAllowlist', (text) => compileAllowlist([text])],
  ['an origin', (text) => allowlist.ok && allowlist.value(text)],
  ['an origin, host', (text) => allowlist.ok && allowlist.value(`https://${text}`)],
  ['a query', readFrom({ in: 'query', name: 'a' }, '')],
  ['a cookie', readFrom({ in: 'cookie', name: 'a' }, 'Cookie')],
  ['Authorization', readFrom({ in: 'authorization', scheme: 'Bearer' }, 'Authorization')],
  ['a subprotocol', readFrom({ in: 'subprotocol', prefix: 'a' }, 'Sec-WebSocket-Protocol')],
  ['readBasic', readBasic],
  ['redactTarget', redactTarget],
  ['redactTarget, authority', (text) => redactTarget(`ws://${text}`)],
  ['redactField, credentials', (text) => redactField('Authorization', text)],
  ['redactField, cookies', (text) => redactField('Cookie', text)],
  ['redactField, subprotocols', (text) => redactField('Sec-WebSocket-Protocol', text)],
  ['redactField, jwt', (text) => redactField('Sec-WebSocket-Protocol', `eyJ${text}`)],
  [
    'redactField, a subprotocol token',
    (text) =>
      redactField('Sec-WebSocket-Protocol', text, { subprotocolToken: { token: 'aaaab', names: [] } }),
  ],
  ['redactText', redactText],
  ['visible, of 512 KiB', (text) => visible(text.repeat(8))],
  ['redactHead', (text) => redactHead(encodeLatin1(text))],
  ['redactHead, field', (text) => redactHead(encodeLatin1(`Cookie: ${text}`))],
  ['redactHead, target', (text) => redactHead(encodeLatin1(`GET /?token=${text} HTTP/1.1`))],
];

const LENGTH = 2 ** 16;
const PATTERNS = [
  ...['a', ' ', '\r', '\n', 'a\r\n', 'a: b\r\n', 'Cookie: a\r\n', ' HTTP/1.1', ':', '/', '?', '&'],
  ...['#', '@', '[', '=', ';', ',', ', ', 'a.', 'a-', 'eyJ.', 'bearer.,', '%', '\xe9'],
  ...['&a=', '&token=', 'a="', 'a=\'\\"', '<a>', '<a '],
];

const TEXTS = PATTERNS.map((pattern) => pattern.repeat(LENGTH / pattern.length)).flatMap((text) => [
  text,
  `a${text}\0`,
]);

/** Long enough for a runner under load; what takes quadratic time takes 2^32 steps for each of the texts. */
const TIMEOUT = 60_000;

describe('64 KiB of anything come to an end, which they would not in quadratic time', () => {
  test.each(READERS)(
    '%s',
    (_, read) => {
      const ended = TEXTS.map((text) => read(text) !== undefined);
      expect(ended).toEqual(Array(2 * PATTERNS.length).fill(true));
    },
    TIMEOUT,
  );
});
