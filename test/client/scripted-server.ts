import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';
import { Mailbox } from '../mailbox.ts';
import { portOf, RawPeer } from '../raw-peer.ts';

/** The reply of a server that keeps every rule; `{accept}` stands for the value that the key asks for. */
export const acceptance = [
  'HTTP/1.1 101 Switching Protocols',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Accept: {accept}',
  '\r\n',
].join('\r\n');

/** The server's end of one connection of a client. */
export class ScriptedPeer extends RawPeer {
  /** Resolves to the head of the client's request. */
  async request(): Promise<string> {
    return this.until('\r\n\r\n');
  }

  /** Sends octets once the request has come, with the right accept value in place of `{accept}`. */
  async reply(text: string): Promise<void> {
    await this.send(text.replaceAll('{accept}', acceptOf(await this.request())));
  }
}

export interface ScriptedServer {
  readonly port: number;
  /** For example `ws://127.0.0.1:8080/chat`. */
  readonly url: string;
  readonly peers: Mailbox<ScriptedPeer>;
}

/** A TCP server that leaves every octet to the test; when the test is over, it and its connections are ended. */
export async function script(host = '127.0.0.1'): Promise<ScriptedServer> {
  const peers = new Mailbox<ScriptedPeer>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    peers.put(new ScriptedPeer(socket));
  });
  const port = await listenUntilFinished(server, host);
  return { port, url: `ws://127.0.0.1:${port}/chat`, peers };
}

export interface ScriptedTlsServer extends ScriptedServer {
  /** For example `wss://localhost:8080/chat`. */
  readonly url: string;
  /** The sockets of the peers, in the same order. */
  readonly sockets: readonly TLSSocket[];
  /** Codes of the TLS handshakes that led nowhere. */
  readonly faults: Mailbox<string>;
}

/** The same over TLS. */
export async function scriptTls(options: TlsOptions): Promise<ScriptedTlsServer> {
  const peers = new Mailbox<ScriptedPeer>();
  const faults = new Mailbox<string>();
  const sockets: TLSSocket[] = [];
  const server = createTlsServer({ noDelay: true, ...options }, (socket) => {
    sockets.push(socket);
    peers.put(new ScriptedPeer(socket));
  });
  server.on('tlsClientError', (error) => faults.put('code' in error ? String(error.code) : ''));
  const port = await listenUntilFinished(server, '127.0.0.1');
  return { port, url: `wss://localhost:${port}/chat`, peers, sockets, faults };
}

/** Binds a port of the system's choice; when the test is over, the server and its connections are ended. */
export async function listenUntilFinished(server: Server, host: string): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return portOf(server.address());
}

function acceptOf(request: string): string {
  const key = /^Sec-WebSocket-Key: (.*)\r$/m.exec(request)?.[1];
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
}
