import { expect, test } from 'vitest';
import { ControlFinder } from '../../../../src/verify/peer/frame/close-frame.ts';
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

test('control frames are found among others, however the octets are cut, up to what is no frame of a server', () => {
  const long = [0x82, 126, 1, 0, ...Buffer.alloc(256, 0x88)];
  const octets = Uint8Array.from([
    ...text,
    0x8a,
    5,
    ...data,
    ...long,
    0x88,
    0,
    0x89,
    0x81,
    1,
    2,
    3,
    4,
    5,
    0x88,
    0,
  ]);
  for (const size of [1, 2, 7, octets.length]) {
    const finder = new ControlFinder();
    const found = [...Array(Math.ceil(octets.length / size)).keys()].flatMap((at) =>
      finder.push(octets.subarray(at * size, (at + 1) * size)),
    );
    expect(found.map(({ opcode, payload }) => [opcode, String(Buffer.from(payload))])).toEqual([
      [0xa, 'early'],
      [0x8, ''],
    ]);
  }
});
