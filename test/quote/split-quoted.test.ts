import { expect, test } from 'vitest';
import { splitQuoted } from '../../src/quote/split-quoted.ts';

test.each([
  ['', ['']],
  ['plain', ['plain']],
  ['on `A: 1`', ['on ', 'A: 1', '']],
  ['`A: 1` and `B: 2`', ['', 'A: 1', ' and ', 'B: 2', '']],
  ['on `A: ``', ['on `A: ``']],
  ['`', ['`']],
])('%j has these parts, of which each other one is code', (text, parts) => {
  expect(splitQuoted(text)).toEqual(parts);
});
