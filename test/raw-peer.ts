import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';

/** One end of a TCP connection that says what a test has it say; octets are Latin-1 text. */
export class RawPeer {
  readonly socket: Socket;
  /** Resolves to everything received once the other side has ended, or has reset the connection. */
  readonly ended: Promise<string>;
  readonly closed: Promise<void>;
  readonly #waits: { readonly text: string; readonly resolve: (received: string) => void }[] = [];
  #received = '';

  constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    this.ended = new Promise((resolve) => {
      socket.once('end', () => resolve(this.#received)).once('close', () => resolve(this.#received));
    });
    socket.on('error', () => {});
    socket.setEncoding('latin1').on('data', (text: unknown) => {
      this.#received += String(text);
      for (const wait of this.#waits) if (this.#received.includes(wait.text)) wait.resolve(this.#received);
    });
  }

  static async connect(port: number, { allowHalfOpen = false } = {}): Promise<RawPeer> {
    const socket = createConnection({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen });
    const peer = new RawPeer(socket);
    await once(socket, 'connect');
    return peer;
  }

  /** Everything received so far. */
  get received(): string {
    return this.#received;
  }

  /** Resolves once the system has taken the octets. */
  send(text: string): Promise<void> {
    return new Promise((resolve) => this.socket.write(text, 'latin1', () => resolve()));
  }

  /** Resolves to everything received as soon as the text is in it. */
  until(text: string): Promise<string> {
    if (this.#received.includes(text)) return Promise.resolve(this.#received);
    return new Promise((resolve) => this.#waits.push({ text, resolve }));
  }

  end(): void {
    this.socket.end();
  }

  reset(): void {
    this.socket.resetAndDestroy();
  }
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
