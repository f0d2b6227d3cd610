import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { computeAccept, GUID, type Sha1 } from '../../src/wire/accept.ts';

const sha1: Sha1 = (octets) => createHash('sha1').update(octets).digest();

test('the sample key of §1.3 has the sample answer', () => {
  expect(computeAccept('dGhlIHNhbXBsZSBub25jZQ==', sha1)).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
});

test('the key is hashed as sent, with the GUID behind it', () => {
  expect(GUID).toBe('258EAFA5-E914-47DA-95CA-C5AB0DC85B11');
  expect(atob(computeAccept('abc', (octets) => octets))).toBe('abc258EAFA5-E914-47DA-95CA-C5AB0DC85B11');
});
