import { describe, expect, test } from 'vitest';
import { replyContent, requestContent } from '../../src/wire/content.ts';
import type { Field } from '../../src/wire/field.ts';

const field = (name: string, value: string): Field => ({ name, value, span: { start: 0, end: 0 } });
const length = (value: string): Field => field('Content-Length', value);
const coding = (value: string): Field => field('transfer-encoding', value);

const badLength = (problem: string) => ({ kind: 'malformed', what: 'length', problem });
const badCoding = (problem: string) => ({ kind: 'malformed', what: 'coding', problem });
const NO_NUMBER = badLength('a content length that is no decimal number');
const DIFFERENT = badLength('content lengths that differ');
const BOTH = {
  ...{ kind: 'malformed', what: 'both' },
  problem: 'both a transfer coding and a content length',
} as const;
const NO_TOKEN = badCoding('a transfer coding that is no token');
const TWICE = badCoding('chunked applied more than once');
const NOT_CHUNKED = badCoding('a transfer coding that does not end in chunked');

const ALIKE = [
  ['a length', [length('5')], { kind: 'length', octets: 5 }],
  ['no length to speak of', [length('0')], { kind: 'none' }],
  ['a length that is repeated', [length('5'), length('5')], { kind: 'length', octets: 5 }],
  ['a length that is listed', [length('5, 5,')], { kind: 'length', octets: 5 }],
  ['leading zeros', [length('007')], { kind: 'length', octets: 7 }],
  ['the longest there is', [length('9007199254740991')], { kind: 'length', octets: 9007199254740991 }],
  ['one more', [length('9007199254740992')], badLength('a content length beyond counting')],
  ['two lengths', [length('5'), length('6')], DIFFERENT],
  ['two lengths listed', [length('5, 6')], DIFFERENT],
  ['one length written in two ways', [length('5, 05')], DIFFERENT],
  ['an empty length', [length('')], NO_NUMBER],
  ['a sign', [length('+5')], NO_NUMBER],
  ['another base', [length('0x5')], NO_NUMBER],
  ['a fraction', [length('5.0')], NO_NUMBER],
  ['chunked', [coding('chunked')], { kind: 'chunked' }],
  ['chunked in any case', [coding('Chunked')], { kind: 'chunked' }],
  ['chunked last', [coding('gzip'), coding('chunked')], { kind: 'chunked' }],
  ['chunked twice', [coding('chunked, chunked')], TWICE],
  ['chunked with a parameter', [coding('chunked;a=b')], NO_TOKEN],
  ['no coding name', [coding('"chunked"')], NO_TOKEN],
  ['a coding and a length', [coding('chunked'), length('5')], BOTH],
  ['a coding that is malformed, and a length', [coding('chunked, chunked'), length('5')], TWICE],
] as const;

describe('a request', () => {
  test.each([
    ...ALIKE,
    ['neither', [field('Host', 'a')], { kind: 'none' }],
    ['chunked not last', [coding('chunked, gzip')], NOT_CHUNKED],
    ['another coding', [coding('identity')], NOT_CHUNKED],
    ['an empty list of codings', [coding('')], NOT_CHUNKED],
  ] as const)('%s', (_, fields, content) => {
    expect(requestContent(fields)).toEqual(content);
  });
});

describe('a reply', () => {
  test.each([
    ...ALIKE,
    ['neither', [], { kind: 'untilClose' }],
    ['chunked not last', [coding('chunked, gzip')], { kind: 'untilClose' }],
    ['an empty list of codings', [coding('')], { kind: 'untilClose' }],
  ] as const)('%s', (_, fields, content) => {
    expect(replyContent(400, fields)).toEqual(content);
  });

  test.each([100, 101, 199, 204, 304])('%i never has content', (status) => {
    expect(replyContent(status, [length('5'), coding('chunked')])).toEqual({ kind: 'none' });
  });

  test.each([99, 200, 205, 303])('%i may have', (status) => {
    expect(replyContent(status, [length('5')])).toEqual({ kind: 'length', octets: 5 });
  });
});
