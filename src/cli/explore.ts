import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { bind } from '../bind.ts';
import { type Io, untilAborted } from './io.ts';
import { UsageError } from './usage-error.ts';

/** Where `npm run build:site` puts the page, seen from `dist/src/cli`. */
const built = new URL('../../site/', import.meta.url);

export interface ExploreOptions {
  readonly listen: { readonly host: string; readonly port: number };
  readonly open: 'never' | 'browser';
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
 * Runs `ws101 explore`: serves the page until it has to stop.
 *
 * @returns the exit code
 */
export async function runExplore({ listen: address, open }: ExploreOptions, io: Io): Promise<number> {
  const { host } = address;
  const files = readFiles();
  const server = createServer((request, response) => serveFile(files, request, response));
  const { port } = await bind(server, address.port, host).catch((error: Error) => {
    throw new UsageError(`cannot listen on ${host}:${address.port}: ${error.message}`);
  });
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
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
    throw new UsageError('the page is not built: npm run build:site does that in a checkout');
  }
  const files = readdirSync(built).map((name): readonly [string, Served] => {
    const type = types[extname(name)] ?? 'application/octet-stream';
    return [`/${name}`, { type, octets: readFileSync(new URL(name, built)) }];
  });
  const all = new Map(files);
  const index = all.get('/index.html');
  return index ? all.set('/', index) : all;
}

function serveFile(
  files: ReadonlyMap<string, Served>,
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
): void {
  const file = files.get(url.replace(/\?.*/, ''));
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
