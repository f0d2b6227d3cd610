import { connect as connectTcp, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';

/** What came of one raw request. */
export interface RawAnswer {
  /** Everything that came, as Latin-1. */
  readonly text: string;
  /** How long it was read: until enough had come, until the end, a reset or an error, or until the time was over. */
  readonly end: 'enough' | 'ended' | 'reset' | 'late';
  /** The text of the error that kept it from being sent, or ended it; null where there was none. */
  readonly error: string | null;
}

/** The first line of an answer; in words where it is no HTTP/1, or there is none. */
export function nameAnswer({ text, end, error }: RawAnswer): string {
  const [line = ''] = text.split('\r\n');
  if (line.startsWith('HTTP/')) return line;
  // A frame of less than 256 octets whose type is SETTINGS (RFC 9113 §6.5).
  if (text.startsWith('\0\0') && text[3] === '\x04') return 'HTTP/2';
  if (text.startsWith('\x15\x03')) return 'an alert of TLS';
  if (text !== '') return 'no HTTP';
  const [, reason = end] = /SSL routines:\w*:([^:]+):/.exec(error ?? '') ?? [];
  return reason;
}

/** What a request is made of; each line without its CRLF. */
export interface RawProbe {
  readonly url: string;
  readonly args?: readonly string[];
  /** What Host says; the host of the URL by default. */
  readonly host?: string;
  /** Whether it asks for a WebSocket, or is a plain GET. Default true. */
  readonly upgrades?: boolean;
  /** Whether it reads on behind a whole head until the end. */
  readonly toEnd?: boolean;
  /** Milliseconds. */
  readonly limit: number;
  /** Default `http/1.1` alone. */
  readonly alpn?: readonly string[];
}

const valueAfter = (args: readonly string[], option: string) => args[args.indexOf(option) + 1] ?? '';

const has = (args: readonly string[], option: string) => args.includes(option);

/** The octets of a valid opening, or of a plain GET, written by hand. */
export function writeOpening({ url, args = [], host, upgrades = true }: RawProbe): string {
  const { pathname, search, host: own } = new URL(url);
  return [
    `GET ${pathname}${search} HTTP/1.1`,
    `Host: ${host ?? own}`,
    ...(upgrades
      ? [
          ...['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
          'Sec-WebSocket-Version: 13',
          ...(has(args, '--subprotocol')
            ? [`Sec-WebSocket-Protocol: ${valueAfter(args, '--subprotocol')}`]
            : []),
        ]
      : []),
    ...(has(args, '--origin') ? [`Origin: ${valueAfter(args, '--origin')}`] : []),
    ...(has(args, '--header') ? [valueAfter(args, '--header')] : []),
    ...['', ''],
  ].join('\r\n');
}

/** Whether a text begins with a whole head, and as much content as its Content-Length announces. */
function isWhole(text: string): boolean {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  if (rest.length === 0) return false;
  const body = rest.join('\r\n\r\n');
  if (/^transfer-encoding: *chunked/im.test(head)) return body.endsWith('0\r\n\r\n');
  const [, length] = /^content-length: *(\d+)/im.exec(head) ?? [];
  return /^HTTP\/1\.1 101/.test(head) || (length !== undefined && body.length >= Number(length));
}

/** Sends one request by itself, and gives what comes. Nothing of `src` is in it. */
export async function probeRaw(probe: RawProbe, ca?: string): Promise<RawAnswer> {
  const { url, args = [], limit, toEnd = false, alpn = ['http/1.1'] } = probe;
  const { protocol, hostname, port, host } = new URL(url);
  const proxy = has(args, '--proxy') ? new URL(valueAfter(args, '--proxy')) : null;
  const at = { host: proxy?.hostname ?? hostname, port: Number(proxy?.port ?? port) };
  const socket: Socket =
    protocol === 'wss:' && !proxy
      ? connectTls({ ...at, ...(ca ? { ca } : {}), ALPNProtocols: [...alpn] })
      : connectTcp(at);
  const sending = writeOpening(probe);
  const credentials = proxy?.username
    ? `Proxy-Authorization: Basic ${btoa(`${proxy.username}:${proxy.password}`)}\r\n`
    : '';
  socket.write(proxy ? `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n${credentials}\r\n` : sending, 'latin1');
  return read(socket, { limit, toEnd, next: proxy ? sending : null });
}

interface Reading {
  readonly limit: number;
  readonly toEnd: boolean;
  /** What is sent once CONNECT was answered with 200. */
  readonly next: string | null;
}

async function read(socket: Socket, { limit, toEnd, next }: Reading): Promise<RawAnswer> {
  let text = '';
  let waiting = next;
  const over = new AbortController();
  const answered = new Promise<Pick<RawAnswer, 'end' | 'error'>>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (waiting !== null && /^HTTP\/1\.\d 200[\s\S]*\r\n\r\n/.test(text)) {
        socket.write(waiting, 'latin1');
        [text, waiting] = ['', null];
      } else if (!toEnd && isWhole(text)) resolve({ end: 'enough', error: null });
    });
    socket.on('end', () => resolve({ end: 'ended', error: null }));
    socket.on('close', () => resolve({ end: 'ended', error: null }));
    socket.on('error', (error) => resolve({ end: 'reset', error: error.message }));
  });
  const late = setTimeout(limit, { end: 'late', error: null } as const, { signal: over.signal });
  const ending = await Promise.race([answered, late.catch(() => answered)]);
  over.abort();
  socket.destroy();
  return { text, ...ending };
}
