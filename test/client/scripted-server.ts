import type { TLSSocket, TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';
import { sha1 } from '../../src/sha1.ts';
import { startScriptedServer } from '../../src/verify/peer/scripted/scripted-server.ts';
import { computeAccept } from '../../src/wire/index.ts';
import { Mailbox } from '../mailbox.ts';
import { RawPeer } from '../raw-peer.ts';

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
  /** Resolves to everything received as soon as the head of the client's request is in it. */
  async request(): Promise<string> {
    return this.until('\r\n\r\n');
  }

  /**
   * Sends octets once the request has come, with the right accept value in place of `{accept}`: also for an opening
   * that came behind a CONNECT.
   */
  async reply(text: string): Promise<void> {
    const [, key = ''] = /^Sec-WebSocket-Key: (.*)\r$/m.exec(await this.request()) ?? [];
    await this.send(text.replaceAll('{accept}', computeAccept(key, sha1)));
  }
}

/** A server that leaves every octet to the test. */
export interface ScriptedPort {
  readonly port: number;
  /** For example `ws://127.0.0.1:8080/chat`. */
  readonly url: string;
  /** Its ends of all connections, as soon as these are made. */
  readonly peers: Mailbox<ScriptedPeer>;
}

/** One that speaks TLS. */
export interface ScriptedTlsPort extends ScriptedPort {
  /** The sockets of the peers, in the same order. */
  readonly sockets: readonly TLSSocket[];
  /** Codes of the TLS handshakes that led nowhere. */
  readonly faults: Mailbox<string>;
}

/** Listens without TLS; when the test is over, the server and its connections are ended. */
export async function script(host = '127.0.0.1'): Promise<ScriptedPort> {
  const peers = new Mailbox<ScriptedPeer>();
  const server = await startScriptedServer({
    host,
    allowHalfOpen: true,
    onConnection: (served) => peers.put(new ScriptedPeer(served)),
    onStray: () => {}, // the test answers all of them
  });
  onTestFinished(() => server.close());
  return { port: server.port, url: `ws://127.0.0.1:${server.port}/chat`, peers };
}

/** The same over TLS, as `localhost`. */
export async function scriptTls(tls: TlsOptions): Promise<ScriptedTlsPort> {
  const peers = new Mailbox<ScriptedPeer>();
  const faults = new Mailbox<string>();
  const sockets: TLSSocket[] = [];
  const server = await startScriptedServer({
    tls,
    onConnection(served) {
      sockets.push(served.socket as TLSSocket); // a server with TLS has no other
      peers.put(new ScriptedPeer(served));
    },
    onStray: () => {}, // the test answers all of them
    onFault: (error) => faults.put('code' in error ? String(error.code) : ''),
  });
  onTestFinished(() => server.close());
  return { port: server.port, url: `wss://localhost:${server.port}/chat`, peers, sockets, faults };
}
