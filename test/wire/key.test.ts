import { expect, test } from 'vitest';
import { classifyKey } from '../../src/wire/key.ts';

test.each([
  ['the sample nonce', 'dGhlIHNhbXBsZSBub25jZQ=='],
  ['pad bits that are set', 'AQIDBAUGBwgJCgsMDQ4PEC=='],
  ['all of the alphabet', '+/+/+/+/+/+/+/+/+/+/+w=='],
])('16 octets in base64: %s', (_, value) => {
  expect(classifyKey(value)).toBe('ok');
});

test.each([
  ['1 octet', 'AA=='],
  ['15 octets', 'AAAAAAAAAAAAAAAAAAAA'],
  ['17 octets', 'AAAAAAAAAAAAAAAAAAAAAAA='],
  ['18 octets', 'AAAAAAAAAAAAAAAAAAAAAAAA'],
  ['19 octets', 'AAAAAAAAAAAAAAAAAAAAAAAAAA=='],
])('base64 of other than 16 octets: %s', (_, value) => {
  expect(classifyKey(value)).toBe('wrongLength');
});

test.each([
  ['nothing', ''],
  ['padding alone', '===='],
  ['the URL-safe alphabet', '-_-_-_-_-_-_-_-_-_-_-w=='],
  ['padding stripped', 'dGhlIHNhbXBsZSBub25jZQ'],
  ['padding halved', 'dGhlIHNhbXBsZSBub25jZQ='],
  ['padding thrice', 'dGhlIHNhbXBsZSBub25jZ==='],
  ['padding inside', 'dGhl==NhbXBsZSBub25jZQ=='],
  ['an inner space', 'dGhlIHNhbXBs SBub25jZQ=='],
  ['quoted', '"dGhlIHNhbXBsZSBub25jZQ=="'],
  ['a list', 'dGhlIHNhbXBsZSBub25jZQ==, dGhlIHNhbXBsZSBub25jZQ=='],
  ['a comma', 'dGhlIHNhbXBsZSBub25,ZQ=='],
  ['8-bit', 'dGhlIHNhbXBsZSBub25\xe9ZQ=='],
])('no base64: %s', (_, value) => {
  expect(classifyKey(value)).toBe('malformed');
});
