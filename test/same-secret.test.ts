import { timingSafeEqual } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { isOneOfSecrets } from '../src/same-secret.ts';

vi.mock(import('node:crypto'), async (original) => {
  const crypto = await original();
  return { ...crypto, timingSafeEqual: vi.fn(crypto.timingSafeEqual) };
});

describe('whether a secret is one of those that are known', () => {
  test.each([
    ['the only one', 'secret', ['secret'], true],
    ['the first', 'a', ['a', 'b', 'c'], true],
    ['the last', 'c', ['a', 'b', 'c'], true],
    ['in the middle', 'b', ['a', 'b', 'c'], true],
    ['one that is known twice', 'a', ['a', 'a'], true],
    ['one beyond ASCII', 'pässwörd ☃', ['pässwörd ☃'], true],
    ['another of the same length', 'secreT', ['secret'], false],
    ['its beginning', 'secre', ['secret'], false],
    ['its end', 'ecret', ['secret'], false],
    ['with more behind it', 'secret ', ['secret'], false],
    ['with NUL behind it', 'secret\0', ['secret'], false],
    ['nothing', '', ['secret'], false],
    ['two of the known in a row', 'ab', ['a', 'b'], false],
    ['in another normal form', 'a\u0308', ['\u00e4'], false],
    ['where none is known', '', [], false],
  ])('%s', (_, secret, known, isKnown) => {
    expect(isOneOfSecrets(secret, known)).toBe(isKnown);
  });
});

test.each([
  ['the first is right', 'a', ['a', 'a longer one', '']],
  ['none is right', 'something long', ['b', 'a longer one', '']],
])('every one is compared, over equal lengths and in constant time: %s', (_, secret, known) => {
  const compare = vi.mocked(timingSafeEqual).mockClear();
  isOneOfSecrets(secret, known);
  expect(compare.mock.calls.map(([a, b]) => [a.byteLength, b.byteLength])).toEqual([
    [32, 32],
    [32, 32],
    [32, 32],
  ]);
});
