import { expect, test } from 'vitest';
import { LinkedPages } from './link.ts';

const pages = new LinkedPages('.');

test('every link to a file leads to one, and every anchor to a heading', () => {
  expect(pages.links.length).toBeGreaterThanOrEqual(10);
  expect(pages.links.filter((link) => !pages.leadsSomewhere(link))).toEqual([]);
});

test.each([
  ['a file', 'docs/server.md'],
  ['a heading', 'docs/server.md#origins'],
  ['a heading with a comma and code', 'docs/server.md#frames-and-keeping-them-coming'],
  ['a heading of its own', '#try-it'],
])('%s is found', (_, link) => {
  expect(pages.leadsSomewhere({ page: 'README.md', link })).toBe(true);
});

test.each([
  ['a file that is not there', 'docs/missing.md'],
  ['a heading that is not there', 'docs/server.md#missing'],
  ['a page of the matrix, which is not committed', 'docs/generated/matrix/index.md'],
  ['a comment in a code block', 'docs/verify.md#github-actions'],
])('%s is not', (_, link) => {
  expect(pages.leadsSomewhere({ page: 'README.md', link })).toBe(false);
});
