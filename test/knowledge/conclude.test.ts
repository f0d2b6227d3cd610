import { describe, expect, test } from 'vitest';
import { type Contraries, conclude, type FailureRow } from '../../src/knowledge/conclude.ts';

type Sign = 'a' | 'b' | 'c' | 'd';

const rows: readonly FailureRow<Sign>[] = [
  { id: 'server/one', where: 'server', title: 'One', likely: [['a']], excludes: ['d'] },
  { id: 'hop/two', where: 'hop', title: 'Two', certain: [['a', 'b']], likely: [['a']], possible: [['c']] },
  { id: 'client/aside', where: 'client', title: 'Aside', certain: [['c']], isAside: true },
];

const conclusions = (...signs: readonly Sign[]) =>
  conclude(rows, new Set(signs), []).map(({ row, confidence }) => [row.id, confidence]);

test('of equals the earlier row comes first', () => {
  expect(conclusions('a')).toEqual([
    ['server/one', 'likely'],
    ['hop/two', 'likely'],
  ]);
});

test('the surer row comes first', () => {
  expect(conclusions('a', 'b')).toEqual([
    ['hop/two', 'certain'],
    ['server/one', 'likely'],
  ]);
});

test('a combination needs all of its signs', () => {
  expect(conclusions('b')).toEqual([]);
});

test('a sign that excludes a row keeps it out', () => {
  expect(conclusions('a', 'd')).toEqual([['hop/two', 'likely']]);
});

test('what is only told beside comes last, however sure it is', () => {
  expect(conclusions('c')).toEqual([
    ['hop/two', 'possible'],
    ['client/aside', 'certain'],
  ]);
});

test('the signs by which a row is told are those of its surest combination', () => {
  expect(conclude(rows, new Set(['a', 'b', 'c']), [])[0]).toEqual({
    row: rows[1],
    confidence: 'certain',
    signs: ['a', 'b'],
    against: [],
  });
});

test('where something is certain, what is merely possible is left out', () => {
  const more: readonly FailureRow<Sign>[] = [
    { id: 'hop/sure', where: 'hop', title: 'Sure', certain: [['a']] },
    { id: 'server/maybe', where: 'server', title: 'Maybe', possible: [['a']] },
  ];
  expect(conclude(more, new Set(['a']), []).map(({ row }) => row.id)).toEqual(['hop/sure']);
});

describe('what is only told where nothing else is', () => {
  const rest: readonly FailureRow<Sign>[] = [
    { id: 'server/rest', where: 'server', title: 'Rest', possible: [['a']], isRest: true },
    { id: 'hop/rest', where: 'hop', title: 'Another', likely: [['b']], isRest: true },
    { id: 'hop/cause', where: 'hop', title: 'Cause', likely: [['c']] },
    { id: 'server/cause', where: 'server', title: 'Another cause', possible: [['d']] },
  ];
  const told = (...signs: readonly Sign[]) => conclude(rest, new Set(signs), []).map(({ row }) => row.id);

  test('is told where it is alone', () => {
    expect(told('a')).toEqual(['server/rest']);
    expect(told('a', 'b')).toEqual(['hop/rest', 'server/rest']);
  });

  test('is left out where there is a cause, even one that is less sure', () => {
    expect(told('a', 'c')).toEqual(['hop/cause']);
    expect(told('a', 'b', 'd')).toEqual(['server/cause']);
    expect(told('a', 'c', 'd')).toEqual(['hop/cause', 'server/cause']);
  });
});

test('any one of the signs that exclude a row keeps it out', () => {
  const row: FailureRow<Sign> = {
    ...{ id: 'server/kept-out', where: 'server', title: 'Kept out' },
    ...{ certain: [['a']], excludes: ['b', 'c'] },
  };
  expect(conclude([row], new Set(['a', 'b']), [])).toEqual([]);
  expect(conclude([row], new Set(['a', 'c']), [])).toEqual([]);
  expect(conclude([row], new Set(['a', 'd']), [])).toHaveLength(1);
});

describe('a sign that excludes another', () => {
  const contraries: Contraries = [
    ['d', 'b'],
    ['hop', 'c', 'likely'],
  ];
  const tell = (row: Partial<FailureRow<Sign>>, ...signs: readonly Sign[]) =>
    conclude([{ id: 'hop/a', where: 'hop', title: 'A', ...row }], new Set(signs), contraries)[0];

  test('lowers what is told by that alone', () => {
    expect(tell({ certain: [['b']] }, 'b')).toMatchObject({ confidence: 'certain', against: [] });
    expect(tell({ certain: [['b']] }, 'b', 'd')).toMatchObject({ confidence: 'possible', against: ['d'] });
    expect(tell({ certain: [['d']] }, 'b', 'd')).toMatchObject({ confidence: 'possible', against: ['b'] });
  });

  test('of a place leaves it likely, but for what accounts for it', () => {
    expect(tell({ certain: [['a']] }, 'a', 'c')).toMatchObject({ confidence: 'likely', against: ['c'] });
    expect(tell({ certain: [['a', 'c']] }, 'a', 'c')?.confidence).toBe('certain');
    expect(tell({ likely: [['a']] }, 'a', 'c')).toMatchObject({ confidence: 'likely', against: [] });
  });

  test('leaves alone what is told by others, or accounts for both', () => {
    expect(tell({ certain: [['b'], ['a']] }, 'a', 'b', 'd')).toMatchObject({
      confidence: 'certain',
      signs: ['a'],
    });
    expect(tell({ certain: [['b']], likely: [['a']] }, 'a', 'b', 'd')?.confidence).toBe('likely');
    expect(tell({ certain: [['b', 'd']] }, 'b', 'd')?.confidence).toBe('certain');
  });
});

test('what is merely possible is told beside what is likely', () => {
  const more: readonly FailureRow<Sign>[] = [
    { id: 'hop/likely', where: 'hop', title: 'Likely', likely: [['a']] },
    { id: 'server/maybe', where: 'server', title: 'Maybe', possible: [['a']] },
  ];
  expect(conclude(more, new Set(['a']), []).map(({ row }) => row.id)).toEqual(['hop/likely', 'server/maybe']);
});
