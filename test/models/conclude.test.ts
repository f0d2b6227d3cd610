import { expect, test } from 'vitest';
import { conclude, type FailureRow } from '../../models/conclude.ts';

type Sign = 'a' | 'b' | 'c' | 'd';

const rows: readonly FailureRow<Sign>[] = [
  { id: 'server/one', where: 'server', title: 'One', likely: [['a']], excludes: ['d'] },
  { id: 'hop/two', where: 'hop', title: 'Two', certain: [['a', 'b']], likely: [['a']], possible: [['c']] },
  { id: 'client/aside', where: 'client', title: 'Aside', certain: [['c']], isAside: true },
];

const conclusions = (...signs: readonly Sign[]) =>
  conclude(rows, new Set(signs)).map(({ row, confidence }) => [row.id, confidence]);

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
  expect(conclude(rows, new Set(['a', 'b', 'c']))[0]).toEqual({
    row: rows[1],
    confidence: 'certain',
    signs: ['a', 'b'],
  });
});

test('where something is certain, what is merely possible is left out', () => {
  const more: readonly FailureRow<Sign>[] = [
    { id: 'hop/sure', where: 'hop', title: 'Sure', certain: [['a']] },
    { id: 'server/maybe', where: 'server', title: 'Maybe', possible: [['a']] },
  ];
  expect(conclude(more, new Set(['a'])).map(({ row }) => row.id)).toEqual(['hop/sure']);
});
