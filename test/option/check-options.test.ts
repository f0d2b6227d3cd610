import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkOptions } from '../../src/option/check-options.ts';
import { type HeaderInput, listHeaders, listTexts, readUrl } from '../../src/option/input.ts';
import { callback, flagOr, listOf, number, objectOf, oneOf, text, wholeFrom } from '../../src/option/kind.ts';
import { findNearestName } from '../../src/option/nearest-name.ts';
import { runs } from '../property.ts';

interface Options {
  readonly host?: string;
  readonly mode?: 'a' | 'b';
  readonly runs?: number;
  readonly limits?: { readonly fields?: number };
  readonly offers?: boolean | readonly { readonly bits?: number }[];
  readonly onEnd?: () => void;
}

const kind = objectOf<Options>({
  host: text,
  mode: oneOf('a', 'b'),
  runs: wholeFrom(0),
  limits: objectOf({ fields: number }),
  offers: flagOr(listOf({ bits: number }), 'a list of objects'),
  onEnd: callback,
});

describe('options of the right kinds pass', () => {
  test.each<Options>([
    {},
    { host: '', mode: 'b', runs: 0, limits: {}, offers: [], onEnd: () => {} },
    { limits: { fields: 1 }, offers: [{ bits: 1 }, {}] },
    { offers: true },
    { host: undefined } as unknown as Options, // as JavaScript may
  ])('%j', (options) => {
    expect(() => checkOptions('play', options, kind)).not.toThrow();
  });
});

describe('what only types would find is a TypeError', () => {
  test.each([
    [{ hots: 'a' }, 'play has no option `hots`. Did you mean `host`?'],
    [{ HOST: 'a' }, 'play has no option `HOST`. Did you mean `host`?'],
    [{ zzz: 1 }, 'play has no option `zzz`. It knows `host`, `mode`, `runs`, `limits`, `offers`, `onEnd`.'],
    [{ constructor: 1 }, 'play has no option `constructor`. It knows'],
    [{ zzz: undefined }, 'play has no option `zzz`.'],
    [Object.create({ zzz: 1 }), 'play has no option `zzz`.'],
    [{ host: 1 }, 'the option `host` of play is a number: a string was expected'],
    [{ host: null }, 'the option `host` of play is null: a string was expected'],
    [{ mode: 'c' }, 'the option `mode` of play is "c": "a" or "b" was expected'],
    [{ runs: 1.5 }, 'the option `runs` of play is 1.5: a whole number from 0 to 2147483647 was expected'],
    [{ limits: [] }, 'the option `limits` of play is a list: an object was expected'],
    [{ limits: { field: 1 } }, 'play has no option `limits.field`. Did you mean `limits.fields`?'],
    [{ limits: { fields: 'a' } }, 'the option `limits.fields` of play is a string: a number was expected'],
    [{ offers: [{}, { bit: 1 }] }, 'play has no option `offers[1].bit`. Did you mean `offers[1].bits`?'],
    [
      { offers: 'a' },
      'the option `offers` of play is a string: true or false, or a list of objects was expected',
    ],
    [{ offers: [{}, 'a'] }, 'the option `offers[1]` of play is a string: an object was expected'],
    [{ runs: 's3cret' }, 'the option `runs` of play is a string: a whole number from 0'],
    [{ runs: Number.NaN }, 'the option `runs` of play is a number: a whole number from 0'],
    [{ onEnd: 'a' }, 'the option `onEnd` of play is a string: a function was expected'],
    [null, 'play: an object of options was expected, and not null'],
    ['a', 'play: an object of options was expected, and not a string'],
    [[], 'play: an object of options was expected, and not a list'],
  ])('%j', (options, message) => {
    const check = () => checkOptions('play', options as unknown as Options, kind); // as JavaScript may
    expect(check).toThrow(TypeError);
    expect(check).toThrow(message);
  });

  test('with the place of options that stand inside others', () => {
    const options = { hots: 1 } as unknown as Options; // as JavaScript may
    expect(() => checkOptions('play', options, kind, 'routes["/a"].')).toThrow(
      'play has no option `routes["/a"].hots`. Did you mean `routes["/a"].host`?',
    );
  });

  test('and does not tell a value that may be a secret', () => {
    const options = { limits: 's3cret' } as unknown as Options; // as JavaScript may
    expect(() => checkOptions('play', options, kind)).toThrow(/^(?!.*s3cret)/);
  });
});

