import { createServer, type Socket } from 'node:net';
import { bind } from '../bind.ts';
import { type ListenOptions, settle } from './option.ts';
import { playSession } from './session.ts';

export interface HandshakeServer {
  readonly host: string;
  readonly port: number;
  /** For example `ws://127.0.0.1:8080`. */
  readonly url: string;
  /** Handshakes that are under way. */
  readonly pending: number;
  /**
   * Stops listening, lets handshakes that are under way finish within their deadline and refused peers read
   * their reply, and resolves when none is left: a peer that sends nothing can hold it up for the whole
   * deadline. Connections that were handed over are their owner's.
   */
  close(): Promise<void>;
}

/**
 * Listens for opening handshakes on sockets of its own.
 *
 * @throws TypeError or RangeError for bad options; rejects with the system's error if it cannot listen
 */
export async function listen(options: ListenOptions): Promise<HandshakeServer> {
  const settings = settle(options);
  let pending = 0;
  let unsettled = 0;
  const closings: (() => void)[] = [];

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) => {
    const admitted = pending < settings.limits.pending;
    pending += 1;
    unsettled += 1;
    playSession(socket, settings, admitted, {
      decided() {
        pending -= 1;
      },
      settled() {
        unsettled -= 1;
        if (unsettled === 0) for (const resolve of closings) resolve();
      },
      isCrowded: () => unsettled > 2 * settings.limits.pending,
    });
  });
  const address = await bind(server, options.port, options.host);
  // A connection that the system cannot accept is told of, and the others go on.
  server.on('error', (error) => process.emitWarning(error));
  const host = address.address;
  return {
    host,
    port: address.port,
    url: `ws://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    get pending() {
      return pending;
    },
    close() {
      server.close();
      return unsettled === 0 ? Promise.resolve() : new Promise((resolve) => closings.push(resolve));
    },
  };
}
