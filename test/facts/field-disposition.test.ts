import { describe, expect, test } from 'vitest';
import { type FieldKind, readDisposition } from '../../src/facts/field-disposition.ts';

describe('what became of a field', () => {
  test.each<[FieldKind, readonly string[], readonly string[], string]>([
    ['single', ['a'], ['a'], 'kept'],
    ['single', ['a'], ['A'], 'changed'],
    ['single', ['a, b'], ['a,b'], 'changed'],
    ['single', ['a', 'b'], ['a, b'], 'merged'],
    ['single', ['a, b'], ['a', 'b'], 'split'],
    ['single', ['a'], ['a', 'a'], 'doubled'],
    ['list', ['a, b'], ['a,, b'], 'kept'],
    ['list', ['a, b'], ['a', 'b'], 'split'],
    ['list', ['a, b'], ['b, a'], 'changed'],
    ['list', ['a, b'], ['A, b'], 'changed'],
    ['list', ['a, b'], ['a, b, b'], 'doubled'],
    ['list', ['a, b'], ['a, b, c'], 'changed'],
    ['list', ['a, b\xa0'], ['a, b'], 'changed'],
    ['list', ['a, b\t'], ['a, b'], 'kept'],
    ['caselessList', ['a, b'], ['A, B'], 'kept'],
    ['extensionList', ['x; y="1"'], ['x;y=1'], 'kept'],
    ['extensionList', ['x; y=1'], ['x; y=2'], 'changed'],
  ])('%s: %j as %j is %s', (kind, before, behind, disposition) => {
    expect(readDisposition(kind, before, behind)).toBe(disposition);
  });

  test.each([
    ['a, b', 'b, a, a'],
    ['b, a', 'a, b, a'],
    ['b, a', 'b, b, a, a'],
  ])('%j as %j is doubled, in whatever order', (before, behind) => {
    expect(readDisposition('list', [before], [behind])).toBe('doubled');
  });

  test('a letter beyond ASCII is not two others that it may be written with', () => {
    expect(readDisposition('caselessList', ['\xdf'], ['SS'])).toBe('changed');
  });
});
