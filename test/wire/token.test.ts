import { expect, test } from 'vitest';
import { equalsIgnoringCase, isToken, lowerCase } from '../../src/wire/token.ts';

test.each([
  ["!#$%&'*+-.^_`|~09AZaz", true],
  ['a', true],
])('%j is a token', (text, expected) => {
  expect(isToken(text)).toBe(expected);
});

test.each(['', ' ', 'a b', 'a\t', 'a\n', 'a,b', 'a/b', 'a=b', '"a"', '(a)', 'a:b', 'é', '\x7f', 'a\0'])(
  '%j is no token',
  (text) => {
    expect(isToken(text)).toBe(false);
  },
);

test.each([
  ['Upgrade', 'uPGRADE', true],
  ['', '', true],
  ['AZ', 'az', true],
  ['Upgrade', 'Upgrad', false],
  ['Upgrad', 'Upgrade', false],
  ['@', '`', false],
  ['[', '{', false],
  ['a-b', 'A_B', false],
  ['K', '\u212a', false],
  ['é', 'É', false],
])('%j and %j are the same but for ASCII case: %s', (a, b, expected) => {
  expect(equalsIgnoringCase(a, b)).toBe(expected);
});

test('ASCII letters alone are put in lower case', () => {
  expect(lowerCase('AbCZ@[-\u212aÉ')).toBe('abcz@[-\u212aÉ');
});
