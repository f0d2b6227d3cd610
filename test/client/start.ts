import { onTestFinished } from 'vitest';
import {
  type ClientConnection,
  type HandshakeError,
  type HandshakeOptions,
  startHandshake,
} from '../../src/client/index.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { Mailbox } from '../mailbox.ts';
import { type ScriptedPeer, type ScriptedPort, script } from './scripted-server.ts';

export interface Started {
  readonly clock: HandClock;
  /** The names of the events in the order in which they came. */
  readonly events: string[];
  readonly connection: Promise<ClientConnection>;
  /** Resolves to the error once the handshake has emitted `close`. */
  readonly failure: Promise<HandshakeError>;
}

/** Starts a handshake on a clock that stands still; when the test is over, its socket is destroyed. */
export function start(url: string, options: HandshakeOptions = {}): Started {
  const clock = new HandClock();
  const events: string[] = [];
  const connections = new Mailbox<ClientConnection>();
  const errors = new Mailbox<HandshakeError>();
  const failures = new Mailbox<HandshakeError>();
  const handshake = startHandshake(url, { clock, ...options });
  handshake.on('open', (connection) => {
    events.push('open');
    connections.put(connection);
  });
  handshake.on('error', (error) => {
    events.push('error');
    errors.put(error);
  });
  handshake.on('close', async () => {
    events.push('close');
    failures.put(await errors.take());
  });
  onTestFinished(() => {
    for (const { socket } of connections.all) socket.destroy();
  });
  return { clock, events, connection: connections.take(), failure: failures.take() };
}

export interface Asked extends Started {
  readonly server: ScriptedPort;
  readonly peer: ScriptedPeer;
}

/**
 * Starts a handshake with a server of its own that leaves every octet to the test.
 *
 * @param url with `{port}` in place of the port of that server
 */
export async function ask(
  options: HandshakeOptions = {},
  url = 'ws://127.0.0.1:{port}/chat',
): Promise<Asked> {
  const server = await script();
  const started = start(url.replace('{port}', String(server.port)), options);
  return { ...started, server, peer: await server.peers.take() };
}

/** The same through a proxy that leaves every octet to the test, CONNECT being the first. */
export async function askProxy(url: string, options: HandshakeOptions = {}, user = ''): Promise<Asked> {
  const server = await script();
  const started = start(url, { proxy: `http://${user}127.0.0.1:${server.port}`, ...options });
  return { ...started, server, peer: await server.peers.take() };
}

/** A handshake with a reply on its way, behind which the server goes on listening. */
export async function answer(reply: string, options: HandshakeOptions = {}): Promise<Asked> {
  const asked = await ask(options);
  await asked.peer.reply(reply);
  return asked;
}
