import { expect, test } from 'vitest';
import { findInProfile } from '../../src/cli/given.ts';
import { Vault } from '../../src/cli/vault.ts';

test.each([
  [['verify', 'client', '--', 'node', 'cl.cjs', 'sk-proj-Ab12Cd34Ef56Gh78'], 'sk-proj-Ab12Cd34Ef56Gh78'],
  [['verify', 'client', '--', 'node', 'cl.cjs', 'abcdEFGHijklMNOPqrst'], 'abcdEFGHijklMNOPqrst'],
])('a key among the words of a client is hidden in what is told: %j', (argv, key) => {
  expect(new Vault(argv, {}).hide(`node cl.cjs ${key}`)).toBe('node cl.cjs [argument of the client]');
});

test('a key among the subprotocols of a profile is hidden as one on the command line', () => {
  const vault = new Vault(['verify', 'server', 'ws://a/'], {});
  vault.keep(findInProfile({ subprotocol: ['realtime', 'openai-insecure-api-key.sk-proj-Ab12'] }));
  expect(vault.hide('offers openai-insecure-api-key.sk-proj-Ab12')).not.toContain('sk-proj-Ab12');
  expect(vault.hide('offers realtime')).toBe('offers realtime');
});

test('a key that looks like base64, or like a URL as well, is hidden as a whole value', () => {
  const key = Buffer.alloc(32, 255).toString('base64');
  const vault = new Vault(['connect', 'ws://a/', '--header', `X-A: ${key}`], {});
  expect(vault.hideAll([key, 'AKIAIOSFODNN7EXAMPLE'])).toEqual(['[--header X-A]', '***']);
});
