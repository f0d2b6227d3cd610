import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeLatin1 } from '../../src/wire/octet.ts';
import { buildRequest, type NewField, parseRequest } from '../../src/wire/request.ts';
import { runs } from '../property.ts';

const parse = (text: string) => parseRequest(encodeLatin1(text));

describe('parsing', () => {
  test('request line and fields', () => {
    expect(parse('GET /chat HTTP/1.1\r\nHost: a\r\nUpgrade:\twebsocket \r\n\r\n')).toEqual({
      ok: true,
      value: {
        method: 'GET',
        target: '/chat',
        version: { major: 1, minor: 1 },
        fields: [
          { name: 'Host', value: 'a', span: { start: 20, end: 27 } },
          { name: 'Upgrade', value: 'websocket', span: { start: 29, end: 48 } },
        ],
      },
    });
  });

  test.each([
    ['', 'a request line that does not begin with a method', 0, 0],
    ['GET / HTTP/1.1', 'no empty line at the end of the head', 14, 14],
    ['GET / HTTP/1.1\r\nA: b\r\n', 'no empty line at the end of the head', 22, 22],
    ['GET / http/1.1\r\n\r\n', 'no HTTP version at the end of the line', 6, 7],
    ['GET / HTTP/1.1\r\nA : b\r\n\r\n', 'white space before the colon', 17, 18],
    ['GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n', 'a folded line (obs-fold)', 22, 23],
  ])('%j is refused, at octets of the head', (text, problem, start, end) => {
    expect(parse(text)).toEqual({ ok: false, problem, span: { start, end } });
  });
});

describe('building', () => {
  test('request line, fields, empty line', () => {
    const built = buildRequest({
      method: 'GET',
      target: '/',
      fields: [
        ['Host', 'a'],
        ['X', ''],
      ],
    });
    expect(built).toEqual({ ok: true, text: 'GET / HTTP/1.1\r\nHost: a\r\nX: \r\n\r\n' });
  });

  const METHOD = 'it is not a token';
  const TARGET = 'it is empty, or has characters other than visible ones';
  test.each([
    ['', '/', 'method', METHOD],
    ['G T', '/', 'method', METHOD],
    ['GET /x HTTP/1.1\r\nA:', '/', 'method', METHOD],
    ['GET', '', 'target', TARGET],
    ['GET', '/ HTTP/1.1', 'target', TARGET],
    ['GET', '/ HTTP/1.1\r\nA: b\r\n\r\nGET /', 'target', TARGET],
    ['GET', '/\u0100', 'target', TARGET],
  ])('%j %j is refused', (method, target, field, problem) => {
    expect(buildRequest({ method, target, fields: [] })).toEqual({ ok: false, field, problem });
  });

  const NAME = 'its name is not a token';
  const VALUE = 'its value has a control character, or a character beyond 8 bits';
  const SPACE = 'its value begins or ends with white space';
  test.each([
    ['', 'a', NAME],
    ['A:', 'a', NAME],
    ['A ', 'a', NAME],
    ['A\r\nB', 'a', NAME],
    ['A', 'a\r\nB: c', VALUE],
    ['A', 'a\rb', VALUE],
    ['A', 'a\nb', VALUE],
    ['A', 'a\0b', VALUE],
    ['A', '\x7f', VALUE],
    ['A', '\u0141', VALUE],
    ['A', ' a', SPACE],
    ['A', 'a ', SPACE],
    ['A', 'a\t', SPACE],
    ['A', ' ', SPACE],
  ])('a field %j with %j is refused', (name, value, problem) => {
    const fields: NewField[] = [
      ['Host', 'a'],
      [name, value],
    ];
    expect(buildRequest({ method: 'GET', target: '/', fields })).toEqual({ ok: false, field: name, problem });
  });
});

describe('properties', () => {
  const token = fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,9}$/);
  const target = fc.stringMatching(/^[!-~\x80-\xff]{1,9}$/);
  const value = fc.stringMatching(/^([!-~\x80-\xff]([\t -~\x80-\xff]{0,9}[!-~\x80-\xff])?)?$/);

  test('what is built parses back to the same', () => {
    const fields = fc.array(fc.tuple(token, value));
    const property = fc.property(token, target, fields, (method, path, pairs) => {
      const built = buildRequest({ method, target: path, fields: pairs });
      expect(built.ok && parseRequest(encodeLatin1(built.text))).toMatchObject({
        ok: true,
        value: { method, target: path, fields: pairs.map(([name, text]) => ({ name, value: text })) },
      });
    });
    fc.assert(property, { seed: 20260101, numRuns: runs(200, 1_000) });
  });

  test('whatever is asked for, it parses back to the same or is refused', () => {
    const any = fc.string({ unit: fc.constantFrom('a', ' ', '\t', ':', '\r', '\n', '\0', '\xe9', '\u010d') });
    const property = fc.property(any, any, any, any, (method, path, name, text) => {
      const built = buildRequest({ method, target: path, fields: [[name, text]] });
      const parsed = built.ok ? parseRequest(encodeLatin1(built.text)) : null;
      const same = { ok: true, value: { method, target: path, fields: [{ name, value: text }] } };
      expect(parsed ?? same).toMatchObject(same);
    });
    fc.assert(property, { seed: 20260101, numRuns: runs(1_000, 10_000) });
  });

  test('no way to inject a field: CR, LF and NUL are refused in names and values', () => {
    const bad = fc.tuple(fc.string(), fc.constantFrom('\r', '\n', '\0', '\r\n'), fc.string());
    const property = fc.property(
      token,
      value,
      bad.map((parts) => parts.join('')),
      (name, text, evil) => {
        expect(buildRequest({ method: 'GET', target: '/', fields: [[name, evil]] }).ok).toBe(false);
        expect(buildRequest({ method: 'GET', target: '/', fields: [[evil, text]] }).ok).toBe(false);
        expect(buildRequest({ method: 'GET', target: evil, fields: [] }).ok).toBe(false);
        expect(buildRequest({ method: evil, target: '/', fields: [] }).ok).toBe(false);
      },
    );
    fc.assert(property, { seed: 20260101, numRuns: runs(200, 1_000) });
  });

  test('8-bit octets travel as they are', () => {
    const built = buildRequest({ method: 'GET', target: '/', fields: [['A', '\x80\xff']] });
    expect(built.ok && built.text).toBe('GET / HTTP/1.1\r\nA: \x80\xff\r\n\r\n');
  });
});
