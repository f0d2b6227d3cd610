import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { style } from '../src/verify/html/style.ts';

const root = fileURLToPath(new URL('../src/explore/page/', import.meta.url));
const inRoot = (path: string) => join(root, path);

/** What stands in for modules that a browser has not. */
const standIns: readonly (readonly [end: RegExp, path: string])[] = [
  [/\/sha1\.ts$/, inRoot('../sha1.ts')],
  [/\/same-secret\.ts$/, inRoot('stand-in/same-secret.ts')],
  [/^@viz-js\/viz$/, inRoot('stand-in/viz.ts')],
];

/** Modules whose text is known when the page is built. */
const texts: Readonly<Record<string, string>> = {
  'node:http': `export const STATUS_CODES = ${JSON.stringify(STATUS_CODES)};`,
  'virtual:report.css': style,
};

function standIn(): Plugin {
  return {
    name: 'stand-in',
    enforce: 'pre',
    resolveId(source) {
      if (Object.hasOwn(texts, source)) return `\0${source}`;
      return standIns.find(([end]) => end.test(source))?.[1];
    },
    load(id) {
      return id.startsWith('\0') ? texts[id.slice(1)] : undefined;
    },
  };
}

/** Pages that are opened as files may load scripts, but neither modules nor anything across origins. */
function classicScript(): Plugin {
  return {
    name: 'classic-script',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('type="module" crossorigin', 'defer').replace(' crossorigin', ''),
    },
  };
}

/**
 * Builds the page of `ws101 explore` into `dist/src/explore/page`: it works from any path, and from a file. Graphviz is
 * not in it: `ws101 explore` adds the script that the package `@viz-js/viz` has for browsers.
 */
export default defineConfig({
  root,
  base: './',
  plugins: [standIn(), classicScript()],
  build: {
    outDir: fileURLToPath(new URL('../dist/src/explore/page/', import.meta.url)),
    // The files have the same names each time, and the folder may be anybody's.
    emptyOutDir: false,
    target: 'es2023',
    modulePreload: false,
    license: { fileName: 'license.md' },
    // Otherwise a script would add the styles, which the policy of the page forbids.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        format: 'iife',
        entryFileNames: 'page.js',
        assetFileNames: 'page[extname]',
      },
    },
  },
});
