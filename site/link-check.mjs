// Follows every link of a site of files, from its start page on.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** @typedef {{ readonly ids: ReadonlySet<string>, readonly links: readonly string[] }} Page */

/** @param {string} html @returns {Page} */
function readPage(html) {
  const text = html.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, (script) =>
    script.slice(0, script.indexOf('>') + 1),
  );
  const links = [...text.matchAll(/<[^>]*?\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  );
  return { ids: new Set([...text.matchAll(/<[^>]*?\sid="([^"]*)"/g)].map(([, id = '']) => id)), links };
}

/**
 * What is wrong with the links of a site: those that lead to no file, or to an anchor that is not there, and the pages to
 * which nothing leads from `index.html`.
 *
 * @param {string} folder
 * @returns {{ readonly pages: number, readonly links: number, readonly problems: readonly string[] }}
 */
export function checkLinks(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.html'));
  const pages = new Map(names.map((name) => [name, readPage(readFileSync(join(folder, name), 'utf8'))]));
  const problems = [];
  let links = 0;
  /** @type {Map<string, Set<string>>} */
  const next = new Map(names.map((name) => [name, new Set()]));
  for (const [name, page] of pages) {
    for (const link of page.links) {
      if (/^[a-z][a-z\d+.-]*:/i.test(link)) continue;
      links += 1;
      const [, path = '', anchor] = /^([^#?]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(link) ?? [];
      const place = path === '' ? name : posix.join(posix.dirname(name), decodeURI(path));
      const target = place.endsWith('/') || place === '.' ? posix.join(place, 'index.html') : place;
      const file = join(folder, target);
      if (target.startsWith('..') || !existsSync(file) || !statSync(file).isFile()) {
        problems.push(`${name}: ${link} leads nowhere`);
        continue;
      }
      next.get(name)?.add(target);
      const ids = pages.get(target)?.ids;
      if (anchor && ids && !ids.has(decodeURIComponent(anchor))) {
        problems.push(`${name}: ${link} has no such anchor`);
      }
    }
  }
  const reached = new Set(['index.html']);
  for (const name of reached) for (const target of next.get(name) ?? []) reached.add(target);
  for (const name of names) if (!reached.has(name)) problems.push(`${name}: nothing leads there`);
  return { pages: names.length, links, problems };
}
