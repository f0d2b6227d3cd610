import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { computeAccept, GUID, type Sha1 } from '../../src/wire/accept.ts';

const sha1: Sha1 = (text) => createHash('sha1').update(text, 'latin1').digest('base64');

test('the sample key of §1.3 has the sample answer', () => {
  expect(computeAccept('dGhlIHNhbXBsZSBub25jZQ==', sha1)).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
});

test('the key is hashed as sent, with the GUID behind it', () => {
  expect(GUID).toBe('258EAFA5-E914-47DA-95CA-C5AB0DC85B11');
  expect(computeAccept('abc', (text) => text)).toBe('abc258EAFA5-E914-47DA-95CA-C5AB0DC85B11');
});
