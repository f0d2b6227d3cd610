import { test } from 'vitest';
import { playWith } from './testee.ts';

test('plays with a testee of the package faye until it is done', { timeout: 120_000 }, async () => {
  await playWith('faye', 'rfc9112/2.3/reply-version');
});
