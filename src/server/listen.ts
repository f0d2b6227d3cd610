import { createServer, type Socket } from 'node:net';
import { bind, hostInUrl } from '../bind.ts';
import type { Authorization, AuthorizeRequest, ContextOf } from './authorize.ts';
import { handToHttp } from './hand-back.ts';
import { type ListenOptions, settleListen } from './option.ts';
import { Registry } from './registry.ts';
import { serveSecured } from './secure.ts';
import { playSession } from './session.ts';
import type { Arrival, PassOn } from './session-state.ts';

export interface HandshakeServer {
  readonly host: string;
  readonly port: number;
  /** For example `ws://127.0.0.1:8080`, with `wss:` where it is secured. */
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
 * Listens for opening handshakes on sockets of its own. `context` of a connection has the type of what `authorize`
 * gives along, where that stands before `onConnection`; without `authorize` it is undefined.
 *
 * @throws TypeError or RangeError for bad options, and what Node says of a bad key or certificate; rejects with
 *   the system's error if it cannot listen
 */
export async function listen<Answer extends Authorization>(
  options: Omit<ListenOptions<ContextOf<Answer>>, 'authorize'> & {
    readonly authorize: (request: AuthorizeRequest) => Answer | Promise<Answer>;
  },
): Promise<HandshakeServer>;
export async function listen(options: ListenOptions<undefined>): Promise<HandshakeServer>;
export async function listen<Context>(options: ListenOptions<Context>): Promise<HandshakeServer>;
export async function listen<Context>(options: ListenOptions<Context>): Promise<HandshakeServer> {
  const settings = settleListen(options);
  const { application } = options;
  const registry = new Registry(settings.limits.pending);
  const passOn: PassOn = (socket, reading, rest) => {
    if (application) handToHttp(application, socket, Buffer.concat([reading.head, rest]));
  };
  const play = (socket: Socket, arrival: Arrival) => playSession(socket, settings, arrival, passOn);
  const server = options.tls
    ? serveSecured(options.tls, settings, registry, play)
    : createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
        play(socket, { place: registry.enter(socket), arrivedAt: null, read: null }),
      );
  const address = await bind(server, options.port, options.host);
  const host = address.address;
  return {
    host,
    port: address.port,
    url: `${options.tls ? 'wss' : 'ws'}://${hostInUrl(host)}:${address.port}`,
    get pending() {
      return registry.pending;
    },
    close() {
      server.close();
      return registry.emptied();
    },
  };
}