describe('the nearest name', () => {
  test.each([
    ['subprotocol', 'subprotocols'],
    ['protocols', 'subprotocols'],
    ['subprotcols', 'subprotocols'],
    ['origin', 'origins'],
    ['roigins', 'origins'],
    ['header', 'headers'],
    ['Headers', 'headers'],
    ['port', null],
    ['x', null],
    ['', null],
  ])('of %j is %j', (name, nearest) => {
    expect(findNearestName(name, ['subprotocols', 'origins', 'headers', 'host'])).toBe(nearest);
  });

  test('of a known one is that, and one letter away it is still found', () => {
    const known = ['subprotocols', 'permessageDeflate', 'deadline'];
    const changed = fc.tuple(fc.constantFrom(...known), fc.nat(7), fc.constantFrom('', 'q', 'qq'));
    fc.assert(
      fc.property(changed, ([name, at, put]) => {
        expect(findNearestName(name, known)).toBe(name);
        expect(findNearestName(name.slice(0, at) + put + name.slice(at + 1), known)).toBe(name);
      }),
      { seed: 20_261_121, numRuns: runs(100, 300) },
    );
  });
});

describe('headers', () => {
  const web = new Headers([['X-A', 'b']]);
  web.append('Set-Cookie', 'a=b');
  web.append('Set-Cookie', 'c=d');
  test.each<[string, HeaderInput | undefined, readonly (readonly [string, string])[]]>([
    ['nothing', undefined, []],
    ['an empty record', {}, []],
    [
      'a record',
      { 'X-A': 'b', 'X-C': 'd' },
      [
        ['X-A', 'b'],
        ['X-C', 'd'],
      ],
    ],
    [
      'a record with several values',
      { 'X-A': ['b', 'c'], 'X-D': [] },
      [
        ['X-A', 'b'],
        ['X-A', 'c'],
      ],
    ],
    [
      'a list of pairs',
      [
        ['X-A', 'b'],
        ['X-A', 'c'],
      ],
      [
        ['X-A', 'b'],
        ['X-A', 'c'],
      ],
    ],
    [
      'a Headers',
      web,
      [
        ['set-cookie', 'a=b'],
        ['set-cookie', 'c=d'],
        ['x-a', 'b'],
      ],
    ],
    ['a Map', new Map([['X-A', 'b']]), [['X-A', 'b']]],
    ['the entries of one, once', new Map([['X-A', 'b']]).entries(), [['X-A', 'b']]],
  ])('%s', (_, given, fields) => {
    expect(listHeaders('play', given)).toEqual(fields);
  });

  test.each([
    [['X-A: b'], 'a string in it: a pair of a name and a value'],
    [[['X-A']], 'a list in it: a pair of a name and a value'],
    [[['X-A', 'b', 'c']], 'a list in it: a pair of a name and a value'],
    [[[1, 'b']], 'a number in it: the name of a field'],
    [{ 'X-A': 1 }, 'a number in it: a string as the value of X-A'],
    [{ 'X-A': undefined }, 'undefined in it: a string as the value of X-A'],
    [{ 'X-A': ['b', null] }, 'null in it: a string as the value of X-A'],
  ])('%j are none', (given, problem) => {
    const list = () => listHeaders('play', given as unknown as HeaderInput); // as JavaScript may
    expect(list).toThrow(new TypeError(`the option \`headers\` of play has ${problem} was expected`));
  });
});

test('one text or several are a list', () => {
  expect([listTexts('a'), listTexts(['a', 'b']), listTexts([]), listTexts(undefined)]).toEqual([
    ['a'],
    ['a', 'b'],
    [],
    [],
  ]);
});

test('a URL is taken as text and as URL, and nothing else is one', () => {
  expect(readUrl('play', 'ws://a/b')).toBe('ws://a/b');
  expect(readUrl('play', new URL('ws://a/b'))).toBe('ws://a/b');
  const none = { href: 'ws://a/b' } as unknown as URL; // as JavaScript may
  expect(() => readUrl('play', none)).toThrow(
    new TypeError('play: a URL was expected, as a string or a URL, and not an object'),
  );
});
