import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { bind } from '../../src/bind.ts';
import type { NewField } from '../../src/wire/index.ts';
import { parseRequest } from '../../src/wire/index.ts';
import { Mailbox } from '../mailbox.ts';

/** The field lines of openings, as they come; each connection is closed without an answer. */
export interface Capture {
  readonly port: number;
  readonly openings: Mailbox<readonly NewField[]>;
  end(): void;
}

/**
 * Listens for openings on the loopback.
 *
 * @param pair certificate and key, where TLS is spoken
 * @param page what a GET without Upgrade is answered with
 */
export async function captureOpenings({
  pair,
  page = '',
}: {
  readonly pair?: { readonly cert: string; readonly key: string };
  readonly page?: string;
} = {}): Promise<Capture> {
  const openings = new Mailbox<readonly NewField[]>();
  const answer = (socket: Socket) => {
    let text = '';
    socket.on('error', () => {}); // who is closed may say so
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (!text.includes('\r\n\r\n')) return;
      const fields = readFields(text);
      if (fields.some(([name]) => /^upgrade$/i.test(name))) {
        openings.put(fields);
        socket.destroy();
      } else {
        const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n`;
        socket.end(`${head}Set-Cookie: sid=abc\r\nConnection: close\r\n\r\n${page}`);
      }
    });
  };
  const server = pair
    ? createTlsServer({ ...pair, ALPNProtocols: ['http/1.1'] }, answer)
    : createServer(answer);
  const { port } = await bind(server);
  return { port, openings, end: () => server.close() };
}

function readFields(text: string): readonly NewField[] {
  const head = parseRequest(Buffer.from(text, 'latin1'));
  if (!head.ok) throw new Error(`no request: ${JSON.stringify(text)}`);
  return head.value.fields.map(({ name, value }) => [name, value]);
}

/** The lines with what is another each time, or with each version, put in one word. */
export function maskFields(fields: readonly NewField[]): readonly string[] {
  return fields.map(([name, value]) => {
    if (/^sec-websocket-key$/i.test(name)) return `${name}: KEY`;
    return `${name}: ${/^user-agent$/i.test(name) ? 'AGENT' : value}`;
  });
}
