import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { explainAccept } from '../../src/diagnosis/index.ts';
import { hashes } from '../../src/sha1.ts';

const key = 'dGhlIHNhbXBsZSBub25jZQ==';
const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const sha1 = (...parts: readonly (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha1')).digest();
const right = sha1(key, guid);

test.each([
  ['the decoded key', sha1(Buffer.from(key, 'base64'), guid).toString('base64'), /SHA-1 of the decoded key/],
  ['a GUID in lower case', sha1(key, guid.toLowerCase()).toString('base64'), /lower case/],
  ['no GUID', sha1(key).toString('base64'), /GUID is missing/],
  ['the GUID first', sha1(guid, key).toString('base64'), /GUID stands before the key/],
  ['a GUID with a typo', sha1(key, guid.replace('47DA', '47DB')).toString('base64'), /GUID has a typo/],
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
  ['the key', key, /the key itself/],
])('%s is told', (_what, value, hint) => {
  expect(explainAccept(value, key, hashes)).toMatch(hint);
});

test('the value of the example, for another key, is told', () => {
  expect(explainAccept(right.toString('base64'), 'AQIDBAUGBwgJCgsMDQ4PEA==', hashes)).toMatch(
    /example in RFC 6455/,
  );
});

test('what no recipe leads to is not explained', () => {
  expect(explainAccept('nonsense', key, hashes)).toBeNull();
});
