import { expect, test } from 'vitest';
import { serverRows, serverTable } from '../../../models/decisions/server.ts';
import { expectRow } from '../../../src/verify/judge/expected-row.ts';

const { defaults } = serverTable;

test.each([
  [['keyIsAbsent', 'hostIsAbsent'], 'hostIsAbsent', 400],
  [['hostIsAbsent', 'keyIsAbsent'], 'hostIsAbsent', 400],
  [['versionIsNot13'], 'versionIsNot13', 426],
  [[], 'otherwise', 101],
])('of %j the earliest decides', (guards, guard, status) => {
  expect(expectRow(serverTable.rows, guards, defaults)).toMatchObject({ guard, status });
});

test.each([
  ['application', 'fromApplication'],
  ['badRequest', 400],
  ['upgradeRequired', 426],
] as const)('of a choice the row that it names: %s', (plainHttp, status) => {
  expect(expectRow(serverTable.rows, ['upgradeIsAbsent'], { ...defaults, plainHttp })).toMatchObject({
    guard: 'upgradeIsAbsent',
    status,
  });
});

test('a guard without a row is a gap', () => {
  expect(() => expectRow(serverTable.rows, ['hostIsAbsent', 'hostIsOdd'], defaults)).toThrow(
    'the table has no row for hostIsOdd',
  );
});

test('a table has to end with a row that always holds', () => {
  expect(() => expectRow(serverRows.slice(0, 3), [], defaults)).toThrow(
    'a table ends with a row that always holds',
  );
});
