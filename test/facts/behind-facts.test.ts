import { expect, test } from 'vitest';
import { readBehind } from '../../src/facts/behind-facts.ts';

const many = (count: number) => Array<number>(count).fill(0);

test.each([
  ['nothing', [], 'nothing'],
  ['a text', [0x81, 2, 104, 105], 'frames'],
  ['a ping', [0x89, 0], 'frames'],
  ['fragments', [0x01, 1, 97, 0x80, 1, 98], 'frames'],
  ['a length of two octets', [0x82, 126, 0, 200, ...many(200)], 'frames'],
  ['a length of eight octets', [0x82, 127, 0, 0, 0, 0, 0, 0, 0, 3, ...many(3)], 'frames'],
  ['a word', [104, 101, 108, 108, 111], 'other'],
  ['a masked text', [0x81, 0x82, 1, 2, 3, 4, 5, 6], 'other'],
  ['a masked text that is empty', [0x81, 0x80, ...many(4)], 'other'],
  ['an opcode that nobody knows', [0x83, 0], 'other'],
  ['a reserved bit', [0xc1, 0], 'other'],
  ['a control frame in fragments', [0x09, 0], 'other'],
  ['a long control frame', [0x89, 126, 0, 0], 'other'],
  ['a close', [0x88, 0], 'frames'],
  ['a pong', [0x8a, 0], 'frames'],
  ['an opcode behind those', [0x8b, 0], 'other'],
  ['an opcode before those', [0x87, 0], 'other'],
  ['a close in fragments', [0x08, 0], 'other'],
  ['a continuation that is the last', [0x80, 0], 'frames'],
  ['a control frame of 125 octets', [0x89, 125, ...many(125)], 'frames'],
  ['a reply', [...Buffer.from('HTTP/1.1 400 ')], 'http'],
  ['a reply behind empty lines', [...Buffer.from('\r\n\r\nHTTP/1.1 400 ')], 'http'],
  ['a page that has one in it', [...Buffer.from('<p>HTTP/1.1 400 ')], 'other'],
  ['what only looks like one', [...Buffer.from('HTTP/x')], 'other'],
  ['half of a head', [0x82, 126, 0], 'other'],
  ['half of a text', [0x81, 2, 104], 'other'],
])('%s: %s', (_, octets, fact) => {
  expect(readBehind(Uint8Array.from(octets), false, true)).toBe(fact);
});

test.each([[[0x82, 126, 0]], [[0x81, 2, 104]]])('%j may be under way still', (octets) => {
  expect(readBehind(Uint8Array.from(octets), false, false)).toBe('frames');
});

test('a reserved bit may be that of an extension', () => {
  expect(readBehind(Uint8Array.of(0xc1, 0), true, true)).toBe('frames');
});
