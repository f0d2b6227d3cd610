import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildExtensionList, parseExtensionList } from '../../src/wire/extension.ts';
import { runs } from '../property.ts';

describe('extension-list = 1#extension', () => {
  test('the examples of §9.1', () => {
    expect(parseExtensionList('foo, bar; baz=2')).toEqual({
      ok: true,
      value: [
        { name: 'foo', parameters: [] },
        { name: 'bar', parameters: [{ name: 'baz', value: '2' }] },
      ],
    });
    expect(parseExtensionList('mux; max-channels=4; flow-control, deflate-stream')).toEqual({
      ok: true,
      value: [
        {
          name: 'mux',
          parameters: [
            { name: 'max-channels', value: '4' },
            { name: 'flow-control', value: null },
          ],
        },
        { name: 'deflate-stream', parameters: [] },
      ],
    });
  });

  test.each([
    'foo;bar=1',
    'foo;bar="1"',
    'foo;bar="\\1"',
    ' \tfoo\t; bar =\t1 ',
    ', ,foo ; bar = "1" , ,',
    ',foo;bar=1,',
  ])('%j', (value) => {
    expect(parseExtensionList(value)).toEqual({
      ok: true,
      value: [{ name: 'foo', parameters: [{ name: 'bar', value: '1' }] }],
    });
  });

  test.each([
    ['', 'no extension', 0, 0],
    [' , ,', 'no extension', 0, 4],
    ['=[', 'no extension name', 0, 1],
    ['; foo', 'no extension name', 0, 1],
    ['"foo"', 'no extension name', 0, 1],
    ['a, \x01', 'no extension name', 3, 4],
    ['foo;', 'no parameter name', 4, 4],
    ['foo; ;', 'no parameter name', 5, 6],
    ['foo;=', 'no parameter name', 4, 5],
    ['foo;=1', 'no parameter name', 4, 5],
    ['foo;, bar', 'no parameter name', 4, 5],
    ['foo; bar=', 'no parameter value that is a token', 9, 9],
    ['foo; bar= , a', 'no parameter value that is a token', 10, 11],
    ['foo; bar=""', 'no parameter value that is a token', 9, 10],
    ['foo; bar="a b"', 'no parameter value that is a token', 9, 10],
    ['foo; bar="a', 'no parameter value that is a token', 9, 10],
    ['foo; bar="a\\"', 'no parameter value that is a token', 9, 10],
    ['foo; bar=[', 'no parameter value that is a token', 9, 10],
    ['foo bar', 'no comma after an extension', 4, 5],
    ['foo=1', 'no comma after an extension', 3, 4],
    ['foo; bar=1 2', 'no comma after an extension', 11, 12],
    ['foo; bar="1"2', 'no comma after an extension', 12, 13],
    ['foo\x00', 'no comma after an extension', 3, 4],
    ['foo\r\n bar', 'no comma after an extension', 3, 4],
    ['fo\xf6', 'no comma after an extension', 2, 3],
  ])('%j is refused', (value, problem, start, end) => {
    expect(parseExtensionList(value)).toEqual({ ok: false, problem, span: { start, end } });
  });
});

describe('building', () => {
  test('parameters with and without a value', () => {
    expect(
      buildExtensionList([
        {
          name: 'a',
          parameters: [
            { name: 'b', value: null },
            { name: 'c', value: '15' },
          ],
        },
        { name: 'd', parameters: [] },
      ]),
    ).toBe('a; b; c=15, d');
  });

  test('what is built parses back to the same', () => {
    const token = fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/);
    const parameter = fc.record({ name: token, value: fc.option(token) });
    const extension = fc.record({ name: token, parameters: fc.array(parameter) });
    const property = fc.property(fc.array(extension, { minLength: 1 }), (extensions) => {
      expect(parseExtensionList(buildExtensionList(extensions))).toEqual({ ok: true, value: extensions });
    });
    fc.assert(property, { seed: 20260101, numRuns: runs(100, 1_000) });
  });
});
