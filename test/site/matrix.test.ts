import { describe, expect, test } from 'vitest';
import { makeMatrix } from '../../scripts/docs/matrix-file.ts';
import { filterMatrix } from '../../site/matrix/filter.ts';
import { initial, type PageState, readFragment, writeFragment } from '../../site/matrix/state.ts';
import { finding, named } from '../docs/matrix/made-up.ts';

describe('the address of the page', () => {
  const changed: PageState = {
    role: 'client',
    rows: 'all',
    language: 'C++',
    level: 'MUST',
    layer: 'http',
    broken: true,
    text: 'key & §4.2.1',
    name: 'node:http',
    cell: { slug: 'ws', clause: 'rfc6455/4.1/key-fresh' },
  };

  test('says all that is shown', () => {
    expect(readFragment(writeFragment(changed))).toEqual(changed);
  });

  test('says nothing of what is shown at first', () => {
    expect(writeFragment(initial)).toBe('');
    expect(readFragment('')).toEqual(initial);
  });

  test('can be read', () => {
    const cell = { slug: 'ws', clause: 'rfc6455/4.1/key-fresh' };
    expect(writeFragment({ ...initial, role: 'client', cell })).toBe(
      'role=client&cell=ws~rfc6455/4.1/key-fresh',
    );
  });

  test.each(['role=nobody', 'rows=', 'level=must', 'broken=maybe', 'cell=ws', 'nothing'])(
    'is passed over where it says %s',
    (fragment) => {
      expect(readFragment(fragment)).toEqual(initial);
    },
  );
});

describe('of what is there is shown', () => {
  const breaking = named('b', {
    language: 'C',
    layers: { http: 'llhttp' },
    verdicts: { 'rfc6455/4.2.1/method-get': 'fail', 'rfc6455/4.2.1/key-present': 'pass' },
    findings: [finding],
  });
  const matrix = makeMatrix([named('a'), breaking]);
  const show = (changes: Partial<PageState>) => {
    const { rows, families } = filterMatrix(matrix, { ...initial, ...changes });
    return [rows.map(({ clause }) => clause.replace(/^.*\//, '')), families.map(({ name }) => name)];
  };
  const [method, choice, key] = ['method-get', 'extensions-accepted', 'key-present'];

  test.each<[string, Partial<PageState>, unknown]>([
    [
      'what differs',
      {},
      [
        [method, choice],
        ['b', 'a'],
      ],
    ],
    ['what does not', { rows: 'agreed' }, [[key], ['b', 'a']]],
    [
      'both',
      { rows: 'all' },
      [
        [method, choice, key],
        ['b', 'a'],
      ],
    ],
    ['a language', { language: 'Go' }, [[method, choice], ['a']]],
    ['a level', { level: 'MAY' }, [[choice], ['b', 'a']]],
    ['what is broken', { rows: 'all', broken: true }, [[method], ['b', 'a']]],
    ['what is broken by those that are shown', { broken: true, language: 'Go' }, [[], ['a']]],
    ['what the library decides', { layer: 'library' }, [[method], ['b', 'a']]],
    ['what the application decides', { layer: 'application' }, [[], ['b', 'a']]],
    ['words of clauses', { rows: 'all', text: 'GET 4.2.1' }, [[method], ['b', 'a']]],
    ['words of a finding', { rows: 'all', text: 'answers head' }, [[method], ['b', 'a']]],
    ['words of a set-up', { name: 'LLHTTP' }, [[method], ['b']]],
    ['another role', { role: 'proxy' }, [[], []]],
  ])('%s', (_what, changes, wanted) => {
    expect(show(changes)).toEqual(wanted);
  });
});
