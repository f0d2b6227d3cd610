import { describe, expect, test } from 'vitest';
import { visible } from '../../../../src/quote/visible.ts';
import { viewOctets } from '../../../../src/verify/report/format/octet-view.ts';

const octets = (text: string) => Buffer.from(text, 'latin1');
const texts = (text: string, limit = 100) =>
  viewOctets(octets(text), limit).lines.map((line) => line.map((part) => part.text).join(''));

describe('a view of octets', () => {
  test.each([
    ['', []],
    ['a', ['a']],
    ['a\r\nb', ['a\\r\\n', 'b']],
    ['a\r\n', ['a\\r\\n']],
    ['\r\n\r\n', ['\\r\\n', '\\r\\n']],
    ['a\rb\nc', ['a\\rb\\n', 'c']],
    ['\t \0\x1b\x7f\x80\xad\xff', ['\\t \\x00\\x1b\\x7f\\x80\\xad\\xff']],
  ])('of %j shows every octet, and a line for each line', (text, lines) => {
    expect(texts(text)).toEqual(lines);
  });

  test('tells the two characters of an escape from the octet that it stands for', () => {
    expect(texts('\\r\r')).toEqual(['\\\\r\\r']);
  });

  test('says how many octets are hidden', () => {
    expect(viewOctets(octets('abcdef'), 4)).toEqual({
      lines: [[{ text: 'abcd', escaped: false, marked: false }]],
      hidden: 2,
    });
    expect(viewOctets(octets('abcd'), 4)).toMatchObject({ hidden: 0 });
  });

  test('parts what is escaped and what is marked from the rest', () => {
    expect(viewOctets(octets('abc\r\n'), 10, [{ start: 1, end: 2 }]).lines).toEqual([
      [
        { text: 'a', escaped: false, marked: false },
        { text: 'b', escaped: false, marked: true },
        { text: 'c', escaped: false, marked: false },
        { text: '\\r\\n', escaped: true, marked: false },
      ],
    ]);
  });
});

test.each([
  ['ä and 字', 'ä and 字'],
  ['\x1b[31m\x9b', '\\x1b[31m\\x9b'],
  ['a\u202eb\u200b', 'a\\u{202e}b\\u{200b}'],
  ['\ud800\uffff', '\\u{d800}\\u{ffff}'],
])('what a reader would not see in %j is made visible', (text, shown) => {
  expect(visible(text)).toBe(shown);
});
