import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { ListenOptions } from '../../src/server/index.ts';
import { RawConnection } from '../../src/verify/peer/connection/raw-connection.ts';
import { certificates } from '../certificate.ts';
import { portOf, RawPeer } from '../raw-peer.ts';
import { type DialOptions, type Exchanges, exchangesBy, type Served, serve } from './serve.ts';

type TlsDialOptions = ConnectionOptions & DialOptions;

export interface Secured extends Served {
  /** The same exchanges as without TLS, which secures their connections. */
  readonly secured: Exchanges;
  /** A connection of its own that TLS secures; rejects with the error of the handshake. */
  dialTls(options?: TlsDialOptions): Promise<RawPeer & { readonly socket: TLSSocket }>;
}

/** A server that speaks TLS on a clock that stands still. */
export async function serveTls(options: Partial<ListenOptions> = {}): Promise<Secured> {
  const { trusted } = certificates;
  const served = await serve({ tls: trusted, ...options });
  const { port } = served.server;
  return {
    ...served,
    secured: exchangesBy((how) => dialTls(port, how)),
    dialTls: (how) => dialTls(port, how),
  };
}

/** A client of Node's on a port of this host; it is gone when the test is over. */
export async function dialTls(port: number, options: TlsDialOptions = {}): ReturnType<Secured['dialTls']> {
  const { authority } = certificates;
  const socket = connectTls({ host: '127.0.0.1', port, ca: authority, ...options });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  return Object.assign(new RawPeer(new RawConnection(socket)), { socket });
}

/** The error with which a client's TLS handshake fails. */
export async function failTls(port: number, options: ConnectionOptions): Promise<unknown> {
  return dialTls(port, options).then(
    () => null,
    (error: unknown) => error,
  );
}

/** The first octets of a TLS handshake, as Latin-1 text. */
export async function captureHello(): Promise<string> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connectTls({ host: '127.0.0.1', port: portOf(server.address()) }).on('error', () => {});
  const [socket]: [Socket] = (await once(server, 'connection')) as [Socket]; // as net.Server emits it
  const [hello]: [Buffer] = (await once(socket, 'data')) as [Buffer]; // without an encoding
  client.destroy();
  socket.destroy();
  server.close();
  await once(server, 'close');
  return hello.toString('latin1');
}

/** The content types of the TLS records in a stream: 22 is a handshake, 23 is what it secures. */
export function recordTypes(text: string): readonly number[] {
  const octets = Buffer.from(text, 'latin1');
  const types: number[] = [];
  for (let at = 0; at < octets.length; at += 5 + octets.readUInt16BE(at + 3)) types.push(octets[at] ?? 0);
  return types;
}
