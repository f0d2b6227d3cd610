// The frame of every page: search, menu, contents of the page.
import { navigation } from '../navigation.mjs';
import { relativeTo } from '../pages.mjs';

/** @param {string} text */
const escapeText = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** @param {string} here */
function writeMenu(here) {
  return navigation
    .map(([group, entries]) => {
      const items = entries.map(([name, place]) => {
        const current = place === here ? ' aria-current="page"' : '';
        return `<li><a href="${relativeTo(here, place)}"${current}>${escapeText(name)}</a></li>`;
      });
      return `<h2>${escapeText(group)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
    })
    .join('\n');
}

/** The headings of a page that are worth a list; none of a short page. @param {string} content */
function writeContents(content) {
  const found = [...content.matchAll(/<h([23]) id="([^"]*)">(.*?)(?: <a class="anchor".*?)?<\/h\1>/gs)];
  const wanted = found.length > 60 ? found.filter(([, level]) => level === '2') : found;
  if (wanted.length < 3) return '';
  const items = wanted.map(([, level, id, text]) => {
    return `<li class="level-${level}"><a href="#${id}">${text.replaceAll(/<\/?a\b[^>]*>/g, '')}</a></li>`;
  });
  return `<nav class="contents" aria-labelledby="contents-heading">
<details open>
<summary id="contents-heading">On this page</summary>
<ul>
${items.join('\n')}
</ul>
</details>
</nav>`;
}

/** @param {{ content: string, title: string, permalink: string, isStart?: boolean }} data */
export function render({ content, title, permalink, isStart = false }) {
  const to = (/** @type {string} */ place) => relativeTo(permalink, place);
  const hasDrawing = content.includes('<pre class="diagram"');
  const contents = isStart ? '' : writeContents(content);
  return `<!doctype html>
<html lang="en" data-root="${to('index.html').replace(/index\.html$|^\.\/$/, '')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeText(isStart ? 'The opening handshake of WebSocket as an executable specification.' : `${title}: a page of ws101.`)}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${to('site.css')}">
${hasDrawing ? `<script src="${to('mermaid.js')}" defer></script>\n` : ''}<script src="${to('site.js')}" defer></script>
${isStart ? '<script src="start.js" defer></script>\n' : ''}<title>${escapeText(title)}${isStart ? '' : ' · ws101'}</title>
</head>
<body>
<a class="skip" href="#content">Skip to the page</a>
<header class="top">
<a class="brand" href="${to('index.html')}">ws101</a>
<search id="search" hidden>
<label class="unseen" for="query">Search</label>
<input id="query" type="search" placeholder="Search (press /)" autocomplete="off" spellcheck="false" aria-controls="found">
<div id="found" hidden></div>
</search>
</header>
<div class="columns${contents === '' ? ' plain' : ''}${isStart ? ' start' : ''}">
<nav class="menu" aria-label="Pages">
<details id="menu">
<summary>Menu</summary>
<div>
${writeMenu(permalink)}
</div>
</details>
</nav>
${contents}
<main id="content" tabindex="-1">
<article>
${content}
</article>
</main>
</div>
</body>
</html>
`;
}
