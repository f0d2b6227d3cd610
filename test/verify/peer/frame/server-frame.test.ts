import { expect, test } from 'vitest';
import { carries } from '../../../../src/verify/peer/frame/server-frame.ts';

const data = Buffer.from('early');
const mask = [1, 2, 3, 4];
const masked = [...data].map((octet, at) => octet ^ (mask[at % 4] ?? 0));
const text = [0x81, 2, 0x68, 0x69];

test.each([
  ['in a pong', [0x8a, 5, ...data], true],
  ['behind another frame', [...text, 0x8a, 5, ...data], true],
  ['with a mask', [0x8a, 0x85, ...mask, ...masked], true],
  ['with a mask, behind another frame', [...text, 0x8a, 0x85, ...mask, ...masked], true],
  ['cut', [0x8a, 5, ...data.subarray(0, 4)], false],
  ['as a part of more', [0x8a, 6, ...data, 0x21], false],
  ['not at all', text, false],
])('what is sent %s', (_, octets, isFound) => {
  expect(carries(Uint8Array.from(octets), data)).toBe(isFound);
});
