import { expect, test } from 'vitest';
import { readReplyHeadDetails } from '../../src/facts/reply-head-details.ts';
import { encodeLatin1 } from '../../src/wire/index.ts';

const read = (text: string) => readReplyHeadDetails(encodeLatin1(text));

test.each([
  ['HTTP/1.1  101 x', 'oddlySpaced'],
  ['HTTP/1.1\t101 x', 'oddlySpaced'],
  ['HTTP/1.1\v101\fx', 'oddlySpaced'],
  ['HTTP/1.1\r101 x', 'oddlySpaced'],
  [' HTTP/1.1 101 x', 'oddlySpaced'],
  ['HTTP/1.1 101 x', 'other'],
  ['HTTP/1.1 101', 'unspaced'],
  ['HTTP/1.1 101 ', 'other'],
  ['HTTP/1.1 101  x', 'other'],
  ['HTTP/1.1 101 see 404', 'other'],
  ['HTTP/1.1 101x', 'other'],
  ['', 'other'],
])('the status line %j: %s', (line, detail) => {
  expect(read(`${line}\r\n\r\n`).statusLine).toBe(detail);
});

test.each([
  ['X: a\r\n b', 'folded'],
  ['X: a', 'other'],
  ['X: a\r\n\r\n b', 'other'],
])('the field lines %j: %s', (lines, detail) => {
  expect(read(`HTTP/1.1 101 \r\n${lines}\r\n\r\n`).fieldLines).toBe(detail);
});
