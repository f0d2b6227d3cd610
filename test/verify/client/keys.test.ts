import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { judgeKeys } from '../../../src/verify/client/keys.ts';

/** Octets that look random, and are the same in each run of the test. */
const noise = (nth: number) => createHash('sha256').update(`key ${nth}`).digest().subarray(0, 16);

function keysOf(count: number, change: (octets: Buffer, nth: number) => Buffer = (octets) => octets) {
  return Array.from({ length: count }, (_, nth) => change(noise(nth), nth).toString('base64'));
}

const clauseOf = (keys: readonly string[]) => judgeKeys(keys).found?.fault.clause ?? null;

describe('keys are told to be', () => {
  test('fresh where all of them differ, and never to be random', () => {
    expect(judgeKeys(keysOf(300))).toEqual({ shown: ['rfc6455/4.1/key-fresh'], found: null });
  });

  test('repeated where two are the same, with the place of the second', () => {
    const keys = keysOf(5);
    const observed = { is: 'repeatedKey', key: keys[2], count: 2, of: 6, answered: null };
    expect(judgeKeys([...keys, keys[2] ?? ''])).toMatchObject({
      shown: ['rfc6455/4.1/key-fresh'],
      found: { at: 5, fault: { severity: 'MUST', observed } },
    });
  });

  test.each([
    ['one octet stands still', (octets: Buffer) => octets.fill(7, 3, 4)],
    ['they count', (_: Buffer, nth: number) => Buffer.from(`${1_000_000_000_000_000 + nth}`)],
    ['they are letters', (octets: Buffer) => octets.map((octet) => 97 + (octet % 26)) as Buffer], // as octets are
    ['they are hexadecimal digits', (octets: Buffer) => Buffer.from(octets.toString('hex').slice(0, 16))],
    [
      'they count from somewhere',
      (_: Buffer, nth: number) => Buffer.concat([noise(1).subarray(2), Buffer.from([nth, 1])]),
    ],
  ])('not random where %s', (_, change) => {
    expect(clauseOf(keysOf(30, change))).toBe('rfc6455/4.1/key-random');
  });
});

describe('nobody is accused', () => {
  test('of fewer than 30 keys', () => {
    expect(clauseOf(keysOf(29, (octets) => octets.fill(7, 3, 4)))).toBeNull();
  });

  test('of random UUIDs', () => {
    const stamp = (octets: Buffer) => {
      octets[6] = ((octets[6] ?? 0) & 0x0f) | 0x40;
      octets[8] = ((octets[8] ?? 0) & 0x3f) | 0x80;
      return octets;
    };
    expect(clauseOf(keysOf(300, stamp))).toBeNull();
  });

  test('of keys that are too short, which is another matter', () => {
    expect(clauseOf(keysOf(60, (octets) => octets.fill(7, 0, 4).subarray(0, 15)))).toBeNull();
  });

  test('where there is nothing to compare', () => {
    expect([judgeKeys([]), judgeKeys(keysOf(1))]).toEqual([
      { shown: [], found: null },
      { shown: [], found: null },
    ]);
  });

  test('of any 30 of ten thousand keys', () => {
    const keys = keysOf(10_000);
    const found = Array.from({ length: 333 }, (_, at) => clauseOf(keys.slice(at * 30, at * 30 + 30)));
    expect(found.filter((each) => each !== null)).toEqual([]);
  });
});
