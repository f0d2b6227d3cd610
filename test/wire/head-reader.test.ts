import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HeadProgress, HeadReader } from '../../src/wire/head-reader.ts';
import { decodeLatin1, encodeLatin1 } from '../../src/wire/octet.ts';
import { runs } from '../property.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const REPLY = 'HTTP/1.1 101 \r\nA: b\r\n\r\n';

function read(kind: 'request' | 'reply', text: string, limit = 8192): HeadProgress {
  return new HeadReader(kind, limit).push(encodeLatin1(text));
}

function show(progress: HeadProgress): Record<string, unknown> {
  return {
    ...progress,
    ...('head' in progress && { head: decodeLatin1(progress.head) }),
    ...('rest' in progress && { rest: decodeLatin1(progress.rest) }),
  };
}

describe('a head ends with the first empty line behind its start-line', () => {
  test.each([
    ['request', REQUEST],
    ['reply', REPLY],
    ['request', 'G\r\n\r\n'],
    ['request', 'G / HTTP/1.1\r\n\r\n'],
    ['request', 'GET / HTTP/1.1\r\nA: b\rc\r\n\r\n'],
  ] as const)('%s %j', (kind, head) => {
    expect(show(read(kind, `${head}\r\n\x81\0`))).toEqual({ state: 'complete', head, rest: '\r\n\x81\0' });
  });

  test.each([
    ['request', ''],
    ['request', '\r\n\r'],
    ['request', '\r'],
    ['request', 'GET'],
    ['request', 'GET / HTTP/1.1\r\n\r'],
    ['reply', 'HTT'],
    ['reply', 'HTTP/1.1 101 \r\n'],
  ] as const)('not yet: %s %j', (kind, text) => {
    expect(read(kind, text)).toEqual({ state: 'incomplete' });
  });

  test('empty lines before a request line are skipped', () => {
    expect(show(read('request', `\r\n\r\n${REQUEST}`))).toEqual({
      state: 'complete',
      head: REQUEST,
      rest: '',
    });
  });
});

describe('what cannot become a head is malformed before its end', () => {
  test.each([
    ['request', 'GET /\nHost: a', 'GET /\n', 'a bare LF', 5],
    ['request', 'G\r\nA: b\n', 'G\r\nA: b\n', 'a bare LF', 7],
    ['request', 'G\r\n\n', 'G\r\n\n', 'a bare LF', 3],
    ['request', '\nGET', '\n', 'a bare LF', 0],
    ['reply', 'HTTP/\n', 'HTTP/\n', 'a bare LF', 5],
    ['request', '\x16\x03\x01', '\x16', 'a request line that does not begin with a method', 0],
    ['request', '\r\n GET', ' ', 'a request line that does not begin with a method', 0],
    ['request', '\r\n\r\n\r\n GET', ' ', 'a request line that does not begin with a method', 0],
    ['request', '\r\rG', '\r\r', 'a bare CR before the request line', 0],
    ['request', '\r\n\rG', '\rG', 'a bare CR before the request line', 0],
    ['reply', '\r\nHTTP/1.1', '\r', 'a reply that does not begin with HTTP/', 0],
    ['reply', 'http/1.1', 'h', 'a reply that does not begin with HTTP/', 0],
    ['reply', 'HTTQ', 'HTTQ', 'a reply that does not begin with HTTP/', 3],
    ['reply', 'HTTPS/1.1', 'HTTPS', 'a reply that does not begin with HTTP/', 4],
    ['reply', 'HTTP/1.1 101\n', 'HTTP/1.1 101\n', 'a bare LF', 12],
  ] as const)('%s %j', (kind, text, head, problem, start) => {
    expect(show(read(kind, text))).toEqual({
      state: 'malformed',
      head,
      problem,
      span: { start, end: start + 1 },
    });
  });
});

describe('the limit counts octets up to and including the empty line', () => {
  test('exactly the limit is a head, whatever is behind it', () => {
    expect(show(read('request', `${REQUEST}${'x'.repeat(9999)}`, REQUEST.length))).toEqual({
      state: 'complete',
      head: REQUEST,
      rest: 'x'.repeat(9999),
    });
  });

  test('one octet more is too large', () => {
    expect(show(read('request', REQUEST, REQUEST.length - 1))).toEqual({
      state: 'tooLarge',
      head: 'GET / HTTP/1.1\r\nHost: a\r\n\r',
    });
  });

  test('empty lines before the request line count', () => {
    expect(show(read('request', `\r\n${REQUEST}`, REQUEST.length))).toMatchObject({ state: 'tooLarge' });
    expect(show(read('request', `\r\n${REQUEST}`, REQUEST.length + 2))).toMatchObject({ state: 'complete' });
  });

  test('as many octets as the limit may still be a head', () => {
    expect(read('request', 'GET ', 4)).toEqual({ state: 'incomplete' });
    expect(show(read('request', 'GET /', 4))).toEqual({ state: 'tooLarge', head: 'GET ' });
  });

  test('what lies beyond it is not judged', () => {
    expect(show(read('request', 'GET \n', 4))).toEqual({ state: 'tooLarge', head: 'GET ' });
  });
});

