import { expect, test } from 'vitest';
import { isAscii, measureText, wrapText } from '../../src/draw/text-width.ts';

test('text is as wide as in Helvetica', () => {
  expect(measureText('HEAD_READ', 10)).toBeCloseTo(61.12, 2);
  expect(measureText('iii', 10)).toBeCloseTo(6.66, 2);
  expect(measureText('iii', 10, 'bold')).toBeCloseTo(8.34, 2);
  expect(measureText('', 10)).toBe(0);
});

test('letters are as wide as without accents, and what Helvetica does not have is taken to be wide', () => {
  expect(measureText('状態', 10)).toBe(22);
  expect(measureText('e\u0301', 10)).toBeCloseTo(5.56, 2);
  expect(measureText('é', 10)).toBeCloseTo(5.56, 2);
  expect(measureText('👩‍👩‍👧', 10)).toBe(11);
  expect([isAscii('a~ b'), isAscii('é')]).toEqual([true, false]);
});

test.each([
  ['between words', 'one two three', 40, ['one two', 'three']],
  ['not where it fits', 'one two three', 100, ['one two three']],
  ['where it was parted', 'one\ntwo\r\nthree', 100, ['one', 'two', 'three']],
  ['after punctuation', 'rfc6455/4.2.1/key-present', 60, ['rfc6455/', '4.2.1/key-', 'present']],
  ['before a capital', 'awaitingFirstMessage', 60, ['awaitingFirst', 'Message']],
  ['anywhere in the end', 'aaaaaaaaaaaa', 30, ['aaaaa', 'aaaaa', 'aa']],
  ['but not within what is one character', '👩‍👩‍👧👩‍👩‍👧', 12, ['👩‍👩‍👧', '👩‍👩‍👧']],
  ['and an empty text is an empty line', '', 30, ['']],
])('lines are parted %s', (_where, text, width, lines) => {
  expect(wrapText(text, width, 10)).toEqual(lines);
});
