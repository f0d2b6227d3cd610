import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { html, Markup } from '../verify/html/markup.ts';
import { style as reportStyle } from '../verify/html/style.ts';

const sheet = `${reportStyle}
main { max-width: 60rem; }
main table { display: block; overflow-x: auto; }
main img { max-width: 100%; height: auto; }
main pre { margin: .75rem 0; background: var(--card); }
main h3, main h4, main h5 { margin: 1.5rem 0 .5rem; color: var(--text); font-size: 1.05rem; }
`;

/** Nothing but the styles that stand in a document, and pictures from where it is from. */
export const documentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(sheet).digest('base64')}'`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * A page of the documentation as HTML. It is served where its Markdown lies, so its links are right as they are; one to
 * a file that is not served becomes text.
 *
 * @param path where it is served
 * @param isServed whether something is served at a path
 */
export function renderDocument(markdown: string, path: string, isServed: (path: string) => boolean): string {
  const anchorOf = createAnchors();
  const leads = (href: string) =>
    /^(?:#|[a-z][a-z\d+.-]*:)/i.test(href) ||
    isServed(posix.join(posix.dirname(path), href.replace(/#.*/s, '')));
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const anchor = anchorOf(textOf(tokens));
        return html`<h${String(depth)} id="${anchor}">${new Markup(this.parser.parseInline(tokens))}</h${String(depth)}>\n`
          .text;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return leads(href) ? html`<a href="${href}">${new Markup(text)}</a>`.text : text;
      },
    },
  });
  const content = marked.parse(markdown, { async: false });
  const [, title = path] = /^# (.*)$/m.exec(markdown) ?? [];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title.replaceAll('`', '')} · ws101</title>
<style>${new Markup(sheet)}</style>
</head>
<body>
<nav aria-label="Pages"><ul><li><a href="/">Explorer</a></li>${pages
    .filter(([, place]) => isServed(place))
    .map(([name, place]) => html`<li><a href="${place}">${name}</a></li>`)}</ul></nav>
<main>
${new Markup(content)}
</main>
</body>
</html>
`.text;
}

/** Where to go on from any page. */
const pages = [
  ['What ws101 is', '/README.md'],
  ['The handshake', '/docs/handshake.md'],
  ['Troubleshooting', '/docs/generated/troubleshooting.md'],
  ['Clauses', '/docs/generated/clauses/index.md'],
  ['Tables and drawings', '/docs/generated/index.md'],
  ['API', '/docs/generated/api/index.md'],
] as const;

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => ('tokens' in token && token.tokens ? textOf(token.tokens) : (token as Tokens.Text).text)) // what has no parts has a text
    .join('');
}

/** The anchors of headings, as GitHub makes them: of those alike the second gets `-1`. */
function createAnchors(): (heading: string) => string {
  const taken = new Set<string>();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let n = 1; taken.has(anchor); n++) anchor = `${slug}-${n}`;
    taken.add(anchor);
    return anchor;
  };
}
