// How Markdown becomes HTML: anchors as GitHub has them, so that a link to one works in both places, links to files
// rewritten to what the site has of them, tables that scroll by themselves, and code in colours.

/**
 * The anchors of one page: that of a heading is made of its letters, digits, `-` and `_`; of those alike the second
 * gets `-1`.
 */
export function createAnchors() {
  const taken = new Set();
  return (/** @type {string} */ heading) => {
    const slug = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let n = 1; taken.has(anchor); n++) anchor = `${slug}-${n}`;
    taken.add(anchor);
    return anchor;
  };
}

/** @param {import('markdown-it').Token} token */
const textOf = (token) =>
  (token.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline' || type === 'text_special')
    .map(({ content }) => content)
    .join('');

/** The languages of code blocks that go by another name here. */
const named = { caddyfile: 'nginx', dockerfile: 'docker', lighttpd: 'nginx', haproxy: 'nginx', squid: 'ini' };

/**
 * @param {import('markdown-it').default} md
 * @param {{ link: (href: string, source: string) => string, highlighter: import('shiki').HighlighterCore }} options
 */
export function useWs101(md, { link, highlighter }) {
  const { escapeHtml } = md.utils;
  const rewrite = (html, page) =>
    html.replaceAll(
      /\b(href|src)="([^"]*)"/g,
      (_, name, target) => `${name}="${escapeHtml(link(target, page))}"`,
    );

  md.core.ruler.push('ws101', ({ tokens, env }) => {
    const anchorOf = createAnchors();
    tokens.forEach((token, index) => {
      if (token.type === 'heading_open') {
        const text = textOf(tokens[index + 1]);
        token.attrSet('id', anchorOf(text));
      }
      if (token.type === 'html_block') token.content = rewrite(token.content, env.source);
      for (const child of token.children ?? []) {
        if (child.type === 'html_inline') child.content = rewrite(child.content, env.source);
        for (const name of ['href', 'src']) {
          const target = child.attrGet(name);
          if (target !== null) child.attrSet(name, link(target, env.source));
        }
      }
    });
  });

  md.renderer.rules.heading_close = (tokens, index) => {
    const anchor = tokens[index - 2].attrGet('id');
    const { tag } = tokens[index];
    if (tag === 'h1') return '</h1>\n';
    return ` <a class="anchor" href="#${escapeHtml(anchor)}" aria-label="Link to this heading">#</a></${tag}>\n`;
  };
  md.renderer.rules.table_open = () =>
    '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
  md.renderer.rules.fence = (tokens, index) => {
    const { content, info } = tokens[index];
    const [language = ''] = info.trim().split(/\s+/);
    if (language === 'mermaid') return `<pre class="diagram" tabindex="0">${escapeHtml(content)}</pre>\n`;
    return highlight(highlighter, content, language);
  };
}

/**
 * Code in colours, which are variables of the style sheet; as it is in a language that nobody knows.
 *
 * @param {import('shiki').HighlighterCore} highlighter @param {string} code @param {string} language
 */
export function highlight(highlighter, code, language) {
  const name = named[language] ?? language;
  const lang = highlighter.getLoadedLanguages().includes(name) ? name : 'text';
  return `${highlighter.codeToHtml(code.replace(/\n$/, ''), { lang, theme: 'css-variables' })}\n`;
}
