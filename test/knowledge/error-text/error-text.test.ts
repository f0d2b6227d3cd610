import { expect, test } from 'vitest';
import { errorTextRows } from '../../../src/knowledge/error-text/error-text.ts';
import { textExpectations } from './error-text-expectation.ts';

/** As texts reach the rows: on one line, with straight quotation marks. */
function flatten(text: string): string {
  return text.replaceAll('\u2019', "'").replaceAll(/\s+/g, ' ').trim();
}

test.each(textExpectations)('$row is the first row that fits: $text', ({ row, text }) => {
  expect(errorTextRows.find(({ pattern }) => pattern.test(flatten(text)))?.id).toBe(row);
});

test('every row is reached by a text', () => {
  const reached = new Set(textExpectations.map(({ row }) => row));
  expect(errorTextRows.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([]);
});

test('every row has an id of its own', () => {
  const ids = errorTextRows.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('patterns keep no place between two texts', () => {
  expect(errorTextRows.filter(({ pattern }) => /[gy]/.test(pattern.flags)).map(({ id }) => id)).toEqual([]);
});

test('meanings are one or two sentences', () => {
  const odd = errorTextRows.filter(
    ({ meaning }) => !/^[A-Z\w].*\.$/.test(meaning) || meaning.split(/\. (?=[A-Z])/).length > 2,
  );
  expect(odd.map(({ id, meaning }) => `${id}: ${meaning}`)).toEqual([]);
});
