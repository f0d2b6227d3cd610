import { expect, test } from 'vitest';
import { OctetBuffer } from '../../src/wire/octet-buffer.ts';

test('the first run is kept as it is', () => {
  const run = Uint8Array.of(1, 2, 3);
  const octets = new OctetBuffer();
  octets.extend(run);
  expect(octets.view()).toBe(run);
  expect(octets.view(1)).toEqual(Uint8Array.of(2, 3));
});

test('what is appended stands behind it', () => {
  const octets = new OctetBuffer();
  octets.extend(Uint8Array.of(1, 2));
  octets.append(3);
  octets.extend(Uint8Array.of(4, 5));
  expect(octets.length).toBe(5);
  expect(octets.view()).toEqual(Uint8Array.of(1, 2, 3, 4, 5));
});

test.each([
  [7, 0, 0],
  [8, 0, 1],
  [7, 1, 2],
  [9, 0, 3],
])('the first octet %i at %i or behind it is at %i, of 7 8 7', (octet, from, at) => {
  const octets = new OctetBuffer();
  for (const each of [7, 8, 7]) octets.append(each);
  expect(octets.find(octet, from)).toBe(at);
});
