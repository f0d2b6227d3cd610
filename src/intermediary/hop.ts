import { createServer, type Socket } from 'node:net';
import { bind } from '../bind.ts';
import { type Clock, systemClock } from '../clock.ts';
import { type Behaviour, behaviours } from './behaviour.ts';
import { Passage } from './passage.ts';

export interface HopOptions {
  /** Port of the backend, on 127.0.0.1. */
  readonly backendPort: number;
  readonly behaviour?: Behaviour;
  /** Milliseconds that the backend may take for its final reply before the client is answered 504. Default 30,000. */
  readonly replyTimeout?: number;
  /** Milliseconds without an octet in either direction after which both sides are closed. Default 60,000. */
  readonly idleTimeout?: number;
  readonly clock?: Clock;
}

export interface Hop {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a reverse proxy on an ephemeral port of 127.0.0.1; every connection carries one request. */
export async function startHop(options: HopOptions): Promise<Hop> {
  const { behaviour = behaviours.passes, replyTimeout = 30_000, idleTimeout = 60_000 } = options;
  const { backendPort, clock = systemClock } = options;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    new Passage(keep(client), { backendPort, behaviour, replyTimeout, idleTimeout, clock, keep });
  });
  const { port } = await bind(server);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
