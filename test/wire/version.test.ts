import { describe, expect, test } from 'vitest';
import { parseVersion, parseVersionList } from '../../src/wire/version.ts';

describe('version is 0 to 255 with no leading zeros', () => {
  test.each([
    ['0', 0],
    ['8', 8],
    ['13', 13],
    ['99', 99],
    ['199', 199],
    ['255', 255],
  ])('%j', (value, version) => {
    expect(parseVersion(value)).toBe(version);
  });

  test.each([
    '',
    '013',
    '00',
    '+13',
    '-1',
    '13.0',
    '0xd',
    '1.3e1',
    '256',
    '299',
    '999',
    '1000',
    '13 ',
    '13, 8',
    '١٣',
  ])('%j is refused', (value) => {
    expect(parseVersion(value)).toBeNull();
  });
});

describe('1#version', () => {
  test.each([
    ['13', [13]],
    ['13, 8,7', [13, 8, 7]],
    [', 13 ,,', [13]],
  ])('%j', (value, versions) => {
    expect(parseVersionList(value)).toEqual(versions);
  });

  test.each(['', ',', '13, 013', '13 8', '13, x', '256'])('%j is refused', (value) => {
    expect(parseVersionList(value)).toBeNull();
  });
});
