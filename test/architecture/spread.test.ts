import { expect, test } from 'vitest';
import { readSources, withoutComments } from './source.ts';

/** The place behind the bracket that belongs to the one at a place. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if ('([{'.includes(text[at] ?? '')) depth += 1;
    if (')]}'.includes(text[at] ?? '')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** Literals that are spread into another literal as they are, by the beginning of their text. */
function findSpreadLiterals(text: string): readonly string[] {
  return [...text.matchAll(/\.\.\.(?=\(?[[{])/g)].flatMap(({ index }) => {
    const behind = text.slice(closing(text, index + 3));
    return /^\s*[,\]}]/.test(behind) ? [text.slice(index, index + 40)] : [];
  });
}

test('a literal that is spread is found, and what is made of one is not', () => {
  expect(findSpreadLiterals("[...['a', 'b'], ...(['c'] as const), ...['d'].map(f), ...['e']]")).toHaveLength(
    3,
  );
  expect(findSpreadLiterals('({ ...{ a, b: [1] }, ...(c ? { d } : {}), ...e })')).toHaveLength(1);
});

test('no source spreads a literal into a literal', () => {
  const spreading = [...readSources()].filter(
    ([, text]) => findSpreadLiterals(withoutComments(text)).length > 0,
  );
  expect(spreading.map(([path]) => path)).toEqual([]);
});
