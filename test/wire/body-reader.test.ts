import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BodyReader } from '../../src/wire/body-reader.ts';
import type { Content } from '../../src/wire/content.ts';
import { decodeLatin1, encodeLatin1 } from '../../src/wire/octet.ts';
import { runs } from '../property.ts';

const CHUNKED: Content = { kind: 'chunked' };

function read(content: Content, cap: number, chunks: readonly string[]) {
  const reader = new BodyReader(content, cap);
  const done = chunks.map((chunk) => reader.push(encodeLatin1(chunk))).at(-1);
  const complete = { open: reader.isComplete(false), closed: reader.isComplete(true) };
  return { done, body: decodeLatin1(reader.body), complete };
}

/** Whether content is complete while the connection is open, and once it is closed. */
const never = { open: false, closed: false };
const onceClosed = { open: false, closed: true };
const always = { open: true, closed: true };

describe('by length', () => {
  const content: Content = { kind: 'length', octets: 4 };
  test.each([
    ['nothing', 9, '', false, '', never],
    ['not yet all', 9, 'abc', false, 'abc', never],
    ['not yet all, exactly the cap', 3, 'abc', false, 'abc', never],
    ['all', 9, 'abcd', true, 'abcd', always],
    ['more than all', 9, 'abcde', true, 'abcd', always],
    ['all, exactly the cap', 4, 'abcd', true, 'abcd', always],
    ['more than all, exactly the cap', 4, 'abcde', true, 'abcd', always],
    ['one octet beyond the cap', 3, 'abcd', true, 'abc', never],
    ['nothing, and no cap to speak of', 0, '', false, '', never],
    ['no cap to speak of', 0, 'a', true, '', never],
  ])('%s', (_, cap, text, done, body, complete) => {
    expect(read(content, cap, [text])).toEqual({ done, body, complete });
  });
});

describe('until close', () => {
  test.each([
    ['nothing', 9, '', false, '', onceClosed],
    ['complete by the close alone', 9, 'abc', false, 'abc', onceClosed],
    ['exactly the cap', 3, 'abc', false, 'abc', onceClosed],
    ['one octet beyond the cap', 3, 'abcd', true, 'abc', never],
    ['nothing, and no cap to speak of', 0, '', false, '', onceClosed],
    ['no cap to speak of', 0, 'a', true, '', never],
  ])('%s', (_, cap, text, done, body, complete) => {
    expect(read({ kind: 'untilClose' }, cap, [text])).toEqual({ done, body, complete });
  });
});

describe('nothing to read', () => {
  test.each<[string, Content, typeof always]>([
    ['none, which is complete', { kind: 'none' }, always],
    ['a malformed length, which is not', { kind: 'malformed', what: 'length', problem: 'x' }, never],
    ['a malformed coding, which is not', { kind: 'malformed', what: 'coding', problem: 'x' }, never],
  ])('%s', (_, content, complete) => {
    expect(read(content, 9, ['abc'])).toEqual({ done: true, body: '', complete });
    expect(read(content, 0, [''])).toEqual({ done: true, body: '', complete });
  });
});

describe('chunked-body = *chunk last-chunk trailer-section CRLF', () => {
  test.each([
    ['3\r\nabc\r\n0\r\n\r\n', 'abc'],
    ['0\r\n\r\n', ''],
    ['000\r\n\r\n', ''],
    ['A\r\n0123456789\r\n00a\r\n9876543210\r\n0\r\n\r\n', '01234567899876543210'],
    ['1;a=b;c="d;e"\r\n\n\r\n0 ; f\r\n\r\n', '\n'],
    ['1\t;a\r\nx\r\n0\r\nA: b\r\nC:d\r\n\r\nHTTP/1.1', 'x'],
  ])('%j', (text, body) => {
    expect(read(CHUNKED, 99, [text])).toEqual({ done: true, body, complete: always });
  });

  test.each([
    ['', ''],
    ['3', ''],
    ['3\r\nab', 'ab'],
    ['3\r\nabc\r\n0\r\n', 'abc'],
    ['3\r\nabc\r\n0\r\nA: b\r\n\r', 'abc'],
  ])('not yet complete: %j', (text, body) => {
    expect(read(CHUNKED, 99, [text])).toEqual({ done: false, body, complete: never });
  });

  test.each([
    ['\r\n', ''],
    ['x', ''],
    ['-1\r\n', ''],
    [';a\r\n', ''],
    ['1\n', ''],
    ['1\rx', ''],
    ['1;a\n', ''],
    ['1\r\nab', 'a'],
    ['1\r\na\rb', 'a'],
    ['1\r\na\r\n\r\n', 'a'],
    ['0\r\n\n', ''],
    ['0\r\n\rx', ''],
    ['0\r\nA: b\n', ''],
    ['0\r\nA: b\rc', ''],
    ['20000000000000\r\n', ''],
    ['fffffffffffffffffffff\r\n', ''],
  ])('malformed: %j', (text, body) => {
    expect(read(CHUNKED, 99, [text, '0\r\n\r\n'])).toEqual({ done: true, body, complete: never });
  });

  test.each([
    ['data beyond it', 3, '2\r\nab\r\n2\r\ncd', true, 'abc', never],
    ['data beyond it, the end behind', 3, '4\r\nabcd\r\n0\r\n\r\n', true, 'abc', never],
    ['exactly as much data, and the end', 3, '2\r\nab\r\n1\r\nc\r\n0\r\nA: b\r\n\r\n', true, 'abc', always],
    ['exactly as much data, and not yet the end', 3, '3\r\nabc\r\n0\r\n', false, 'abc', never],
    ['exactly as much data, and another chunk begun', 3, '3\r\nabc\r\n1\r\n', false, 'abc', never],
    ['exactly as much data, and a malformed chunk', 3, '3\r\nabc\r\nx', true, 'abc', never],
    ['no data, and no cap to speak of', 0, '0\r\n\r\n', true, '', always],
    ['no cap to speak of', 0, '1\r\na', true, '', never],
  ])('the cap counts data, not framing: %s', (_, cap, text, done, body, complete) => {
    expect(read(CHUNKED, cap, [text])).toEqual({ done, body, complete });
  });

  test('how octets are cut makes no difference', () => {
    const property = fc.property(
      fc.array(fc.constantFrom('3\r\nabc\r\n', '1;x\r\ny\r\n', '0\r\n', 'A: b\r\n', '\r\n', 'z')),
      fc.nat({ max: 12 }),
      (parts, cap) => {
        const text = parts.join('');
        expect(read(CHUNKED, cap, ['', ...text])).toEqual(read(CHUNKED, cap, ['', text]));
      },
    );
    fc.assert(property, { seed: 20260101, numRuns: runs(100, 1_000) });
  });

  test('a body of more than one buffer', () => {
    expect(read(CHUNKED, 1e6, [`1000\r\n${'x'.repeat(4096)}\r\n0\r\n\r\n`]).body).toBe('x'.repeat(4096));
  });
});
