import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

interface Checker {
  readonly checkLinks: (folder: string) => { readonly pages: number; readonly problems: readonly string[] };
}

const { checkLinks }: Checker = await import(new URL('../../site/link-check.mjs', import.meta.url).href);

/** A site of pages by their paths. */
function makeSite(pages: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ws101-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(pages)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const start = '<a href="a/b.html#c">b</a>';

test('a site whose links all lead somewhere has no problem', () => {
  const page =
    '<h1 id="c">c</h1><a href="../index.html">start</a><a href="#c">c</a><a href="https://example.com/">x</a>';
  expect(checkLinks(makeSite({ 'index.html': start, 'a/b.html': page }))).toEqual({
    ...{ pages: 2, links: 3, problems: [] },
  });
});

test.each([
  ['a link to no file', { 'index.html': '<a href="b.html">b</a>' }, 'index.html: b.html leads nowhere'],
  ['a picture that is not there', { 'index.html': '<img src="b.png">' }, 'index.html: b.png leads nowhere'],
  [
    'a link out of the site',
    { 'index.html': '<a href="../index.html">b</a>' },
    'index.html: ../index.html leads nowhere',
  ],
  [
    'a link to no anchor',
    { 'index.html': start, 'a/b.html': '<h1 id="d">d</h1>' },
    'index.html: a/b.html#c has no such anchor',
  ],
  ['a page to which nothing leads', { 'index.html': '', 'a/b.html': '' }, 'a/b.html: nothing leads there'],
])('%s is found', (_, pages, problem) => {
  expect(checkLinks(makeSite(pages)).problems).toEqual([problem]);
});
