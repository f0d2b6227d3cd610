import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Running } from './set-up.ts';

/** The key of every opening, `ws101 fixed key!` in base64, and the accept value that it asks for. */
const key = 'd3MxMDEgZml4ZWQga2V5IQ==';
export const accept = 'k5XG766Dr//vZ43QkdjV1PWVB7M=';

/** A masked ping with `ws101`; the mask is zero. */
const ping = Buffer.from('\x89\x85\0\0\0\0ws101', 'latin1');

/** What is asked: the URL, and more of the command line. */
export type RawTarget = Pick<Running, 'url' | 'args'>;

/** The values of an option, which may be given more than once. */
export function valuesOf(args: readonly string[], name: string): readonly string[] {
  return args.flatMap((arg, at) => (args[at - 1] === name ? [arg] : []));
}

/**
 * A plain valid opening, with what the arguments ask for.
 *
 * @param options.host what Host says, where that is not the host of the URL
 * @param options.upgrades false for a GET of the same that asks for nothing else
 */
export function writeOpening(
  { url, args = [] }: RawTarget,
  { host = new URL(url).host, upgrades = true } = {},
): string {
  const { pathname, search } = new URL(url);
  const isFirefox = valuesOf(args, '--as').includes('firefox');
  const lines = [
    `GET ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    'Upgrade: websocket',
    `Connection: ${isFirefox ? 'keep-alive, Upgrade' : 'Upgrade'}`,
    `Sec-WebSocket-Key: ${key}`,
    'Sec-WebSocket-Version: 13',
    ...valuesOf(args, '--subprotocol').map((names) => `Sec-WebSocket-Protocol: ${names}`),
    ...(args.includes('--deflate')
      ? ['Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits']
      : []),
    ...valuesOf(args, '--origin').map((origin) => `Origin: ${origin}`),
    ...valuesOf(args, '--header'),
  ];
  const isOfUpgrade = (line: string) => /^(?:Upgrade|Connection|Sec-WebSocket-\w+):/.test(line);
  return `${lines.filter((line) => upgrades || !isOfUpgrade(line)).join('\r\n')}\r\n\r\n`;
}

/** What came of one raw request. */
export interface RawAnswer {
  /** Everything that came, as Latin-1. */
  readonly text: string;
  /** How long it was read: until enough had come, until the end, a reset or another error, or until the time was over. */
  readonly end: 'enough' | 'ended' | 'reset' | 'failed' | 'late';
  /** What kept it from being sent, or ended it; null where nothing did. */
  readonly error: NodeJS.ErrnoException | null;
}

/**
 * Reads what comes.
 *
 * @param isEnough told all that has come so far, as Latin-1
 * @param ms after which no more is waited for
 */
export function readRaw(
  socket: Socket,
  isEnough: (received: string) => boolean,
  ms: number,
): Promise<RawAnswer> {
  let text = '';
  return new Promise((resolve) => {
    const finish = (end: RawAnswer['end'], error: RawAnswer['error'] = null) => {
      clearTimeout(deadline);
      socket.destroy();
      resolve({ text, end, error });
    };
    const deadline = setTimeout(() => finish('late'), ms);
    socket.on('data', (octets) => {
      text += octets.toString('latin1');
      if (isEnough(text)) finish('enough');
    });
    socket.on('end', () => finish('ended'));
    socket.on('close', () => finish('ended'));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      finish(error.code === 'ECONNRESET' ? 'reset' : 'failed', error),
    );
  });
}

/**
 * Sends a request, and a ping behind a 101, over sockets of Node and nothing else.
 *
 * @returns all that has come, and behind it `[ended]`, `[reset]`, `[late]`, or `[error CODE]`, where nothing is enough
 */
export async function sendRaw(
  target: RawTarget,
  request: string,
  isEnough: (received: string) => boolean,
  ms = 5_000,
): Promise<string> {
  const socket = connectTo(target);
  let isPinged = false;
  socket.once(target.url.startsWith('wss:') ? 'secureConnect' : 'connect', () =>
    socket.write(request, 'latin1'),
  );
  const { text, end, error } = await readRaw(
    socket,
    (received) => {
      if (isEnough(received)) return true;
      if (!isPinged && /^HTTP\/1\.1 101 .*\r\n\r\n/s.test(received)) {
        isPinged = true;
        socket.write(ping);
      }
      return false;
    },
    ms,
  );
  if (end === 'enough') return text;
  return `${text}[${end === 'failed' ? `error ${error?.code ?? ''}` : end}]`;
}

/** @param authority what signs certificates, where no argument names it; in PEM */
export function connectTo({ url, args = [] }: RawTarget, authority?: string): Socket {
  const { protocol, hostname: host, port } = new URL(url);
  if (protocol === 'ws:') return connect({ port: Number(port) || 80, host });
  const [file] = valuesOf(args, '--ca');
  const ca = file === undefined ? authority : readFileSync(file);
  return connectTls({
    ...(ca === undefined ? {} : { ca }),
    port: Number(port),
    host,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: !args.includes('--insecure'),
  });
}
