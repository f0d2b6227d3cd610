import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findPasted } from '../../src/paste/index.ts';

const texts = readFileSync('test/paste/data/secret.txt', 'utf8').trim().split('\n');

/** Secrets stand between two §. */
test.each(texts)('what is secret in %s', (line) => {
  const text = line.replaceAll('\\n', '\n').replaceAll('\\r', '\r');
  const marked = [...text.matchAll(/§([^§]*)§/g)].map(([, value]) => value);
  const found = findPasted(new TextEncoder().encode(text.replaceAll('§', '')), null);
  expect(new Set(found.map(({ value }) => value))).toEqual(new Set(marked));
});
