// Makes the pages of the site out of the Markdown of the project, which stays as it is.
import { readFileSync } from 'node:fs';
import markdownIt from 'markdown-it';
import { createCssVariablesTheme, createHighlighter } from 'shiki';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { highlight, useWs101 } from './markdown.mjs';
import { navigation } from './navigation.mjs';
import { link, others, pages, placeOf, root, sources } from './pages.mjs';

const languages = [
  ...['apache', 'csharp', 'docker', 'elixir', 'go', 'groovy', 'http', 'ini', 'java', 'javascript', 'json'],
  ...['nginx', 'python', 'ruby', 'rust', 'shellscript', 'typescript', 'yaml'],
];

/** @param {import('@11ty/eleventy/UserConfig').default} config */
export default async function configure(config) {
  const highlighter = await createHighlighter({
    langs: languages,
    themes: [createCssVariablesTheme()],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const md = markdownIt({ html: true }).use(useWs101, { link, highlighter });
  config.setLibrary('md', md);
  config.setQuietMode(true);

  for (const page of pages) {
    const text = readFileSync(root + page, 'utf8');
    // Read once for its links alone: what they lead to has a page as well.
    md.parse(text, { source: page });
    const [, title = page] = /^# (.*)$/m.exec(text) ?? [];
    config.addTemplate(page, text, {
      ...{ source: page, title: title.replaceAll('`', ''), layout: 'page.11ty.mjs' },
      permalink: placeOf(page),
    });
  }
  for (const file of sources) {
    const language = /\.(\w+)$/.exec(file)?.[1] ?? 'text';
    const code = highlight(highlighter, readFileSync(root + file, 'utf8'), language);
    config.addTemplate(`${placeOf(file)}`, `<h1>${file}</h1>\n${code}`, {
      ...{ title: file, layout: 'page.11ty.mjs', isSource: true, permalink: placeOf(file) },
    });
  }
  for (const file of others) config.addPassthroughCopy({ [root + file]: file });

  const listed = new Set(navigation.flatMap(([, entries]) => entries.map(([, path]) => path)));
  const missing = pages
    .filter((page) => !page.startsWith('docs/generated/'))
    .filter((page) => !listed.has(placeOf(page)));
  if (missing.length > 0) throw new Error(`the menu (site/navigation.mjs) lacks ${missing.join(', ')}`);

  return {
    dir: { input: 'page', includes: '../layout', data: '../data' },
    markdownTemplateEngine: false,
    htmlTemplateEngine: false,
  };
}
