import { once } from 'node:events';
import type {
  ClientHttp2Session,
  ClientHttp2Stream,
  IncomingHttpHeaders,
  IncomingHttpStatusHeader,
} from 'node:http2';
import { readBehind } from '../facts/behind-facts.ts';
import { pause } from '../verify/peer/event-loop.ts';
import { ControlFinder, isClose } from '../verify/peer/frame/close-frame.ts';
import { maskedFrame } from '../verify/peer/frame/frame.ts';
import type { NewField } from '../wire/index.ts';
import { watchedBehind } from './frames.ts';

export interface StreamOptions {
  readonly session: ClientHttp2Session;
  readonly authority: string;
  readonly path: string;
  readonly fields: readonly NewField[];
  readonly signal: AbortSignal;
  /** Where what is found out is written. */
  readonly found: {
    status: number | null;
    fields: readonly NewField[];
    opened: boolean;
    pong: boolean;
    behind: BehindPong;
    isSent: boolean;
  };
}

/** What is seen for some time around the pong: nothing but frames, the end of the stream or a Close, or octets that are no frames. */
export type BehindPong = 'frames' | 'end' | 'other';

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

/** Octets that are read, at most. */
const octetLimit = 1_048_576;

const pingData = Buffer.from('ws101');
const pongOpcode = 0xa;

/**
 * Opens a WebSocket by an extended CONNECT, sends a ping, looks at what comes behind its pong, and closes it.
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
      ':scheme': 'https',
      ':authority': options.authority,
      ':path': options.path,
      'sec-websocket-version': '13',
      ...readHeaders(options.fields),
    },
    { endStream: false },
  );
  found.isSent = true;
  stream.on('error', () => {}); // stays for good
  const headers = await awaitReply(stream, signal);
  const status = headers[':status'] ?? 0;
  found.status = status;
  found.fields = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(':') || value === undefined ? [] : [value].flat().map((each) => [name, each] as const),
  );
  // RFC 8441 §5 has any status of 2xx open; browsers take this one alone.
  found.opened = status === 200;
  if (!found.opened) return;
  const behind: Buffer[] = [];
  const finder = new ControlFinder();
  let came = 0;
  let isEnded = false;
  let isPonged = false;
  stream.on('data', (data: Buffer) => {
    behind.push(data);
    came += data.length;
    const controls = finder.push(data);
    isEnded ||= controls.some(isClose);
    isPonged ||= controls.some(({ opcode, payload }) => opcode === pongOpcode && pingData.equals(payload));
    if (came > octetLimit)
      stream.destroy(new Error(`more than ${octetLimit} octets came in the time of a ping`));
  });
  for (const end of ['end', 'close', 'error'])
    stream.on(end, () => {
      isEnded = true;
    });
  const answer = awaitSomething<void>(stream, signal, (resolve) =>
    stream.on('data', () => isPonged && resolve()),
  );
  stream.write(maskedFrame(0x89, pingData));
  await answer;
  found.pong = true;
  await pause(watchedBehind, signal);
  const isExtended = found.fields.some(([name]) => name === 'sec-websocket-extensions');
  const isFrames = readBehind(Buffer.concat(behind), isExtended, isEnded) === 'frames';
  found.behind = !isFrames ? 'other' : isEnded ? 'end' : 'frames';
  if (isEnded) return;
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

/** The pseudo-fields and fields of the final reply. */
function awaitReply(
  stream: ClientHttp2Stream,
  signal: AbortSignal,
): Promise<IncomingHttpHeaders & IncomingHttpStatusHeader> {
  return awaitSomething(stream, signal, (resolve) => stream.once('response', resolve));
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
