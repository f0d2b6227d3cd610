import { expect, test } from 'vitest';
import { headOf, readAnyContent, readRequestContent } from '../../src/facts/request-content.ts';
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
  ['a length that is none, and chunks', { 'content-length': 'x' }, '0\r\n\r\n', 'outstanding'],
  ['a coding that is none, and chunks', { 'transfer-encoding': 'gzip' }, '0\r\n\r\n', 'outstanding'],
] as const)('behind the head stands %s', (_, fields, behind, content) => {
  const lines = Object.entries(fields).map(([name, value]) => ({ name, value, span: { start: 0, end: 0 } }));
  expect(readRequestContent(lines, encodeLatin1(behind))).toBe(content);
});

test.each([
  ['GET / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc', 'sent'],
  ['GET / HTTP/1.1\r\nContent-Length: 3\r\n\r\nab', 'outstanding'],
  ['GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'none'],
  ['GET / HTTP/1.1\r\nHost: a\r\n\r\nab', 'unannounced'],
  ['GET / HTTP/1.1\r\nno colon\r\nContent-Length: 3\r\n\r\nabc', 'outstanding'],
  ['GET / HTTP/1.1\r\nno colon\r\n \ttransfer-encoding : chunked\r\n\r\n', 'outstanding'],
  ['GET / HTTP/1.1\r\nno colon\r\nExpect: 100-continue\r\n\r\n', 'outstanding'],
  ['GET / HTTP/1.1\r\nno colon\r\nSec-WebSocket-Key1: 1\r\n\r\n', 'outstanding'],
  ['GET / HTTP/1.1\r\nno colon\r\nX-Content-Length: 3\r\n\r\nabc', 'none'],
  ['GET / HTTP/1.1\r\nno colon\r\nContent-Lengths: 3\r\n\r\nabc', 'none'],
  ['GET / HTTP/1.1\r\nno colon\r\n\r\nContent-Length: 3\r\n', 'none'],
])('%j, of which nothing else need be readable: %s', (text, content) => {
  expect(readAnyContent(encodeLatin1(text), null)).toBe(content);
});

test.each([
  ['A\r\nB: c\r\n\r\nd', 'A\r\nB: c\r\n'],
  ['\r\n\r\nd', '\r\n'],
  ['A\r\nB: c', 'A\r\nB: c'],
])('the head of %j is %j', (text, head) => {
  expect(headOf(text)).toBe(head);
});
