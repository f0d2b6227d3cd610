import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { createServer as createHttpsServer, request as httpsRequest } from 'node:https';
import { createConnection, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { FrameConnection } from '../../src/frames/frame-connection.ts';
import { RawConnection } from '../../src/verify/peer/connection/raw-connection.ts';
import { certificates } from '../certificate.ts';
import { Mailbox } from '../mailbox.ts';
import { listenUntilFinished, RawPeer } from '../raw-peer.ts';

type Deflate = FrameConnection['deflate'];

export type Transport = 'TCP' | 'TLS';
export type Role = FrameConnection['role'];

/** A server of Node's that answers every opening with 101. */
export async function accept(options: { transport?: Transport; deflate?: Deflate; extension?: string } = {}) {
  const { transport = 'TCP', deflate = null, extension } = options;
  const { trusted, authority } = certificates;
  const server = transport === 'TLS' ? createHttpsServer(trusted) : createHttpServer();
  const connections = new Mailbox<FrameConnection>();
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  server.on('upgrade', (request, socket: Socket, head: Buffer) => {
    const key = request.headers['sec-websocket-key'];
    socket.write(
      [
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade',
        `Sec-WebSocket-Accept: ${createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')}`,
        ...(extension === undefined ? [] : [`Sec-WebSocket-Extensions: ${extension}`]),
        '\r\n',
      ].join('\r\n'),
    );
    connections.put({ role: 'server', socket, head, subprotocol: null, deflate });
  });
  const port = await listenUntilFinished(server);
  const scheme = transport === 'TLS' ? 'wss' : 'ws';
  return { url: `${scheme}://127.0.0.1:${port}`, connections, authority, sockets };
}

/** The client's end of a connection that Node's client has opened. */
export async function dial(
  url: string,
  { deflate = null, extension }: { deflate?: Deflate; extension?: string | undefined } = {},
): Promise<FrameConnection> {
  const { authority } = certificates;
  const secure = url.startsWith('wss:');
  const request = (secure ? httpsRequest : httpRequest)({
    host: '127.0.0.1',
    port: new URL(url).port,
    ca: authority,
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version': '13',
      ...(extension !== undefined && { 'Sec-WebSocket-Extensions': extension }),
    },
  });
  request.end();
  const [, socket, head] = await once(request, 'upgrade');
  onTestFinished(() => socket.destroy());
  return { role: 'client', socket, head, subprotocol: null, deflate };
}

/** Both ends of one connection. */
export async function openEnds(options: { transport?: Transport; deflate?: Deflate } = {}) {
  const accepted = await accept(options);
  const client = await dial(accepted.url, options);
  return { client, server: await accepted.connections.take(), sockets: accepted.sockets };
}

/** One end in the role that is given; the other end is a raw peer, that no handshake stands before. */
export async function openRaw(role: Role, deflate: Deflate = null) {
  const accepted = new Mailbox<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, accepted.put);
  const port = await listenUntilFinished(server);
  const dialled = createConnection({ host: '127.0.0.1', port, noDelay: true });
  await once(dialled, 'connect');
  const other = await accepted.take();
  const [socket, rawSocket] = role === 'server' ? [other, dialled] : [dialled, other];
  onTestFinished(() => {
    dialled.destroy();
  });
  const connection: FrameConnection = { role, socket, head: Buffer.alloc(0), subprotocol: null, deflate };
  return { connection, peer: new RawPeer(new RawConnection(rawSocket)) };
}