describe('a reader keeps what it was given', () => {
  test('a final state stays, with the rest of that first time', () => {
    const reader = new HeadReader('request', 99);
    const done = reader.push(encodeLatin1(`${REQUEST}one`));
    expect(reader.push(encodeLatin1('two'))).toBe(done);
    expect(show(done)).toMatchObject({ rest: 'one' });
    expect(reader.received).toBe(REQUEST.length);
  });

  test('a head that comes at once is not copied', () => {
    const chunk = encodeLatin1(`${REQUEST}rest`);
    const done = new HeadReader('request', 99).push(chunk);
    expect(show(done)).toMatchObject({ head: REQUEST, rest: 'rest' });
    expect(done).toMatchObject({ head: { buffer: chunk.buffer }, rest: { buffer: chunk.buffer } });
  });

  test('what was looked at stays as it was', () => {
    const reader = new HeadReader('request', 9999);
    reader.push(encodeLatin1('GET /'));
    const first = reader.partial;
    reader.push(encodeLatin1('a'));
    const second = reader.partial;
    reader.push(encodeLatin1('b'.repeat(5000)));
    expect(decodeLatin1(first)).toBe('GET /');
    expect(decodeLatin1(second)).toBe('GET /a');
  });

  test('a head of any length, however it comes', () => {
    const reader = new HeadReader('request', 9999);
    reader.push(encodeLatin1('GET / HTTP/1.1\r\nA: '));
    reader.push(encodeLatin1('a'.repeat(1000)));
    reader.push(encodeLatin1('b'.repeat(3000)));
    reader.push(encodeLatin1('\r\n\r\n'));
    expect(show(reader.push(new Uint8Array()))).toEqual({
      state: 'complete',
      head: `GET / HTTP/1.1\r\nA: ${'a'.repeat(1000)}${'b'.repeat(3000)}\r\n\r\n`,
      rest: '',
    });
  });

  test('what has come of an unfinished head can be looked at', () => {
    const reader = new HeadReader('request', 99);
    reader.push(encodeLatin1('\r\nGET / HT'));
    expect(decodeLatin1(reader.partial)).toBe('GET / HT');
    expect(reader.received).toBe(10);
  });
});

describe('how octets are cut makes no difference', () => {
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom('\r\n', '\r\n\r\n', 'GET / HTTP/1.1', 'HTTP/1.1 200 OK', 'A: b', '\r', '\n', '\x16'),
        fc.string({ unit: 'binary-ascii', maxLength: 4 }),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(''));
  const message = fc.oneof(
    text,
    text.map((tail) => `GET / HTTP/1.1\r\nA: b\r\n${tail}`),
    text.map((tail) => `${REQUEST}${tail}`),
    text.map((tail) => `${REPLY}${tail}`),
  );

  function readInPieces(kind: 'request' | 'reply', whole: string, limit: number, cuts: readonly number[]) {
    const reader = new HeadReader(kind, limit);
    const ends = [...cuts.map((cut) => cut % (whole.length + 1)), whole.length].sort((a, b) => a - b);
    let last = show(reader.push(new Uint8Array(0)));
    ends.forEach((end, index) => {
      const piece = whole.slice(ends[index - 1] ?? 0, end);
      const isFinal = last['state'] !== 'incomplete';
      last = isFinal && 'rest' in last ? { ...last, rest: `${last['rest']}${piece}` } : last;
      last = isFinal ? last : show(reader.push(encodeLatin1(piece)));
    });
    return { ...last, received: reader.received };
  }

  test('10,000 random fragmentations agree with the whole', () => {
    const property = fc.property(
      fc.constantFrom('request' as const, 'reply' as const),
      message,
      fc.integer({ min: 0, max: 60 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      (kind, whole, limit, cuts) => {
        const reader = new HeadReader(kind, limit);
        const atOnce = { ...show(reader.push(encodeLatin1(whole))), received: reader.received };
        expect(readInPieces(kind, whole, limit, cuts)).toEqual(atOnce);
      },
    );
    fc.assert(property, { seed: 20260101, numRuns: runs(1_000, 10_000) });
  });
});
