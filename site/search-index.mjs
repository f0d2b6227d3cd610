// What the search of the site knows: the sections of its pages, by their headings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { pages, placeOf } from './pages.mjs';

/** Characters of a section that are looked through: enough for all prose, and for the beginning of a long table. */
const limit = 4000;

const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** @param {string} html */
function textOf(html) {
  return html
    .replaceAll(/ <a class="anchor".*?<\/a>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity])
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * The sections of one page of the site.
 *
 * @param {string} place where it is @param {string} html
 * @returns {readonly import('./script/index-options.ts').Section[]}
 */
function readSections(place, html) {
  const [, article = ''] = /<article>(.*)<\/article>/s.exec(html) ?? [];
  const parts = article.split(/(?=<h[1-4] id=)/);
  const [, title = place] = /<h1[^>]*>(.*?)<\/h1>/s.exec(article) ?? [];
  const page = textOf(title);
  return parts.flatMap((part) => {
    const [, level, id, heading = '', rest = part] =
      /^<h([1-4]) id="([^"]*)">(.*?)<\/h\1>(.*)$/s.exec(part) ?? [];
    const isTop = level === undefined || level === '1';
    const text = textOf(rest).slice(0, limit);
    if (isTop && text === '' && level === undefined) return [];
    return [{ id: isTop ? place : `${place}#${id}`, page, section: isTop ? '' : textOf(heading), text }];
  });
}

/**
 * The index of all pages that are prose or tables; the source files have no part in it.
 *
 * @param {string} folder where the site is built
 * @param {import('minisearch').Options<import('./script/index-options.ts').Section>} options
 */
export function writeIndex(folder, options) {
  const index = new MiniSearch(options);
  const seen = new Set();
  for (const page of pages) {
    const place = placeOf(page);
    for (const section of readSections(place, readFileSync(join(folder, place), 'utf8'))) {
      if (!seen.has(section.id)) index.add(section);
      seen.add(section.id);
    }
  }
  return JSON.stringify(index);
}
