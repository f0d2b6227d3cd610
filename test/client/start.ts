import { onTestFinished } from 'vitest';
import {
  type ClientConnection,
  type HandshakeError,
  type HandshakeOptions,
  startHandshake,
} from '../../src/client/index.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { Mailbox } from '../mailbox.ts';

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
