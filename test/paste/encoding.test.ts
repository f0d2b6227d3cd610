import { expect, test } from 'vitest';
import { decodeText, toUtf8 } from '../../src/paste/index.ts';

test.each(['{\r\n"é€😀"', '{}', '\ufeff€'])('a text in each encoding: %j', (text) => {
  const utf16 = Buffer.from(text, 'utf16le');
  for (const octets of [Buffer.from(text), utf16, Buffer.from(utf16).swap16()])
    expect(decodeText(octets)).toBe(text.replace('\ufeff', ''));
});

test.each(['', '\x01\0\x02\0', 'HTTP\0\0', 'A\0', '\xffA\0B\0'])('no text of UTF-16 stays: %j', (given) => {
  expect(toUtf8(Buffer.from(given, 'latin1'))).toEqual(Buffer.from(given, 'latin1'));
});
