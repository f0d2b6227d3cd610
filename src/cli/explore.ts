import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { bind, hostInUrl } from '../bind.ts';
import { cannotBeWritten } from './file.ts';
import { makeFolder } from './folder.ts';
import { type Io, untilAborted } from './io.ts';
import { UsageError } from './usage-error.ts';

/** Where `npm run build:page` puts the page, seen from `dist/src/cli`. */
const built = new URL('../explore/page/', import.meta.url);

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
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
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
  const server = createServer((request, response) => serveFile(files, request, response));
  const { port } = await bind(server, address.port, host).catch((error: Error) => {
    throw new UsageError(`cannot listen on ${host}:${address.port}: ${error.message}`);
  });
  const url = `http://${hostInUrl(host)}:${port}/`;
  io.stdout.write(`listening on ${url}\n`);
  if (open === 'browser') openBrowser(url, io);
  await untilAborted(io.signal);
  server.close();
  server.closeAllConnections();
  return 0;
}

/** The files of the page by their paths: no other path leads to any file. */
function readFiles(): ReadonlyMap<string, Served> {
  if (!existsSync(new URL('index.html', built))) {
    throw new UsageError('the page is not built: npm run build:page does that in a checkout');
  }
  const files = readdirSync(built).map((name) => [name, new URL(name, built)] as const);
  return new Map(
    [...files, ['viz.js', graphviz()] as const].map(([name, file]): readonly [string, Served] => {
      const type = types[extname(name)] ?? 'application/octet-stream';
      return [`/${name}`, { type, octets: readFileSync(file) }];
    }),
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
  files: ReadonlyMap<string, Served>,
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
): void {
  const path = url.replace(/\?.*/, '');
  const file = files.get(path === '/' ? '/index.html' : path);
  if (method !== 'GET' && method !== 'HEAD') {
    sendText(response.setHeader('Allow', 'GET, HEAD'), 405, 'method not allowed');
  } else if (file) {
    const { type, octets } = file;
    response.writeHead(200, {
      'Content-Type': type,
      'Content-Length': octets.length,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(octets);
  } else {
    sendText(response, 404, 'not found');
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
