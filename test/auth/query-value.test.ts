import { describe, expect, test } from 'vitest';
import { decodeQueryPart, encodeQueryPart } from '../../src/auth/query-value.ts';

describe('a part of a query is encoded where a query could not carry it', () => {
  test.each([
    ['abc-._~/:@?=', 'abc-._~/:@?='],
    ['a+b', 'a%2Bb'],
    ['a/b+c', 'a%2Fb%2Bc'],
    ['a&b', 'a%26b'],
    ['a;b', 'a%3Bb'],
    ['a#b', 'a%23b'],
    ['a b', 'a%20b'],
    ['100%', '100%25'],
    ['%2', '%252'],
    ['schl\u00fcssel', 'schl%C3%BCssel'],
    ['', ''],
  ])('%j', (text, encoded) => {
    expect(encodeQueryPart(text)).toBe(encoded);
    expect(decodeQueryPart(encoded)).toBe(text);
  });

  test.each([
    ['a%2Bb', 'a+b'],
    ['a%2bb', 'a+b'],
    ['%61', 'a'],
    ['%25+', '% '],
  ])('%j is encoded already, and stays', (text, decoded) => {
    expect(encodeQueryPart(text)).toBe(text);
    expect(decodeQueryPart(text)).toBe(decoded);
  });

  test.each(['%2B b', '%2B&', '%2B%', '%2Bé'])('%j is not', (text) => {
    expect(decodeQueryPart(encodeQueryPart(text))).toBe(text);
  });

  test('what has no encoding throws', () => {
    expect(() => encodeQueryPart('\ud800')).toThrow(URIError);
  });
});
