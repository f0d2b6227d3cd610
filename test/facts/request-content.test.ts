import { expect, test } from 'vitest';
import { readRequestContent } from '../../src/facts/request-content.ts';
import { encodeLatin1 } from '../../src/wire/index.ts';

test.each([
  ['nothing', {}, '', 'none'],
  ['octets that nothing announces', {}, '0\r\n\r\n', 'unannounced'],
  ['the octets of an old draft', { 'sec-websocket-key1': '1' }, '12345678', 'none'],
  ['too few of those', { 'sec-websocket-key1': '1' }, '1234567', 'outstanding'],
  ['a length, and all of it', { 'content-length': '3' }, 'abc', 'sent'],
  ['a length, and less', { 'content-length': '3' }, 'ab', 'outstanding'],
  ['chunks to their end', { 'transfer-encoding': 'chunked' }, '1\r\na\r\n0\r\n\r\n', 'sent'],
  ['chunks without an end', { 'transfer-encoding': 'chunked' }, '1\r\na\r\n', 'outstanding'],
  [
    'both, of which the coding counts',
    { 'content-length': '9', 'transfer-encoding': 'chunked' },
    '0\r\n\r\n',
    'sent',
  ],
  ['a length that is none', { 'content-length': 'x' }, 'abc', 'outstanding'],
] as const)('behind the head stands %s', (_, fields, behind, content) => {
  const lines = Object.entries(fields).map(([name, value]) => ({ name, value, span: { start: 0, end: 0 } }));
  expect(readRequestContent(lines, encodeLatin1(behind))).toBe(content);
});
