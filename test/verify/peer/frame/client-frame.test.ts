import { expect, test } from 'vitest';
import { readClientFrames } from '../../../../src/verify/peer/frame/client-frame.ts';

const pong = [0x8a, 0x82, 1, 2, 3, 4, 0x68 ^ 1, 0x69 ^ 2];
const bare = [0x81, 2, 0x68, 0x69];

test.each([
  ['nothing', [], []],
  ['a frame with a mask', pong, [{ opcode: 10, isMasked: true, payload: 'hi' }]],
  ['a frame without one', bare, [{ opcode: 1, isMasked: false, payload: 'hi' }]],
  [
    'one frame behind another',
    [...pong, ...bare],
    [
      { opcode: 10, isMasked: true, payload: 'hi' },
      { opcode: 1, isMasked: false, payload: 'hi' },
    ],
  ],
  ['a frame without data', [0x88, 0x80, 1, 2, 3, 4], [{ opcode: 8, isMasked: true, payload: '' }]],
  [
    'a frame whose length stands in two octets',
    [0x82, 0xfe, 0, 2, 0, 0, 0, 0, 0x68, 0x69],
    [{ opcode: 2, isMasked: true, payload: 'hi' }],
  ],
  ['a part of a head', pong.slice(0, 1), []],
  ['a part of a mask', pong.slice(0, 4), []],
  ['a part of the data', pong.slice(0, -1), []],
  [
    'a part of the second frame',
    [...bare, ...pong.slice(0, -1)],
    [{ opcode: 1, isMasked: false, payload: 'hi' }],
  ],
])('%s is read', (_, octets, frames) => {
  const read = readClientFrames(Uint8Array.from(octets));
  expect(read.map((each) => ({ ...each, payload: Buffer.from(each.payload).toString() }))).toEqual(frames);
});
