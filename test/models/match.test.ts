import { describe, expect, test } from 'vitest';
import { every, everyRule, first, firstRule, holds, type Pattern } from '../../models/match.ts';

interface Weather {
  readonly sky: 'clear' | 'overcast';
  readonly wind: 'none' | 'breeze' | 'gale';
}

describe('a pattern holds', () => {
  test.each<[Pattern<Weather>, boolean]>([
    [{}, true],
    [{ sky: 'clear' }, true],
    [{ sky: 'overcast' }, false],
    [{ wind: ['none', 'breeze'] }, true],
    [{ wind: ['none', 'gale'] }, false],
    [{ wind: [] }, false],
    [{ sky: 'clear', wind: 'breeze' }, true],
    [{ sky: 'clear', wind: 'gale' }, false],
    [{ sky: 'overcast', wind: 'breeze' }, false],
  ])('%j: %s', (pattern, is) => {
    expect(holds<Weather>(pattern, { sky: 'clear', wind: 'breeze' })).toBe(is);
  });
});

describe('of rules', () => {
  const rules = [
    { when: { sky: 'overcast' }, says: 'stay' },
    { when: { wind: ['none', 'breeze'] }, says: 'row' },
    { when: { sky: 'clear' }, says: 'swim' },
  ] as const;

  type R = (typeof rules)[number];

  test('the first is meant that is about the facts', () => {
    expect(firstRule<Weather, R>(rules, { sky: 'clear', wind: 'gale' })).toBe(rules[2]);
    expect(firstRule<Weather, R>(rules, { sky: 'clear', wind: 'breeze' })).toBe(rules[1]);
    expect(firstRule<Weather, R>(rules.slice(0, 1), { sky: 'clear', wind: 'none' })).toBeUndefined();
  });

  test('all are meant that are', () => {
    expect(everyRule<Weather, R>(rules, { sky: 'clear', wind: 'none' })).toEqual([rules[1], rules[2]]);
  });
});

describe('of the rows of a table', () => {
  const guards = { isClear: { sky: 'clear' }, isStill: { wind: 'none' }, otherwise: {} } as const;
  const rows = [
    { guard: 'isClear', when: { crew: 'bold' } },
    { guard: 'isClear', when: { crew: 'shy' } },
    { guard: 'isStill' },
    { guard: 'otherwise' },
  ] as const;
  type Each = { readonly guard: keyof typeof guards; readonly when?: Pattern<{ readonly crew: string }> };
  const table = { guards, rows: rows satisfies readonly Each[] as readonly Each[] }; // as a table has them
  const still: Weather = { sky: 'clear', wind: 'none' };

  test('the first decides whose pattern and choices hold', () => {
    expect(first(table, still, { crew: 'shy' })).toBe(rows[1]);
    expect(first(table, still, { crew: 'old' })).toBe(rows[2]);
    expect(
      first<Weather, { crew: string }, Each>(table, { sky: 'overcast', wind: 'gale' }, { crew: 'bold' }),
    ).toBe(rows[3]);
  });

  test('all count that hold', () => {
    expect(every(table, still, { crew: 'bold' })).toEqual([rows[0], rows[2], rows[3]]);
  });

  test('a table without one that holds is none', () => {
    expect(() =>
      first(
        { guards, rows: table.rows.slice(0, 3) },
        { ...still, sky: 'overcast', wind: 'gale' },
        { crew: 'bold' },
      ),
    ).toThrow('a table ends with a row that always holds');
  });
});
