import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { bind, hostInUrl } from '../../../bind.ts';
import { patientClock } from '../../../clock.ts';
import type { Keeping } from '../connection/origin.ts';
import { ServedConnection } from '../connection/served-connection.ts';
import { patience, WaitList } from '../connection/wait-list.ts';
import { type Script, ScriptedRoute } from './scripted-route.ts';

/** Its `deadline` is that of each wait, and of each client for a whole request. */
export interface ScriptedServerOptions extends Keeping {
  /** The address that it listens on; 127.0.0.1, if it is not given. */
  readonly host?: string;
  /** The port; one that the system picks, if it is not given. */
  readonly port?: number;
  /** Certificate, key and protocols of a server that speaks TLS. */
  readonly tls?: TlsOptions;
  /** Whether its side stays open when a client has ended its own; if it is not given, it ends too. */
  readonly allowHalfOpen?: boolean;
  /** Called for each connection as soon as it is made, before any octet has come. */
  readonly onConnection?: (connection: ServedConnection) => void;
  /** Answers a connection that names no open route, or whose request cannot be read. Default: ends it. */
  readonly onStray?: (connection: ServedConnection) => void;
  /** Called for each TLS handshake that failed. */
  readonly onFault?: (error: Error) => void;
}

export interface ScriptedServer {
  readonly port: number;
  /** For example `ws://127.0.0.1:8080`. */
  readonly url: string;
  /** All that were made, in the order in which they were. */
  readonly connections: readonly ServedConnection[];
  /** Those that came to no route. */
  readonly strays: readonly ServedConnection[];
  /** Errors of TLS handshakes that failed. */
  readonly faults: readonly Error[];
  /**
   * Opens a route: requests whose first line has its nonce in it are answered by its script.
   *
   * @param nonce letters, digits and hyphens; one that no other server has, if it is not given, and with null all that names no other
   * @throws TypeError if it is none, or is another route's
   */
  route(script: Script, options?: { readonly nonce?: string | null }): ScriptedRoute;
  /** Resolves as soon as every connection that was made is closed; rejects with `Overdue` where that takes too long. */
  quiet(ms?: number): Promise<void>;
  /** Ends everything; rejects with what the script of an open route has thrown. */
  close(): Promise<void>;
}

/** Starts a server with many routes; each of its connections is kept, octets and all. */
export async function startScriptedServer(options: ScriptedServerOptions = {}): Promise<ScriptedServer> {
  const { host = '127.0.0.1', tls, clock = patientClock, deadline = patience, allowHalfOpen } = options;
  const { onStray = endStray } = options;
  const sockets = new Map<string, Socket>();
  const connections: ServedConnection[] = [];
  const strays: ServedConnection[] = [];
  const faults: Error[] = [];
  const routes = new Map<string | null, ScriptedRoute>();
  const waits = new WaitList(clock);
  // With its number it is shorter than what is taken for a key, and hidden.
  const own = randomBytes(6).toString('hex');
  let nonces = 0;

  const answer = async (connection: ServedConnection) => {
    await connection.requested;
    const route = findRoute(routes, connection);
    if (!route) strays.push(connection);
    await route?.take(connection);
    if (route && connection.request) return;
    try {
      onStray(connection);
    } catch (error) {
      connection.fail(error);
    }
  };
  const onConnection = (socket: Socket) => {
    const plain = sockets.get(nameOf(socket)) ?? socket;
    const connection = new ServedConnection(socket, { clock, deadline, plain });
    connections.push(connection);
    socket.once('close', () => waits.wake());
    if (!allowHalfOpen) socket.once('end', () => socket.writable && socket.end());
    try {
      options.onConnection?.(connection);
    } catch (error) {
      connection.fail(error);
    }
    void answer(connection);
  };
  const server = tls
    ? createTlsServer(
        { handshakeTimeout: deadline, ...tls, allowHalfOpen: true, noDelay: true },
        onConnection,
      )
    : createServer({ allowHalfOpen: true, noDelay: true }, onConnection);
  server.prependListener('connection', (socket: Socket) => {
    const name = nameOf(socket);
    sockets.set(name, socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(name));
  });
  server.on('tlsClientError', (error: Error) => {
    faults.push(error);
    options.onFault?.(error);
  });
  const { port } = await bind(server, options.port, host);
  const origin = `${tls ? 'wss' : 'ws'}://${hostInUrl(host)}:${port}`;
  const count = () => `${connections.length} connections had come, ${strays.length} of them strays`;

  return {
    port,
    url: origin,
    connections,
    strays,
    faults,
    route(script, { nonce = `${own}-${nonces++}` } = {}) {
      if (nonce !== null && !/^[\w-]+$/.test(nonce)) throw new TypeError(`"${nonce}" is no nonce`);
      if (routes.has(nonce)) throw new TypeError(`another route is open under ${nonce}`);
      const onClose = () => routes.delete(nonce);
      const route = new ScriptedRoute(script, { nonce, origin, waits, deadline, count, onClose });
      routes.set(nonce, route);
      return route;
    },
    quiet(ms = deadline) {
      const isMet = () => connections.every(({ isClosed }) => isClosed);
      return waits.until(isMet, { what: `the connections to ${origin} to be closed`, ms, instead: count });
    },
    async close() {
      const closing = new Promise((resolve) => server.close(resolve));
      const closed = await Promise.allSettled([...routes.values()].map((route) => route.close()));
      for (const socket of sockets.values()) socket.destroy();
      await closing;
      for (const each of closed) if (each.status === 'rejected') throw each.reason;
    },
  };
}

/** Starts a server with one script for whatever comes. */
export async function startScripted(
  script: Script,
  options: ScriptedServerOptions = {},
): Promise<ScriptedServer> {
  const server = await startScriptedServer(options);
  server.route(script, { nonce: null });
  return server;
}

function endStray(connection: ServedConnection): void {
  connection.end();
  // A client that does not end its side in turn is given up by this wait.
  const shrink = () => connection.shrink();
  connection.closed().then(shrink, shrink);
}

/** The same for the sockets of TCP and of TLS of one connection. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** The route whose nonce is a word of the first line. So a request that cannot be read finds its route, too. */
function findRoute(
  routes: ReadonlyMap<string | null, ScriptedRoute>,
  { head }: ServedConnection,
): ScriptedRoute | undefined {
  const [line = ''] = Buffer.from(head).toString('latin1').trimStart().split('\n', 1);
  const words = line.split(/[^\w-]+/);
  const word = words.find((each) => routes.has(each));
  return routes.get(word ?? null);
}
