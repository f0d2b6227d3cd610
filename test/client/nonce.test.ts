import { expect, test } from 'vitest';
import { drawKey } from '../../src/client/nonce.ts';

test('no key comes twice, however many are drawn', () => {
  const keys = Array.from({ length: 1_000 }, drawKey);
  expect(new Set(keys).size).toBe(1_000);
  expect(new Set(keys.map((key) => Buffer.from(key, 'base64').length))).toEqual(new Set([16]));
});
