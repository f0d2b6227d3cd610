import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { openConnection } from '../src/verify/peer/connection/open-connection.ts';
import type { RawConnection } from '../src/verify/peer/connection/raw-connection.ts';

/** A raw connection whose octets are Latin-1 text, as a test writes and reads them. */
export class RawPeer {
  readonly connection: RawConnection;
  readonly socket: Socket;

  constructor(connection: RawConnection) {
    this.connection = connection;
    connection.expect(Number.POSITIVE_INFINITY); // what a test sends is kept, however much it is
    this.socket = connection.socket;
  }

  static async connect(port: number, { allowHalfOpen = false } = {}): Promise<RawPeer> {
    return new RawPeer(await openConnection({ port, allowHalfOpen }));
  }

  /** Everything received so far. */
  get received(): string {
    return this.connection.text;
  }

  /** Resolves to everything received once the other side has ended, or has reset the connection. */
  get ended(): Promise<string> {
    return this.connection.ended().then(() => this.received);
  }

  get closed(): Promise<void> {
    return this.connection.closed();
  }

  /** Resolves once the system has taken the octets. */
  send(text: string): Promise<void> {
    return this.connection.send(text);
  }

  /** Resolves to everything received as soon as the text is in it; rejects if the other side ends before. */
  async until(text: string): Promise<string> {
    const what = JSON.stringify(text);
    const hasCome = await this.connection.until((each) => each.text.includes(text), what);
    if (!hasCome) throw new Error(`the connection ended before ${what}: ${JSON.stringify(this.received)}`);
    return this.received;
  }

  end(): void {
    this.connection.end();
  }

  reset(): void {
    this.connection.reset();
  }
}

/** Binds a port of the system's choice; when the test is over, the server and its connections are ended. */
export async function listenUntilFinished(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return portOf(server.address());
}

/** A whole exchange on a fresh connection: what the loopback was given before has been read by the end of it. */
export async function exchangeElsewhere(): Promise<void> {
  const server = createServer((socket) => socket.pipe(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peer = await RawPeer.connect(portOf(server.address()));
  await peer.send('ping');
  await peer.until('ping');
  peer.end();
  await peer.closed;
  server.close();
  await once(server, 'close');
}

/** The port that a listening server got. */
export function portOf(address: { readonly port: number } | string | null): number {
  if (address === null || typeof address === 'string') throw new TypeError('no TCP address');
  return address.port;
}
