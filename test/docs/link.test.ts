import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

function textOf(page: string): string {
  return readFileSync(page, 'utf8').replaceAll(/^```.*?^```$/gms, '');
}

/** The anchors that GitHub gives to the headings of a page; of those alike the second gets `-1`. */
function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of textOf(page).matchAll(/^#{1,6} (.*)$/gm)) {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let n = 1; anchors.has(anchor); n++) anchor = `${slug}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Links to files of this project; those to elsewhere have a scheme. */
function linksOf(page: string): readonly { readonly page: string; readonly link: string }[] {
  const links = textOf(page).matchAll(/\]\(([^)\s]+)\)|(?:href|src)="([^"]+)"/g);
  return [...links]
    .map(([, link, attribute]) => ({ page, link: link ?? attribute ?? '' }))
    .filter(({ link }) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere({ page, link }: { readonly page: string; readonly link: string }): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : resolve(dirname(page), path);
  if (!existsSync(target)) return false;
  return anchor === undefined || (target.endsWith('.md') && anchorsOf(target).has(anchor));
}

const links = pages.flatMap(linksOf);

test('every link to a file leads to one, and every anchor to a heading', () => {
  expect(links.length).toBeGreaterThanOrEqual(10);
  expect(links.filter((link) => !leadsSomewhere(link))).toEqual([]);
});

test.each([
  ['a file', 'docs/server.md'],
  ['a heading', 'docs/server.md#origins'],
  ['a heading with a comma and code', 'docs/server.md#frames-and-keeping-them-coming'],
  ['a heading of its own', '#try-it'],
])('%s is found', (_, link) => {
  expect(leadsSomewhere({ page: 'README.md', link })).toBe(true);
});

test.each([
  ['a file that is not there', 'docs/missing.md'],
  ['a heading that is not there', 'docs/server.md#missing'],
  ['a comment in a code block', 'docs/verify.md#github-actions'],
])('%s is not', (_, link) => {
  expect(leadsSomewhere({ page: 'README.md', link })).toBe(false);
});
