import { expect, test } from 'vitest';
import { Vault } from '../../src/cli/vault.ts';

test('a key that looks like base64, or like a URL as well, is hidden as a whole value', () => {
  const key = Buffer.alloc(32, 255).toString('base64');
  const vault = new Vault(['connect', 'ws://a/', '--header', `X-A: ${key}`], {});
  expect(vault.hideAll([key, 'AKIAIOSFODNN7EXAMPLE'])).toEqual(['[--header X-A]', '***']);
});
