import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { sha1 } from '../../src/sha1.ts';
import { computeAccept } from '../../src/wire/index.ts';
import { portOf } from '../raw-peer.ts';

/** One request that came whole, and the socket on which to answer it. */
export interface Asked {
  readonly socket: Socket;
  /** As Latin-1 text, with what came behind it. */
  readonly head: string;
  /** The request-target. */
  readonly target: string;
  /** Whether Upgrade was asked for. */
  readonly isUpgrade: boolean;
  /** The head of a right 101, with more field lines. */
  readonly accepted: (...more: readonly string[]) => string;
  /** The value of a field; null where it was not sent. */
  readonly field: (name: string) => string | null;
}

export interface Scripted {
  readonly port: number;
  readonly url: string;
  /** Requests that came whole, in their order. */
  readonly asked: readonly Asked[];
  /** Connections that were made, whether anything was sent on them or not. */
  readonly made: () => number;
  /** Those that are open still. */
  readonly open: ReadonlySet<Socket>;
}

/** A server that answers each request as the test says, until the test is over. */
export async function scriptAnswers(
  answer: (asked: Asked, at: number) => void,
  onSocket: (socket: Socket) => void = () => {},
): Promise<Scripted> {
  const open = new Set<Socket>();
  const requests: Asked[] = [];
  let made = 0;
  const server = createServer((socket) => {
    made += 1;
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    onSocket(socket);
    let text = '';
    let isAsked = false;
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (isAsked || !text.includes('\r\n\r\n')) return;
      isAsked = true;
      const asked = readAsked(socket, text);
      requests.push(asked);
      answer(asked, requests.length - 1);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const port = portOf(server.address());
  return { port, url: `ws://127.0.0.1:${port}`, asked: requests, made: () => made, open };
}

function readAsked(socket: Socket, head: string): Asked {
  const field = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'im').exec(head)?.[1] ?? null;
  const accept = computeAccept(field('Sec-WebSocket-Key') ?? '', sha1);
  return {
    ...{ socket, head, field },
    target: head.split(' ')[1] ?? '',
    isUpgrade: field('Upgrade') !== null,
    accepted: (...more) =>
      [
        ...['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'],
        ...[`Sec-WebSocket-Accept: ${accept}`, ...more, '', ''],
      ].join('\r\n'),
  };
}

/** Accepts an opening, and answers each ping by its pong: of those right behind the request too, unless told otherwise. */
export function accept(
  { socket, head, accepted }: Asked,
  lines: readonly string[] = [],
  isEarlyLost = false,
): void {
  socket.write(accepted(...lines));
  if (!isEarlyLost) answerPing(socket, Buffer.from(head.slice(head.indexOf('\r\n\r\n') + 4), 'latin1'));
  socket.on('data', (chunk: Buffer) => answerPing(socket, chunk));
}

function answerPing(socket: Socket, octets: Buffer): void {
  const length = (octets[1] ?? 0) & 0x7f;
  if (octets[0] !== 0x89) return;
  const mask = octets.subarray(2, 6);
  const data = octets.subarray(6, 6 + length).map((octet, at) => octet ^ (mask[at % 4] ?? 0));
  socket.write(Buffer.from([0x8a, data.length, ...data]));
}

/** A whole reply with content. */
export const reply = (status: string, body = '', ...more: readonly string[]) =>
  [`HTTP/1.1 ${status}`, `Content-Length: ${body.length}`, ...more, '', body].join('\r\n');
