import { createConnection, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Pair } from '../../src/verify/peer/certificate.ts';
import { listenUntilFinished } from './scripted-server.ts';

export interface ProxyOptions {
  /** User and password with a colon between them, without which it answers 407. */
  readonly credentials?: string;
  /** What it is spoken to over TLS with. */
  readonly pair?: Pair;
  /** What it says once the tunnel is formed. */
  readonly established?: string;
}

export interface Proxy {
  readonly port: number;
  /** Heads of the requests, in the order in which they came. */
  readonly heads: readonly string[];
  /** What came from the clients behind those, octet for octet. */
  readonly passed: readonly Buffer[];
}

export const established = 'HTTP/1.1 200 Connection established\r\n\r\n';
const refused = 'HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm="a"\r\nContent-Length: 0\r\n\r\n';

/** A proxy that forms tunnels, to 127.0.0.1 whatever the host, until the test is over. */
export async function startProxy(options: ProxyOptions = {}): Promise<Proxy> {
  const heads: string[] = [];
  const passed: Buffer[] = [];
  const onConnection = (socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', (octets: Buffer) => {
      const head = octets.toString('latin1'); // a CONNECT fits into one segment
      heads.push(head);
      if (!isWelcome(head, options)) {
        socket.end(refused);
        return;
      }
      const server = createConnection({ host: '127.0.0.1', port: Number(/:(\d+) /.exec(head)?.[1]) });
      server.on('error', () => socket.destroy()).on('close', () => socket.destroy());
      socket.on('close', () => server.destroy());
      server.on('connect', () => {
        socket.write(options.established ?? established, 'latin1');
        socket.on('data', (chunk: Buffer) => passed.push(chunk)).pipe(server);
        server.pipe(socket);
      });
    });
  };
  const server = options.pair ? createTlsServer(options.pair, onConnection) : createServer(onConnection);
  return { port: await listenUntilFinished(server, '127.0.0.1'), heads, passed };
}

function isWelcome(head: string, { credentials }: ProxyOptions): boolean {
  const wanted = Buffer.from(credentials ?? '').toString('base64');
  return credentials === undefined || head.includes(`\r\nProxy-Authorization: Basic ${wanted}\r\n`);
}
