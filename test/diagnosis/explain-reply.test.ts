import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { explainReply } from '../../src/diagnosis/index.ts';
import { hashes } from '../../src/sha1.ts';

const key = 'dGhlIHNhbXBsZSBub25jZQ==';
const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const sha1 = (...parts: readonly (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha1')).digest();
const right = sha1(key, guid);

/** What is said of a 101 with an accept value. */
const explain = (value: string, asked = key) =>
  explainReply(asked, { status: 101, reason: '', fields: [{ name: 'Sec-WebSocket-Accept', value }] }, hashes);

test.each([
  ['the decoded key', sha1(Buffer.from(key, 'base64'), guid).toString('base64'), /SHA-1 of the decoded key/],
  ['a GUID in lower case', sha1(key, guid.toLowerCase()).toString('base64'), /lower case/],
  ['no GUID', sha1(key).toString('base64'), /without the GUID/],
  ['the GUID first', sha1(guid, key).toString('base64'), /GUID before the key/],
  ['a line end', sha1(key, '\r\n', guid).toString('base64'), /line end/],
  [
    'another hash',
    createHash('sha256')
      .update(key + guid)
      .digest('base64'),
    /SHA-256/,
  ],
  ['hexadecimal', right.toString('hex'), /hexadecimal/],
  ['base64url', Buffer.from(right).toString('base64url'), /base64url/],
  ['no padding', right.toString('base64').slice(0, -1), /padding/],
  ['another letter case', right.toString('base64').toLowerCase(), /letter case/],
  ['quotes', `"${right.toString('base64')}"`, /except for characters around it/],
  ['no first character', right.toString('base64').slice(1), /characters that are missing/],
  ['no last character', right.toString('base64').slice(0, -2), /characters that are missing/],
  ['the key', key, /the key back/],
  ['nothing at all', '', /^The value is empty\.$/],
])('%s is told', (_what, value, hint) => {
  expect(explain(value)).toMatch(hint);
});

test.each([
  ['another letter', guid.replace('47DA', '47DB')],
  ['a letter too few', guid.replace('47DA', '47A')],
  ['a letter too many', guid.replace('47DA', '47DDA')],
  ['two that changed places', guid.replace('47DA', '74DA')],
  ['no hyphen', guid.replace('-', '')],
  ['no last letter', guid.slice(0, -1)],
])('a GUID with %s has a typo', (_what, typo) => {
  expect(explain(sha1(key, typo).toString('base64'))).toMatch(/GUID that has a typo/);
});

test('the value of the example, for another key, is told', () => {
  expect(explain(right.toString('base64'), 'AQIDBAUGBwgJCgsMDQ4PEA==')).toMatch(/example in RFC 6455/);
});

test('what no recipe leads to is not explained', () => {
  expect(explain('nonsense')).toBeNull();
});

test('a right value, or one for a malformed key, is not explained', () => {
  expect(explain(right.toString('base64'))).toBeNull();
  expect(explain(right.toString('hex'), 'x')).toBeNull();
});

test('a reply of hixie-76 is told', () => {
  const reply = { status: 101, reason: 'WebSocket Protocol Handshake', fields: [] };
  expect(explainReply(key, reply, hashes)).toMatch(/^The server answers as in the draft hixie-76/);
});

test('without the other hashes nothing is told of them', () => {
  const md5 = createHash('md5')
    .update(key + guid)
    .digest('base64');
  const reply = { status: 101, reason: '', fields: [{ name: 'Sec-WebSocket-Accept', value: md5 }] };
  expect(explainReply(key, reply, hashes)).toMatch(/MD5/);
  expect(explainReply(key, reply, { sha1: hashes.sha1 })).toBeNull();
});
