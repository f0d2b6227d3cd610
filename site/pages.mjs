// Which files of the project are pages, and where the site has whatever a page links to.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const files = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
  .map((name) => `docs/${name.replaceAll('\\', '/')}`)
  .filter((name) => statSync(root + name).isFile())
  .sort();

/** The Markdown of the project, by paths from its root. */
export const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...files.filter(isMarkdown)];

/** What lies beside it: drawings, pictures, data and pages that are HTML already. */
export const others = files.filter((name) => !isMarkdown(name));

/** @param {string} name */
function isMarkdown(name) {
  return name.endsWith('.md');
}

/**
 * Where the site has a file of the project: Markdown is a page, what lies in `docs` is copied, and any other file is on a
 * page of its source.
 *
 * @param {string} file
 */
export function placeOf(file) {
  if (isMarkdown(file)) return file.replace(/md$/, 'html');
  return file.startsWith('docs/') ? file : `source/${file}.html`;
}

/** Files that pages link to, and that are shown by their source. */
export const sources = new Set();

/**
 * What a link of a page is on the site.
 *
 * @param {string} href as it stands in the Markdown @param {string} page the path of that from the root
 * @throws Error if it leads to no file
 */
export function link(href, page) {
  if (href.startsWith('#') || /^[a-z][a-z\d+.-]*:/i.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(page), decodeURI(path));
  if (!existsSync(root + target) || !statSync(root + target).isFile()) {
    throw new Error(`${page} links to ${href}, and there is no file ${target}`);
  }
  const place = placeOf(target);
  if (place.startsWith('source/')) sources.add(target);
  return relativeTo(placeOf(page), place) + (anchor === undefined ? '' : `#${anchor}`);
}

/** A place on the site, as a page of it links there. @param {string} from @param {string} to */
export function relativeTo(from, to) {
  const path = posix.relative(posix.dirname(from), to);
  return path === '' ? './' : path;
}
