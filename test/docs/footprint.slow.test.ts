import { describe, expect, test } from 'vitest';
import { findLoaded, rows } from './footprint.ts';

describe('the table of what is loaded', () => {
  test.each(rows)('$name loads $packages and no other package', async ({ name, packages }) => {
    expect(await findLoaded(name)).toEqual(packages);
  });
});
