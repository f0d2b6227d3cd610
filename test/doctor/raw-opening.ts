import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Running } from './set-up.ts';

/** The key of every opening: `ws101 fixed key!` in base64. */
const key = 'd3MxMDEgZml4ZWQga2V5IQ==';

/** A masked ping with `ws101`; the mask is zero. */
const ping = Buffer.from('\x89\x85\0\0\0\0ws101', 'latin1');

/** The values of an option, which may be given more than once. */
function valuesOf(args: readonly string[], name: string): readonly string[] {
  return args.flatMap((arg, at) => (args[at - 1] === name ? [arg] : []));
}

/** A plain valid opening, with what the arguments ask for. */
export function writeOpening({ url, args = [] }: Running): string {
  const { host } = new URL(url);
  const isFirefox = valuesOf(args, '--as').includes('firefox');
  const lines = [
    `GET ${targetOf(url)} HTTP/1.1`,
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
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** A GET of the same that asks for nothing else. */
export function writePlainGet({ url }: Running): string {
  return `GET ${targetOf(url)} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: close\r\n\r\n`;
}

function targetOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/**
 * Sends a request, and a ping behind a 101, over sockets of Node and nothing else.
 *
 * @param isEnough told all that has come so far, as Latin-1
 * @param ms after which no more is waited for
 * @returns all that has come, and behind it `[ended]`, `[reset]`, `[late]`, or `[error CODE]`, where nothing is enough
 */
export function sendRaw(
  running: Running,
  request: string,
  isEnough: (received: string) => boolean,
  ms = 5_000,
): Promise<string> {
  const socket = connectTo(running);
  let received = '';
  let isPinged = false;
  return new Promise((resolve) => {
    const finish = (end: string) => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(received + end);
    };
    const deadline = setTimeout(() => finish('[late]'), ms);
    socket.once(running.url.startsWith('wss:') ? 'secureConnect' : 'connect', () =>
      socket.write(request, 'latin1'),
    );
    socket.on('data', (octets) => {
      received += octets.toString('latin1');
      if (isEnough(received)) finish('');
      else if (!isPinged && /^HTTP\/1\.1 101 .*\r\n\r\n/s.test(received)) {
        isPinged = true;
        socket.write(ping);
      }
    });
    socket.on('end', () => finish('[ended]'));
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) =>
      finish(code === 'ECONNRESET' ? '[reset]' : `[error ${code}]`),
    );
  });
}

function connectTo({ url, args = [] }: Running): Socket {
  const { protocol, hostname: host, port } = new URL(url);
  if (protocol === 'ws:') return connect({ port: Number(port) || 80, host });
  const [ca] = valuesOf(args, '--ca');
  return connectTls({
    ...{ port: Number(port), host, ALPNProtocols: ['http/1.1'] },
    ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
    rejectUnauthorized: !args.includes('--insecure'),
  });
}
