import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { locateClause, sourceOf } from '../../models/clauses.ts';
import { casePrefix, type ZooCase } from './case.ts';
import { zooCases } from './case-list.ts';
import { policy, renderPage } from './page.ts';

interface Content {
  readonly type: string;
  readonly octets: Buffer;
  readonly zipped: Buffer;
  readonly etag: string;
}

const contents: ReadonlyMap<string, Content> = new Map([
  ['/', content('text/html', renderPage())],
  ['/cases.json', content('application/json', writeCases())],
]);

/** What programs find in `/cases.json`. */
export function writeCases(): string {
  return `${JSON.stringify(zooCases.map(describe), null, 1)}\n`;
}

/** What stands there of a case. */
function describe({ id, path, title, subprotocols, clause, expect, group, latitude }: ZooCase) {
  const [source, url] = [sourceOf(clause), locateClause(clause) ?? null];
  return { id, path, title, subprotocols, clause, expect, group, latitude, source, url };
}

function content(type: string, text: string): Content {
  const octets = Buffer.from(text);
  const etag = `"${createHash('sha256').update(octets).digest('base64url').slice(0, 22)}"`;
  return { type: `${type}; charset=utf-8`, octets, zipped: gzipSync(octets), etag };
}

/** The path of a request, without its query. */
export function pathOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  return url.replace(/\?.*/s, '');
}

/** Answers a request that is no opening, or not one at a case. Nothing of it comes back. */
export function answer(request: IncomingMessage, response: ServerResponse, isTooMuch: boolean): void {
  const { method, headers } = request;
  const path = pathOf(request);
  const found = contents.get(path);
  response.setHeader('X-Content-Type-Options', 'nosniff').setHeader('Referrer-Policy', 'no-referrer');
  if (isTooMuch) {
    refuse(response.setHeader('Retry-After', '60'), 429, 'too many requests in this minute');
  } else if (method !== 'GET' && method !== 'HEAD') {
    refuse(response.setHeader('Allow', 'GET, HEAD'), 405, 'GET was expected');
  } else if (found) {
    const { type, etag } = found;
    const isKnown = headers['if-none-match'] === etag;
    const isZipped = /\bgzip\b(?!;q=0)/.test(headers['accept-encoding'] ?? '');
    const octets = isZipped ? found.zipped : found.octets;
    response.writeHead(isKnown ? 304 : 200, {
      'Content-Type': type,
      'Cache-Control': 'no-cache',
      'Access-Control-Allow-Origin': '*',
      'Content-Security-Policy': policy,
      Vary: 'Accept-Encoding',
      ETag: etag,
      ...(isZipped && !isKnown ? { 'Content-Encoding': 'gzip' } : {}),
      ...(isKnown ? {} : { 'Content-Length': octets.length }),
    });
    response.end(isKnown || method === 'HEAD' ? undefined : octets);
  } else if (path.startsWith(casePrefix) && zooCases.some((each) => each.path === path)) {
    refuse(
      response.setHeader('Upgrade', 'websocket'),
      426,
      'an opening handshake was expected: use ws or wss',
    );
  } else {
    refuse(response, 404, 'no such case; all of them stand at /');
  }
}

function refuse(response: ServerResponse, status: number, text: string): void {
  // Content of the request is not waited for.
  response.setHeader('Connection', status === 426 ? 'Upgrade, close' : 'close');
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': text.length + 1,
  });
  response.end(`${text}\n`);
}
