import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTyped, writeTyped } from '../../src/explore/typed-octets.ts';
import { decodeLatin1, encodeLatin1 } from '../../src/wire/index.ts';
import { runs } from '../property.ts';

describe('what is typed stands for octets', () => {
  test.each([
    ['a line end is CR LF', 'GET / HTTP/1.1\nHost: a\n\n', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a line end is CR LF, whatever it was', 'a\r\nb\rc\n', 'a\r\nb\r\nc\r\n'],
    ['a CR, a LF and a tab of their own', 'a\\rb\\nc\\td', 'a\rb\nc\td'],
    ['any octet by its code, in any case', '\\x00\\x7f\\xFF\\xe4', '\x00\x7f\xff\xe4'],
    ['a backslash', 'a\\\\nb', 'a\\nb'],
    ['a backslash before anything else is itself', '\\q \\x1 \\xgg \\', '\\q \\x1 \\xgg \\'],
    ['a character beyond ASCII is UTF-8', 'ä€😀', '\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80'],
    ['half a character is what stands for it in UTF-8', '\ud800', '\xef\xbf\xbd'],
    ['nothing is no octet', '', ''],
  ])('%s', (_what, text, octets) => {
    expect(decodeLatin1(readTyped(text))).toBe(octets);
  });
});

describe('octets are written as they would be typed', () => {
  test.each([
    ['CR LF is a line end', 'a\r\n\r\n', 'a\n\n'],
    ['a CR and a LF alone are not', 'a\rb\nc\r\r\n', 'a\\rb\\nc\\r\n'],
    ['what cannot be seen goes by its code', '\x00\t\x7f\x80\xff', '\\x00\\t\\x7f\\x80\\xff'],
    ['a backslash is written twice', '\\r', '\\\\r'],
    ['visible ASCII is itself', ' !Z[]az~', ' !Z[]az~'],
  ])('%s', (_what, octets, text) => {
    expect(writeTyped(encodeLatin1(octets))).toBe(text);
  });
});

test('what is written is read back', () => {
  const anyOctets = fc.oneof(
    fc.uint8Array(),
    fc.array(fc.constantFrom(...'\r\n\\xrnt0af')).map((letters) => encodeLatin1(letters.join(''))),
  );
  fc.assert(
    fc.property(anyOctets, (octets) => {
      expect(readTyped(writeTyped(octets))).toEqual(octets);
    }),
    { seed: 1, numRuns: runs(400, 2_000) },
  );
});
