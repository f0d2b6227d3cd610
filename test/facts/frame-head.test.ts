import { expect, test } from 'vitest';
import { readFrameHead } from '../../src/facts/frame-head.ts';

test.each([
  ['an empty text', [0x81, 0], { opcode: 1, isMasked: false, short: 0, size: 2, length: 0 }],
  ['the longest that one octet tells', [0x82, 125], { opcode: 2, short: 125, size: 2, length: 125 }],
  ['two octets of length', [0x82, 126, 1, 2], { short: 126, size: 4, length: 258 }],
  ['eight octets of length', [0x82, 127, 0, 0, 0, 0, 0, 0, 1, 2], { short: 127, size: 10, length: 258 }],
  ['a mask', [0x81, 0x80], { isMasked: true, short: 0, size: 2, length: 0 }],
  ['a mask, and a length', [0x81, 0xfd], { isMasked: true, short: 125, size: 2, length: 125 }],
  ['no mask, and every bit of a length', [0x82, 127], { isMasked: false, short: 127, length: null }],
  ['reserved bits', [0xf1, 0], { first: 0xf1, opcode: 1 }],
  ['half of two octets of length', [0x82, 126, 1], { size: 4, length: null }],
  ['half of eight', [0x82, 127, 0, 0, 0, 0, 0, 0, 1], { size: 10, length: null }],
  ['one octet', [0x81], { first: 0x81, size: 2, length: null }],
])('%s', (_, octets, head) => {
  expect(readFrameHead(Uint8Array.from(octets), 0)).toMatchObject(head);
  expect(readFrameHead(Uint8Array.from([0, 0, 0, ...octets]), 3)).toMatchObject(head);
});
