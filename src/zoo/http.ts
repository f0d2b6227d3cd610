import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { locateClause, sourceOf } from '../../models/clauses.ts';
import { includesWebSocket } from '../facts/request-facts.ts';
import { type Field, fieldValues, requestContent } from '../wire/index.ts';
import { casePrefix, type ZooCase } from './case.ts';
import { zooCases } from './case-list.ts';
import type { Excess } from './limit.ts';
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
function describe({ id, path, title, subprotocols, clause, expect, group, ...others }: ZooCase) {
  const [source, url] = [sourceOf(clause), locateClause(clause) ?? null];
  const { latitude, replies, control } = others;
  const told = { id, path, title, subprotocols, clause, expect, group, latitude, source, url, replies };
  return control === null ? told : { ...told, control };
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

/** The fields of a request, as Node's parser has read them: where they stood is not known. */
export function fieldsOf({ rawHeaders }: IncomingMessage): readonly Field[] {
  const span = { start: 0, end: 0 };
  return rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [{ name, value: rawHeaders[at + 1] ?? '', span }] : [],
  );
}

/** Whether a request asks for a WebSocket. */
export function isOpening(request: IncomingMessage): boolean {
  return includesWebSocket(fieldValues(fieldsOf(request), 'upgrade'));
}

/** Answers a request that is no opening, or not one at a case, or with which something is wrong. Nothing of it comes back. */
export function answer(request: IncomingMessage, response: ServerResponse, excess: Excess | null): void {
  const { method, headers } = request;
  const path = pathOf(request);
  const found = contents.get(path);
  response.setHeader('X-Content-Type-Options', 'nosniff').setHeader('Referrer-Policy', 'no-referrer');
  if (excess) {
    refuse(response.setHeader('Retry-After', excess.retryAfter), 503, excess.text);
  } else if (method !== 'GET' && method !== 'HEAD') {
    refuse(response.setHeader('Allow', 'GET, HEAD'), 405, 'GET was expected');
  } else if (isOpening(request) && requestContent(fieldsOf(request)).kind !== 'none') {
    refuse(response, 400, 'an opening handshake has no content');
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
