import { createServer, type Server } from 'node:http';
import type { ServerChoices } from '../../models/vocabulary.ts';
import type { Clock } from '../clock.ts';
import { toWebSocket } from '../frames/to-web-socket.ts';
import { type HandshakeServer, listen } from '../server/listen.ts';
import { defaultLimits } from '../server/option.ts';
import type { Outcome } from '../server/outcome.ts';

/** What a case needs of a reference server. */
export interface ServedBench {
  readonly port: number;
  readonly choices: ServerChoices;
  /** The outcome of the connection that came from a local port, once there is one. */
  outcomeOf(localPort: number): Promise<Outcome>;
  /** What the application was handed over for that connection; null where nothing was. */
  handedOver(localPort: number): HandedOver | null;
}

export interface HandedOver {
  readonly path: string;
  readonly subprotocol: string | null;
}

/** The reference server as it is verified. */
export interface BenchServer extends ServedBench {
  readonly server: HandshakeServer;
  close(): Promise<void>;
}

/** What every server of the bench serves. */
export const endpoint = {
  path: '/chat',
  subprotocols: ['chat', 'superchat'],
  limits: defaultLimits,
} as const;

export const lenient: ServerChoices = {
  plainHttp: 'upgradeRequired',
  subprotocolMismatch: 'omit',
  subprotocolAbsent: 'omit',
};

export interface BenchOptions {
  readonly clock?: Clock;
  /** Handshakes that may be under way at once. Default 1,000. */
  readonly pending?: number;
}

/** Starts a reference server that echoes messages, with the given choices. */
export async function startBench(choices: ServerChoices, options: BenchOptions = {}): Promise<BenchServer> {
  const outcomes = new Map<number, Outcome>();
  const waiting = new Map<number, (outcome: Outcome) => void>();
  const handed = new Map<number, HandedOver>();
  const application: Server | undefined =
    choices.plainHttp === 'application' ? createServer((_, reply) => reply.end('plain')) : undefined;
  const sockets = new Set<{ destroy(): unknown }>();
  application?.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const server = await listen({
    paths: [endpoint.path],
    subprotocols: endpoint.subprotocols,
    plainHttp: choices.plainHttp,
    subprotocolMismatch: choices.subprotocolMismatch,
    subprotocolRequired: choices.subprotocolAbsent === 'refuse',
    limits: { pending: options.pending ?? 1_000 },
    ...(application ? { application } : {}),
    ...(options.clock ? { clock: options.clock } : {}),
    onConnection(connection) {
      const { socket, path, subprotocol } = connection;
      handed.set(socket.remotePort ?? 0, { path, subprotocol });
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      const webSocket = toWebSocket(connection);
      webSocket.on('error', () => {}); // a peer of the bench may vanish at any time
      webSocket.on('message', (data, isBinary) => webSocket.send(data, { binary: isBinary }));
    },
    onOutcome(outcome) {
      const port = outcome.remotePort ?? 0;
      const tell = waiting.get(port);
      waiting.delete(port);
      if (tell) tell(outcome);
      else outcomes.set(port, outcome);
    },
  });
  return {
    port: server.port,
    server,
    choices,
    outcomeOf(localPort) {
      const outcome = outcomes.get(localPort);
      outcomes.delete(localPort);
      return outcome ? Promise.resolve(outcome) : new Promise((resolve) => waiting.set(localPort, resolve));
    },
    handedOver(localPort) {
      const over = handed.get(localPort) ?? null;
      handed.delete(localPort);
      return over;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await server.close();
    },
  };
}
