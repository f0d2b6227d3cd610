// Makes the interactive matrix of the site from the results of the campaign, into the folder that is named, or
// site/matrix/dist: matrix.js and matrix.css for a page that has an element #matrix, matrix.json, and index.html, which has
// all of them in it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'site/matrix');
const out = resolve(process.argv[2] ?? join(source, 'dist'));
const { import: load } = createJiti(import.meta.url, { fsCache: false });
const { readPublished } = await load('./docs/matrix-result.ts');
const { makeMatrix } = await load('./docs/matrix-file.ts');

await build({
  root: source,
  configFile: false,
  logLevel: 'warn',
  build: {
    outDir: out,
    emptyOutDir: false,
    target: 'es2023',
    // The colours are `light-dark()`, so that they follow the page that the matrix is in.
    cssTarget: ['chrome125', 'firefox128', 'safari18'],
    cssCodeSplit: false,
    lib: {
      entry: join(source, 'main.ts'),
      formats: ['iife'],
      name: 'ws101Matrix',
      fileName: () => 'matrix.js',
      cssFileName: 'matrix',
    },
  },
});

/** @param {string} text what would end a script stands in no other way */
const inScript = (text) => text.replaceAll('<', '\\u003c');
const read = (/** @type {string} */ name) => readFileSync(join(out, name), 'utf8');
const json = `${JSON.stringify(makeMatrix(readPublished()))}\n`;
const page = readFileSync(join(source, 'index.html'), 'utf8')
  .replace('<!-- styles -->', () => `<style>\n${read('matrix.css')}</style>`)
  .replace(
    '<!-- scripts -->',
    () =>
      `<script type="application/json" id="matrix-data">${inScript(json)}</script>\n<script>\n${read('matrix.js').replaceAll('</script', '<\\/script')}</script>`,
  );
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'index.html'), page);
writeFileSync(join(out, 'matrix.json'), json);
