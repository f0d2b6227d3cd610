import { expect, test } from 'vitest';
import { describeCame, describeSent } from './finding.ts';

const valid = [
  'GET / HTTP/1.1',
  'Host: 127.0.0.1:80',
  'Upgrade: websocket',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];
const write = (lines: readonly string[], behind = '') => `${lines.join('\r\n')}\r\n\r\n${behind}`;

test.each<[string, string[], string]>([
  ['nothing', valid, 'the canonical opening'],
  [
    'another valid key',
    valid.with(3, 'Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA=='),
    'the canonical opening',
  ],
  ['another request line', valid.with(0, 'HEAD / HTTP/1.1'), 'HEAD / HTTP/1.1'],
  ['a field that is missing', valid.toSpliced(1, 1), 'no Host'],
  ['a field that is there twice', [...valid, 'upgrade: h2c'], 'Upgrade: websocket; upgrade: h2c'],
  ['a long value', [...valid, `X: ${'ab'.repeat(50)}`], `X: ${'ab'.repeat(50)}`],
  ['a longer value', [...valid, `X: ${'ab'.repeat(500)}`], `X: ${'ab'.repeat(18)}a… (1003 octets)`],
  ['space that is not seen', [...valid, 'X:  a  b '], 'X:\\x20\\x20a\\x20\\x20b\\x20'],
  ['other octets', [...valid, 'X: \t\x00\xe9\r\\'], 'X: \\t\\x00\\xe9\\r\\'],
])('of what was sent is told %s', (_what, lines, told) => {
  expect(describeSent(write(lines), valid)).toBe(told);
});

test.each([
  ['\x89\x80\x01\x02\x03\x04', 'a masked ping right behind the opening'],
  ['hello', 'content'],
])('of what was sent is told what stands behind the head', (behind, told) => {
  expect(describeSent(write(valid, behind), valid)).toBe(told);
});

test.each([
  ['HTTP/1.1 400 Bad Request\r\n\r\n', '400 Bad Request', '400 Bad Request'],
  ['HTTP/1.1 400 Bad Request\r\n\r\n', 'no allow', '400 Bad Request; no allow'],
  ['HTTP/1.1 101 \r\n\r\n', '101', '101'],
  ['', 'the end of the connection', 'the end of the connection'],
])('of what came are told the status and what was seen: %j, %s', (response, observed, told) => {
  expect(describeCame(response, observed)).toBe(told);
});
