import { describe, expect, test } from 'vitest';
import { hopImplicationRows, isShownBy } from '../../models/hop-implication.ts';

/** What is a part of what, row by row: a row that is deleted, or says another thing, is found here. */
const expectations = [
  ['connectionIsNotSet', 'upgradeIsStripped'],
  ['repliedConnectionIsNotSet', 'repliedUpgradeIsStripped'],
] as const;

test.each(expectations)('%s is a part of %s, and not the other way round', (part, whole) => {
  expect(isShownBy(part, ['hostIsRewritten', whole])).toBe(true);
  expect(isShownBy(whole, [part])).toBe(false);
  expect(isShownBy('hostIsRewritten', [whole])).toBe(false);
});

describe('on its own it is a breach like any other', () => {
  test.each(expectations)('%s', (part) => {
    expect(isShownBy(part, [])).toBe(false);
    expect(isShownBy(part, ['hostIsRewritten'])).toBe(false);
  });
});

test('each row has its expectation', () => {
  expect(hopImplicationRows.map(({ shows, guard }) => [shows, guard])).toEqual(expectations);
});
