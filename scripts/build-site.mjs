// Makes the static site: `npm run build:site`, or with another folder `npm run build:site -- --out <folder>`. It installs
// what it needs, asks nothing, and fails where a link of any page leads nowhere.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const site = join(root, 'site');
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist-site') } } });
const out = resolve(values.out);

/** @param {string} command @param {readonly string[]} args */
function run(command, args, cwd = root) {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(`site: "${command} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}`);
    process.exit(status ?? 1);
  }
}

/** @param {string} path in the root */
const load = (path) => import(pathToFileURL(join(root, path)).href);

/** @param {string} name @param {string | Buffer} content */
function write(name, content) {
  mkdirSync(dirname(join(out, name)), { recursive: true });
  writeFileSync(join(out, name), content);
}

function install() {
  run(process.execPath, [join(root, 'scripts/set-up.mjs')]);
  const installed = statSync(join(site, 'node_modules/.package-lock.json'), { throwIfNoEntry: false });
  if (!installed || installed.mtimeMs < statSync(join(site, 'package-lock.json')).mtimeMs) {
    run('npm', ['ci', '--prefix', site, '--no-audit', '--no-fund', '--loglevel=error']);
  }
  run(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    join(site, 'script/tsconfig.json'),
  ]);
}

/** A page that has no menu of the site gets a link to where it begins. @param {string} html */
const linkBack = (html) => html.replace('<header>', '<header>\n<p><a href="../index.html">ws101</a></p>');

/** The pages of `ws101 explore` and `ws101 zoo`, as these commands have them. */
async function addPages() {
  run(process.execPath, [join(root, 'dist/src/cli/main.js'), 'explore', '--out', join(out, 'explorer')]);
  write('explorer/index.html', linkBack(readFileSync(join(out, 'explorer/index.html'), 'utf8')));
  const { renderPage } = await load('dist/src/zoo/page.js');
  const { writeCases } = await load('dist/src/zoo/http.js');
  write('zoo/index.html', linkBack(renderPage('site')));
  write('zoo/cases.json', writeCases());
}

/** The matrix of real implementations: pages beside those of the documentation, and one by itself. */
function addMatrix() {
  run(process.execPath, [join(root, 'scripts/matrix.mjs')]);
  run(process.execPath, [join(root, 'scripts/build-matrix.mjs'), join(out, 'matrix')]);
  const page = readFileSync(join(out, 'matrix/index.html'), 'utf8');
  const links =
    '<p><a href="../index.html">ws101</a> · <a href="../docs/generated/matrix/index.html">The same in pages</a></p>';
  write(
    'matrix/index.html',
    page.replace('<body>', () => `<body>\n${links}`),
  );
}

/** The scripts of the site: they are classic ones, so that a page that is opened as a file runs them. */
async function addScripts() {
  const { build, loadConfigFromFile } = await import('vite');
  const explorer = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    join(root, 'scripts/vite.config.ts'),
  );
  for (const name of ['site', 'start']) {
    await build({
      configFile: false,
      root: join(site, 'script'),
      logLevel: 'warn',
      plugins: explorer?.config.plugins ?? [],
      build: {
        ...{ outDir: out, emptyOutDir: false, target: 'es2023', modulePreload: false },
        license: { fileName: `${name}-license.md` },
        rolldownOptions: {
          input: join(site, `script/${name}.ts`),
          output: { format: 'iife', entryFileNames: `${name}.js` },
        },
      },
    });
  }
  copyFileSync(join(out, 'explorer/viz.js'), join(out, 'viz.js'));
  copyFileSync(fileURLToPath(import.meta.resolve('@mermaid-js/tiny')), join(out, 'mermaid.js'));
}

async function addStyle() {
  const { style } = await load('dist/src/verify/html/style.js');
  const sheets = ['src/explore/page/rows.css', 'site/style.css'];
  write('site.css', [style, ...sheets.map((sheet) => readFileSync(join(root, sheet), 'utf8'))].join('\n'));
}

async function addSearch() {
  const { createJiti } = await import('jiti');
  const { import: loadSource } = createJiti(import.meta.url, { fsCache: false });
  const { indexOptions } = await loadSource('../site/script/index-options.ts');
  const { writeIndex } = await load('site/search-index.mjs');
  write('search.json', writeIndex(out, indexOptions));
}

install();
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await addPages();
addMatrix();
await addScripts();
await addStyle();
run(
  process.execPath,
  [join(site, 'node_modules/@11ty/eleventy/cmd.cjs'), '--quiet', `--output=${out}`],
  site,
);
await addSearch();
const { checkLinks } = await load('site/link-check.mjs');
const { pages, links, problems } = checkLinks(out);
for (const problem of problems) console.error(`site: ${problem}`);
if (problems.length > 0) process.exit(1);
console.log(`${out}: ${pages} pages, and all of their ${links} links lead somewhere`);
