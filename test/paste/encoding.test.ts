import { expect, test } from 'vitest';
import { decodeText, toUtf8 } from '../../src/paste/index.ts';

test.each(['{\r\n"é€😀"', '{}'])('a text in each encoding, with its mark and without: %j', (text) => {
  for (const given of [text, `\ufeff${text}`]) {
    const utf16 = Buffer.from(given, 'utf16le');
    for (const octets of [Buffer.from(given), utf16, Buffer.from(utf16).swap16()])
      expect(decodeText(octets)).toBe(text);
  }
});

test.each(['', '\x01\0\x02\0', 'HTTP\0\0', 'A\0', '\xffA\0B\0'])('no text of UTF-16 stays: %j', (given) => {
  expect(toUtf8(Buffer.from(given, 'latin1'))).toEqual(Buffer.from(given, 'latin1'));
});
