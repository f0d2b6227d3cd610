import { expect, test } from 'vitest';
import { type Listing, listingToDot, listingToMarkdown, listingToSvg } from '../../src/draw/index.ts';

const listing: Listing = {
  id: 'someTable',
  rule: 'Each row on its own.',
  columns: [
    ['fault', 100],
    ['clause', 190],
  ],
  rows: [
    [['key is absent', 'a | b'], ['rfc6455/4.2.1/key-present']],
    [[], ['service/5.4/origin-allowlist', 'rfc9112/3.2/host-once']],
  ],
};

test('as Markdown, a listing has a numbered row for each row, its clauses linked to where they are from', () => {
  const url = 'https://www.rfc-editor.org/rfc';
  expect(listingToMarkdown(listing).split('\n')).toEqual([
    '| # | fault | clause |',
    '| ---: | --- | --- |',
    `| 1 | key is absent<br>a \\| b | [rfc6455/4.2.1/key-present](${url}/rfc6455#section-4.2.1 "RFC 6455 §4.2.1") |`,
    `| 2 |  | service/5.4/origin-allowlist (service §5.4)<br>[rfc9112/3.2/host-once](${url}/rfc9112#section-3.2 "RFC 9112 §3.2") |`,
    '',
  ]);
});

test('in DOT it is one node, with a port for each row', () => {
  const dot = listingToDot(listing);
  expect([...dot.matchAll(/PORT="(\w+)"/g)].map(([, port]) => port)).toEqual(['rule1', 'rule2']);
  // A cell leads to one place at most.
  expect([...dot.matchAll(/HREF="([^"]+)"/g)].map(([, url]) => url)).toEqual([
    'https://www.rfc-editor.org/rfc/rfc6455#section-4.2.1',
  ]);
});

test('as SVG it says what it is', async () => {
  const svg = await listingToSvg(listing);
  expect(svg).toContain('Table someTable');
  expect(svg).toContain('2 rows. Each row on its own.');
});
