import { expect, test } from 'vitest';
import { unfoldLines } from '../../src/wire/obs-fold.ts';

test('a fold becomes spaces and moves no octet', () => {
  expect(unfoldLines('S\r\nA: b\r\n c\r\n\td\r\n\r\n', 3)).toBe('S\r\nA: b   c  \td\r\n\r\n');
});

test('a fold is one where no line ends without one', () => {
  expect(unfoldLines('A: b\r\n c', 0)).toBe('A: b   c');
});

test('white space before the first field line is no fold', () => {
  expect(unfoldLines('S\r\n A: b\r\n\r\n', 3)).toBe('S\r\n A: b\r\n\r\n');
});

test('a head without folds is left alone', () => {
  expect(unfoldLines('S\r\nA: b\r\nC: d\r\n\r\n', 3)).toBe('S\r\nA: b\r\nC: d\r\n\r\n');
});
