import { describe, expect, test } from 'vitest';
import { parseTarget } from '../../src/wire/target.ts';

describe('origin-form = absolute-path [ "?" query ]', () => {
  test.each([
    ['/', '/', null],
    ['/chat', '/chat', null],
    ['/chat?', '/chat', ''],
    ['//a/../b;c=d@e:f?g?h/i&%C3%A9', '//a/../b;c=d@e:f', 'g?h/i&%C3%A9'],
  ])('%j', (target, path, query) => {
    expect(parseTarget(target)).toEqual({ form: 'origin', path, query });
  });
});

describe('absolute-form = absolute-URI', () => {
  test.each([
    ['http://example.com', 'http', 'example.com', '/', null],
    ['WS://Example.com:80/a?b', 'ws', 'Example.com:80', '/a', 'b'],
    ['wss://[::1]?', 'wss', '[::1]', '/', ''],
  ])('%j', (target, scheme, authority, path, query) => {
    expect(parseTarget(target)).toEqual({ form: 'absolute', scheme, authority, path, query });
  });
});

test.each(['example.com:443', '[::1]:1', 'a:70000'])('authority-form = uri-host ":" port: %j', (target) => {
  expect(parseTarget(target)).toEqual({ form: 'authority', authority: target });
});

test('asterisk-form = "*"', () => {
  expect(parseTarget('*')).toEqual({ form: 'asterisk' });
});

describe('everything else is malformed', () => {
  test.each([
    ['', 'no form of a request target', 0, 0],
    ['chat', 'no form of a request target', 0, 4],
    ['?a', 'no form of a request target', 0, 2],
    ['**', 'no form of a request target', 0, 2],
    ['a:', 'no form of a request target', 0, 2],
    ['[::1]', 'no form of a request target', 0, 5],
    ['urn:a', 'no form of a request target', 0, 5],
    ['u@h:80', 'no form of a request target', 0, 6],
    ['1http://a/', 'no form of a request target', 0, 10],
    ['http:///a', 'an authority that is no host', 7, 7],
    ['http://u@h/', 'an authority that is no host', 7, 10],
    ['http://a:b/', 'an authority that is no host', 7, 10],
    ['/a#b', 'a fragment', 2, 3],
    ['/#', 'a fragment', 1, 2],
    ['ws://a#', 'a fragment', 6, 7],
    ['/a%', 'a percent sign without two hexadecimal digits', 2, 3],
    ['/a?%4', 'a percent sign without two hexadecimal digits', 3, 4],
    ['ws://a/%zz', 'a percent sign without two hexadecimal digits', 7, 8],
    ['/[', 'an octet that no path or query has', 1, 2],
    ['/a?b|', 'an octet that no path or query has', 4, 5],
    ['/\xe9', 'an octet that no path or query has', 1, 2],
    ['/a b', 'an octet that no path or query has', 2, 3],
    ['/\\', 'an octet that no path or query has', 1, 2],
  ])('%j', (target, problem, start, end) => {
    expect(parseTarget(target)).toEqual({ form: 'malformed', problem, span: { start, end } });
  });
});
