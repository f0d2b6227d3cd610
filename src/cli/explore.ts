import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bind, hostInUrl } from '../bind.ts';
import { documentPolicy, renderDocument } from './document.ts';
import { cannotBeWritten } from './file.ts';
import { makeFolder } from './folder.ts';
import { type Io, untilAborted } from './io.ts';
import { UsageError } from './usage-error.ts';

/** Where `npm run build:page` puts the page, seen from `dist/src/cli`. */
const built = new URL('../explore/page/', import.meta.url);

/** Where the package begins, and with it the documentation, seen from `dist/src/cli`. */
const home = new URL('../../../', import.meta.url);

/** Connections at once: more than browsers of one person need, and fewer than a process may have descriptors. */
const maxConnections = 64;

/** The script with which the page draws: it is the package's own, so that it need not be installed twice. */
const graphviz = () => new URL('viz-global.js', import.meta.resolve('@viz-js/viz'));

export interface ExploreOptions {
  readonly listen: { readonly host: string; readonly port: number };
  readonly open: 'never' | 'browser';
  /** The folder that the page is written to, in place of being served. */
  readonly out?: string;
}

/** A file of the page, with the content type that it has. */
interface Served {
  readonly type: string;
  readonly octets: Buffer;
  /** What the page may load, where that does not stand in the page itself. */
  readonly policy?: string;
}

/** What is served by paths: the page from memory, the documentation as it is asked for. */
type Site = ReadonlyMap<string, () => Served>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.csv': 'text/csv; charset=utf-8',
};

/**
 * Runs `ws101 explore`: serves the page until it has to stop, or writes its files.
 *
 * @returns the exit code
 */
export async function runExplore({ listen: address, open, out }: ExploreOptions, io: Io): Promise<number> {
  const { host } = address;
  const files = readFiles();
  if (out !== undefined) {
    writeFiles(resolve(io.cwd, out), files);
    return 0;
  }
  const site = addDocuments(files);
  const server = createServer((request, response) => serveFile(site, request, response, io));
  server.maxConnections = maxConnections;
  const { port } = await bind(server, address.port, host).catch((error: Error) => {
    throw new UsageError(`cannot listen on ${host}:${address.port}: ${error.message}`);
  });
  const url = `http://${hostInUrl(host)}:${port}/`;
  await untilAborted(io.signal, () => {
    io.stdout.write(`listening on ${url}\n`);
    if (open === 'browser') openBrowser(url, io);
  });
  server.close();
  server.closeAllConnections();
  return 0;
}

/** The files of the page by their paths: no other path leads to any file. */
function readFiles(): ReadonlyMap<string, Served> {
  if (!existsSync(new URL('index.html', built))) {
    throw new UsageError('the page is not built yet: in a checkout, npm run build:page builds it');
  }
  const files = readdirSync(built).map((name) => [name, new URL(name, built)] as const);
  return new Map(
    [...files, ['viz.js', graphviz()] as const].map(([name, file]): readonly [string, Served] => {
      const type = types[extname(name)] ?? 'application/octet-stream';
      return [`/${name}`, { type, octets: readFileSync(file) }];
    }),
  );
}

/** The same page with a link to the documentation, and that: Markdown is served as HTML. */
function addDocuments(files: ReadonlyMap<string, Served>): Site {
  const site = new Map<string, () => Served>([...files].map(([path, file]) => [path, () => file]));
  for (const name of listDocuments()) {
    const file = new URL(name, home);
    const type = types[extname(name)] ?? 'application/octet-stream';
    const isMarkdown = name.endsWith('.md');
    site.set(`/${name}`, () => (isMarkdown ? render(name) : { type, octets: readFileSync(file) }));
  }
  const render = (name: string): Served => {
    const markdown = readFileSync(new URL(name, home), 'utf8');
    const page = renderDocument(markdown, `/${name}`, (path) => site.has(path) || path === '/');
    return { type: 'text/html; charset=utf-8', octets: Buffer.from(page), policy: documentPolicy };
  };
  const page = files.get('/index.html');
  if (page && site.has('/README.md')) {
    const link = '<p><a href="README.md">What ws101 is, and its documentation</a></p>\n</header>';
    const octets = Buffer.from(page.octets.toString().replace('</header>', link));
    site.set('/index.html', () => ({ ...page, octets }));
  }
  return site;
}

/** The files of the documentation, by their paths in the package; none where there is only what was built. */
function listDocuments(): readonly string[] {
  const docs = existsSync(new URL('docs/', home))
    ? readdirSync(new URL('docs/', home), { recursive: true, withFileTypes: true })
    : [];
  const root = fileURLToPath(home);
  const names = docs
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'));
  return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...names].filter((name) =>
    existsSync(new URL(name, home)),
  );
}

function writeFiles(folder: string, files: ReadonlyMap<string, Served>): void {
  try {
    makeFolder(folder);
    for (const [path, { octets }] of files) writeFileSync(join(folder, path), octets);
  } catch (error) {
    throw cannotBeWritten(folder, error);
  }
}

function serveFile(
  site: Site,
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  { stderr }: Pick<Io, 'stderr'>,
): void {
  const path = url.replace(/\?.*/, '');
  const file = site.get(path === '/' ? '/index.html' : path);
  if (method !== 'GET' && method !== 'HEAD') {
    sendText(response.setHeader('Allow', 'GET, HEAD'), 405, 'method not allowed');
  } else if (file) {
    const read = readServed(file);
    if (read instanceof Error) {
      stderr.write(`${path}: ${read.message}\n`);
      sendText(response, 500, 'it cannot be read');
      return;
    }
    const { type, octets, policy } = read;
    response.writeHead(200, {
      'Content-Type': type,
      'Content-Length': octets.length,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
    });
    response.end(octets);
  } else {
    sendText(response, 404, 'not found');
  }
}

function readServed(file: () => Served): Served | Error {
  try {
    return file();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Asks the desktop to open a URL; where there is none, the URL that was printed has to do. */
function openBrowser(url: string, { env }: Io): void {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, url], { env, stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
