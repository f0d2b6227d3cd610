import { describe, expect, test } from 'vitest';
import type { ServerRow } from '../../../models/decisions/row.ts';
import { serverRows } from '../../../models/decisions/server.ts';

const rows: readonly ServerRow[] = serverRows;
const titled = rows.map((row) => [row.guard, row] as const);

/**
 * Whether a status is among those that a row permits. Where nothing is sent yet, any may still come; what an
 * application answers is anything but a 101.
 */
function isPermitted({ status, permits }: ServerRow): boolean {
  if (status === 'none') return permits.status === 'any';
  if (status === 'fromApplication') return permits.status === 'anyBut101';
  if (typeof permits.status !== 'string') return permits.status.includes(status);
  return { any: true, anyBut101: status !== 101, anyError: status >= 400 }[permits.status];
}

describe("a row's own reply is among those that it permits", () => {
  test.each(titled)('%s: the status', (_, row) => {
    expect(isPermitted(row)).toBe(true);
  });

  test.each(titled)('%s: the fields that must come along', (_, { headers, permits }) => {
    expect(headers.map(([name]) => name)).toEqual(expect.arrayContaining([...permits.fields]));
  });
});
