import { expect, test } from 'vitest';
import { Vault } from '../../src/cli/vault.ts';

const key = Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64').replace('MDEy', '++//');

test.each([
  ['a key in base64 that was given', { detail: key }, { detail: '[--header X-A]' }],
  ['a key that looks like base64', { reason: 'AKIAIOSFODNN7EXAMPLE' }, { reason: '***' }],
  ['octets that look like a URL', { response: 'AAAA//aaaa==' }, { response: 'AAAA//aaaa==' }],
])('%s as a whole value', (_, value, hidden) => {
  expect(new Vault(['connect', 'ws://a/', '--header', `X-A: ${key}`], {}).hideAll(value)).toEqual(hidden);
});
