import { expect, test } from 'vitest';
import { acceptance, beforeMessages, cutOctets, octetsOf } from '../../../src/verify/judge/case.ts';

const octets = Uint8Array.of(1, 2, 3, 4, 5);

test.each([
  [{}, [[1, 2, 3, 4, 5]], undefined],
  [
    { pieces: [2, 3] },
    [
      [1, 2],
      [3, 4, 5],
    ],
    undefined,
  ],
  [{ pieces: [1, 1, 3] }, [[1], [2], [3, 4, 5]], undefined],
  [{ rest: 2 }, [[1, 2, 3]], [4, 5]],
  [{ pieces: [1, 2], rest: 2 }, [[1], [2, 3]], [4, 5]],
])('octets are cut as %j, and put together again', (how, pieces, rest) => {
  const cut = cutOctets(octets, how);
  expect(cut.pieces.map((piece) => [...piece])).toEqual(pieces);
  expect(cut.rest && [...cut.rest]).toEqual(rest);
  expect('rest' in cut).toBe(rest !== undefined);
  expect([...octetsOf(cut)]).toEqual([1, 2, 3, 4, 5]);
});

test('one piece is not copied', () => {
  expect(octetsOf({ pieces: [octets] })).toBe(octets);
});

test('what is written into reports', () => {
  expect(acceptance).toBe('service/1/valid-request-accepted');
  expect(beforeMessages.toString()).toBe('before');
});
