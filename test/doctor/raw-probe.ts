import { connect } from 'node:net';
import { connectTo, type RawAnswer, type RawTarget, readRaw, valuesOf, writeOpening } from './raw-opening.ts';

/** The first line of an answer; in words where it is no HTTP/1, or there is none. */
export function nameAnswer({ text, end, error }: RawAnswer): string {
  const [line = ''] = text.split('\r\n');
  if (line.startsWith('HTTP/')) return line;
  // A frame of less than 256 octets whose type is SETTINGS (RFC 9113 §6.5).
  if (text.startsWith('\0\0') && text[3] === '\x04') return 'HTTP/2';
  if (text.startsWith('\x15\x03')) return 'an alert of TLS';
  if (text !== '') return 'no HTTP';
  const [, reason = end === 'failed' ? 'reset' : end] =
    /SSL routines:\w*:([^:]+):/.exec(error?.message ?? '') ?? [];
  return reason;
}

/** What a request is made of. */
export interface RawProbe extends RawTarget {
  /** What Host says; the host of the URL by default. */
  readonly host?: string;
  /** Whether it asks for a WebSocket, or is a plain GET. Default true. */
  readonly upgrades?: boolean;
  /** Whether it reads on behind a whole head until the end. */
  readonly toEnd?: boolean;
  /** Milliseconds. */
  readonly limit: number;
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

/** Sends one request by itself, through a proxy where the arguments name one, and gives what comes. */
export async function probeRaw(probe: RawProbe, authority?: string): Promise<RawAnswer> {
  const { url, args = [], limit, toEnd = false, host, upgrades } = probe;
  const request = writeOpening(probe, { host, upgrades });
  const [proxy] = valuesOf(args, '--proxy').map((each) => new URL(each));
  const socket = proxy
    ? connect({ host: proxy.hostname, port: Number(proxy.port) })
    : connectTo(probe, authority);
  socket.write(proxy ? writeConnect(new URL(url).host, proxy) : request, 'latin1');
  let isTunnel = proxy === undefined;
  let start = 0;
  const isEnough = (received: string) => {
    const text = received.slice(start);
    if (isTunnel || !/^HTTP\/1\.\d 200[\s\S]*\r\n\r\n/.test(text)) return !toEnd && isWhole(text);
    isTunnel = true;
    start = received.length;
    socket.write(request, 'latin1');
    return false;
  };
  const answer = await readRaw(socket, isEnough, limit);
  return { ...answer, text: answer.text.slice(start) };
}

function writeConnect(host: string, { username, password }: URL): string {
  const credentials = username ? `Proxy-Authorization: Basic ${btoa(`${username}:${password}`)}\r\n` : '';
  return `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n${credentials}\r\n`;
}
