import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeLatin1 } from '../../src/wire/octet.ts';
import { buildReply, type NewField, parseReply, setCookies } from '../../src/wire/reply.ts';
import { runs } from '../property.ts';

const parse = (text: string) => parseReply(encodeLatin1(text));

describe('parsing', () => {
  test('status line and fields; content is not looked at', () => {
    expect(parse('HTTP/1.1 101 Yes\r\nA: b\r\n\r\n\x81\0')).toEqual({
      ok: true,
      value: {
        version: { major: 1, minor: 1 },
        status: 101,
        reason: 'Yes',
        fields: [{ name: 'A', value: 'b', span: { start: 18, end: 22 } }],
      },
    });
  });

  test.each([
    ['HTTP/1.1 1\r\n\r\n', 'no status of three digits', 9, 10],
    ['HTTP/1.1 101 \r\n: b\r\n\r\n', 'an empty field name', 15, 16],
  ])('%j is refused', (text, problem, start, end) => {
    expect(parse(text)).toEqual({ ok: false, problem, span: { start, end } });
  });
});

describe('building', () => {
  test.each([
    ['a reason', 'OK', 'HTTP/1.1 101 OK\r\nA: b\r\n\r\n'],
    ['no reason, the space nevertheless', '', 'HTTP/1.1 101 \r\nA: b\r\n\r\n'],
  ])('%s', (_, reason, text) => {
    const built = buildReply({ status: 101, reason, fields: [['A', 'b']] });
    expect(built.ok && built.text).toBe(text);
  });

  test('a body is counted in octets of UTF-8', () => {
    const built = buildReply({ status: 400, reason: 'Bad Request', fields: [['A', 'b']], body: 'é\n' });
    expect(built.ok && built.text).toBe(
      'HTTP/1.1 400 Bad Request\r\nA: b\r\n' +
        'Content-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n\r\n\xc3\xa9\n',
    );
  });

  test('an empty body is a body', () => {
    const built = buildReply({ status: 400, reason: '', fields: [], body: '' });
    expect(built.ok && built.text).toBe(
      'HTTP/1.1 400 \r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 0\r\n\r\n',
    );
  });

  const REASON = 'it has a control character, or a character beyond 8 bits';
  test.each([
    [99, 'a', 'status', 'it is not a number of three digits'],
    [1000, 'a', 'status', 'it is not a number of three digits'],
    [1.5, 'a', 'status', 'it is not a number of three digits'],
    [Number.NaN, 'a', 'status', 'it is not a number of three digits'],
    [101, 'a\r\nB: c', 'reason', REASON],
    [101, '\0', 'reason', REASON],
    [101, '\u0100', 'reason', REASON],
  ])('%d %j is refused', (status, reason, field, problem) => {
    expect(buildReply({ status, reason, fields: [] })).toEqual({ ok: false, field, problem });
  });

  test('a body keeps the type that it is given', () => {
    const built = buildReply({ status: 400, reason: '', fields: [['content-type', 'a/b']], body: 'x' });
    expect(built.ok && built.text).toBe('HTTP/1.1 400 \r\ncontent-type: a/b\r\nContent-Length: 1\r\n\r\nx');
  });

  test.each([
    [101, [], 'body', 'a reply with this status has no content'],
    [204, [], 'body', 'a reply with this status has no content'],
    [400, [['content-length', '1']], 'content-length', 'this field is added together with the body'],
    [
      400,
      [['Transfer-Encoding', 'chunked']],
      'Transfer-Encoding',
      'this field is added together with the body',
    ],
    [400, [['A', ' b']], 'A', 'its value begins or ends with white space'],
  ] as const)('%d with %j and a body is refused', (status, fields, field, problem) => {
    expect(buildReply({ status, reason: '', fields, body: 'x' })).toEqual({ ok: false, field, problem });
  });

  test('what is built parses back to the same', () => {
    const token = fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,9}$/);
    const reasons = fc.stringMatching(/^[\t -~\x80-\xff]{0,9}$/);
    const value = fc.stringMatching(/^([!-~\x80-\xff]([\t -~\x80-\xff]{0,9}[!-~\x80-\xff])?)?$/);
    const property = fc.property(
      fc.integer({ min: 100, max: 999 }),
      reasons,
      fc.array(fc.tuple(token, value)),
      (status, reason, fields: NewField[]) => {
        const built = buildReply({ status, reason, fields });
        expect(built.ok && parseReply(encodeLatin1(built.text))).toMatchObject({
          ok: true,
          value: { status, reason, fields: fields.map(([name, text]) => ({ name, value: text })) },
        });
      },
    );
    fc.assert(property, { seed: 20260101, numRuns: runs(200, 1_000) });
  });

  test('no way to inject a field: CR, LF and NUL are refused everywhere', () => {
    const bad = fc.tuple(fc.string(), fc.constantFrom('\r', '\n', '\0', '\r\n'), fc.string());
    const property = fc.property(
      bad.map((parts) => parts.join('')),
      (evil) => {
        expect(buildReply({ status: 101, reason: evil, fields: [] }).ok).toBe(false);
        expect(buildReply({ status: 101, reason: '', fields: [[evil, 'a']] }).ok).toBe(false);
        expect(buildReply({ status: 101, reason: '', fields: [['A', evil]] }).ok).toBe(false);
      },
    );
    fc.assert(property, { seed: 20260101, numRuns: runs(200, 1_000) });
  });
});

test('cookies come one by one, in order', () => {
  const fields = [
    { name: 'Set-Cookie', value: 'a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT' },
    { name: 'A', value: 'b' },
    { name: 'set-cookie', value: 'c=2' },
  ];
  expect(setCookies(fields)).toEqual(['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'c=2']);
});
