import { once } from 'node:events';
import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2';
import { readFrameHead } from '../facts/frame-head.ts';
import { maskedFrame } from '../verify/peer/frame/frame.ts';
import type { NewField } from '../wire/index.ts';

export interface StreamOptions {
  readonly session: ClientHttp2Session;
  readonly scheme: 'http' | 'https';
  readonly authority: string;
  readonly path: string;
  readonly fields: readonly NewField[];
  readonly signal: AbortSignal;
  /** Where what is found out is written. */
  readonly found: { status: number | null; opened: boolean; pong: boolean; isSent: boolean };
}

/** What only a connection of HTTP/1.1 has, and what `:authority` and `:protocol` stand for. */
const unsent = new Set([
  'connection',
  'upgrade',
  'host',
  'sec-websocket-key',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'te',
  'content-length',
  'http2-settings',
]);

/** Octets of a frame before the pong, at most. */
const frameLimit = 1_048_576;

const pingData = Buffer.from('ws101');
const pong = 0x8a;

/**
 * Opens a WebSocket by an extended CONNECT, sends a ping, and closes it when its pong has come.
 *
 * @returns rejects with what ended the stream, its session, or the wait
 * @see RFC 8441 §5
 */
export async function openStream(options: StreamOptions): Promise<void> {
  const { session, signal, found } = options;
  const stream = session.request(
    {
      ':method': 'CONNECT',
      ':protocol': 'websocket',
      ':scheme': options.scheme,
      ':authority': options.authority,
      ':path': options.path,
      'sec-websocket-version': '13',
      ...readHeaders(options.fields),
    },
    { endStream: false },
  );
  found.isSent = true;
  stream.on('error', () => {}); // stays for good
  const status = await awaitStatus(stream, signal);
  found.status = status;
  found.opened = status >= 200 && status < 300;
  if (!found.opened) return;
  const answer = awaitPong(stream, signal);
  stream.write(maskedFrame(0x89, pingData));
  await answer;
  found.pong = true;
  stream.end(maskedFrame(0x88, Uint8Array.of(3, 232))); // 1000: a normal closure
  await once(stream, 'finish', { signal });
}

function readHeaders(fields: readonly NewField[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const [given, value] of fields) {
    const name = given.toLowerCase();
    if (unsent.has(name)) continue;
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  return headers;
}

/** The status of the final reply. */
function awaitStatus(stream: ClientHttp2Stream, signal: AbortSignal): Promise<number> {
  return awaitSomething(stream, signal, (resolve) =>
    stream.once('response', (headers) => resolve(headers[':status'] ?? 0)),
  );
}

/** Frames before the pong are passed over: a server may greet. */
function awaitPong(stream: ClientHttp2Stream, signal: AbortSignal): Promise<void> {
  return awaitSomething(stream, signal, (resolve) => {
    let octets = Buffer.alloc(0);
    stream.on('data', (data: Buffer) => {
      octets = Buffer.concat([octets, data]);
      if (octets.length > frameLimit)
        stream.destroy(new Error(`a frame of more than ${frameLimit} octets came before the pong`));
      for (;;) {
        const { first, size, length, isMasked } = readFrameHead(octets, 0);
        if (length === null || octets.length < size + length) return;
        if (first === pong && !isMasked && octets.subarray(size, size + length).equals(pingData)) resolve();
        octets = octets.subarray(size + length + (isMasked ? 4 : 0));
      }
    });
  });
}

/** Rejects where the stream is closed, or the deadline has come, before that. */
function awaitSomething<T>(
  stream: ClientHttp2Stream,
  signal: AbortSignal,
  listen: (resolve: (value: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    listen(resolve);
    stream.once('error', reject);
    stream.once('end', () => reject(new Error('the server ended the stream')));
    stream.once('close', () => reject(new Error('the stream was closed')));
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
