import { expect, test } from 'vitest';
import { sha1 } from '../../src/sha1.ts';
import { computeAccept } from '../../src/wire/accept.ts';
import { answersAnyKey } from '../../src/wire/accept-value.ts';

test.each([
  ['s3pPLMBiTxaQ9kYGzzhZRbK+xOo=', true],
  ['s3pPLMBiTxaQ9kYGzzhZRbK+xOo', false],
  ['s3pPLMBiTxaQ9kYGzzhZRbK-xOo=', false],
  ['s3pPLMBiTxaQ9kYGzzhZRbK+xOp=', false],
  ['dGhlIHNhbXBsZSBub25jZQ==', false],
  ['b37a4f2cc0624f1690f64606cf385945b2bec4ea', false],
  ['xs3pPLMBiTxaQ9kYGzzhZRbK+xOo=', false],
  ['s3pPLMBiTxaQ9kYGzzhZRbK+xOo==', false],
  ['', false],
])('%j is base64 of 20 octets: %s', (value, is) => {
  expect(answersAnyKey(value)).toBe(is);
});

test('whatever answers a key does', () => {
  for (let code = 0; code < 256; code += 1) {
    expect(answersAnyKey(computeAccept(String.fromCharCode(code), sha1))).toBe(true);
  }
});
