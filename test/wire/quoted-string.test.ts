import { describe, expect, test } from 'vitest';
import { readQuotedString } from '../../src/wire/quoted-string.ts';

describe('quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE', () => {
  test.each([
    ['""', 0, '', 2],
    ['x="a b"; c', 2, 'a b', 7],
    ['"\\a\\"\\\\"', 0, 'a"\\', 8],
    ['"\t\xe9,;=\\\t"', 0, '\t\xe9,;=\t', 9],
  ])('%j at %i', (text, at, value, end) => {
    expect(readQuotedString(text, at)).toEqual({ value, end });
  });

  test.each(['', 'a', 'a"', '"\x01b"', '"', '"a', '"a\\', '"a\\"', '"\n"', '"\x7f"', '"\\\0"', '"\u0100"'])(
    '%j is refused',
    (text) => {
      expect(readQuotedString(text, 0)).toBeNull();
    },
  );
});
