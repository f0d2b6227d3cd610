import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { digest, readDeclarations } from '../../scripts/docs/declaration.ts';

test('the API reference is made from the declarations and docstrings that there are', () => {
  const { declarations } = JSON.parse(readFileSync('docs/generated/api/digest.json', 'utf8'));
  expect(declarations, '`npm run docs` writes it again').toBe(digest(readDeclarations('.')));
});
