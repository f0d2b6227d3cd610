import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../architecture/source.ts';
import { calls, findLoaded, page, rows } from './footprint.ts';

describe('the table of what is loaded', () => {
  test('has every command and entry', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
  });

  test.each(rows.filter(({ name }) => ['ws101 --help', 'ws101/wire', 'ws101/models'].includes(name)))(
    '$name loads $packages and no other package',
    async ({ name, packages }) => {
      expect(await findLoaded(name)).toEqual(packages);
    },
  );
});

test('an installation has as many packages as the page says, by the lock file', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const count = Object.values<Readonly<Record<string, boolean>>>(packages).filter(
    ({ dev, devOptional, optional, peer }) => !(dev || devOptional || optional || peer),
  ).length;
  expect(page).toContain(`${count} packages`);
});
