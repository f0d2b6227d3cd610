import cluster from 'node:cluster';
import type { WebSocket } from 'ws';
import { toWebSocket } from '../../frames/to-web-socket.ts';
import { knownSubprotocols } from '../../negotiation/known-subprotocol.ts';
import { listen } from '../../server/listen.ts';
import { findConfigured } from '../given.ts';
import { type Io, untilAborted } from '../io.ts';
import { explainListening, readTls } from '../listening.ts';
import { part } from '../part.ts';
import { writeLogLine } from './access-log.ts';
import { makeAuthentication } from './authentication-config.ts';
import { outliveSignals } from './outlive-signals.ts';
import type { ServeConfig } from './serve-config.ts';

/** Names that the server supports unless it is configured otherwise. */
const subprotocols = ['chat', ...knownSubprotocols.map(({ name }) => name)];

export interface ServeOptions {
  readonly listen: { readonly host: string; readonly port: number };
  readonly config?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly workers: number;
  readonly showSecrets?: boolean;
}

/**
 * Runs the reference server, which echoes messages, until it has to stop, in this process or in several. Each
 * connection's outcome is told on standard error, as a line of JSON.
 *
 * @returns the exit code
 */
export async function runServe(options: ServeOptions, io: Io): Promise<number> {
  const { worker } = cluster;
  if (worker) {
    return serve(options, io, (url) => worker.send(url)).finally(() => worker.disconnect());
  }
  if (options.workers > 1) return (await import('./serve-workers.ts')).runWorkers(options.workers, io);
  return serve(options, io, (url) => io.stdout.write(`listening on ${url}\n`));
}

async function serve(options: ServeOptions, io: Io, tell: (url: string) => void): Promise<number> {
  const { listen: address, config, showSecrets = false } = options;
  const settings = config === undefined ? {} : (await import('./serve-config.ts')).readConfig(config, io.cwd);
  const { authentication = [], frames = {}, tls, ...others } = settings;
  io.secrets.keep(findConfigured(authentication));
  const open = new Set<WebSocket>();
  const server = await listen({
    subprotocols,
    ...others,
    ...address,
    ...readTls(options, tls, io.cwd),
    authentication: authentication.map(makeAuthentication),
    onConnection(connection) {
      const webSocket = toWebSocket(connection, frameOptions(frames));
      open.add(webSocket);
      webSocket.on('close', () => open.delete(webSocket));
      webSocket.on('error', (error) => io.stderr.write(`frames: ${error.message}\n`));
      echo(webSocket);
    },
    onOutcome: (outcome) => io.stderr.write(`${writeLogLine(outcome, new Date(), showSecrets)}\n`),
  }).catch((error) => {
    throw explainListening(error, address);
  });
  if (cluster.isWorker) outliveSignals();
  await untilAborted(io.signal, () => tell(server.url));
  const partAll = () => [...open].map((webSocket) => part(webSocket, 1001, 'the server stops'));
  await Promise.all([server.close(), ...partAll()]);
  await Promise.all(partAll()); // those whose handshake was under way
  return 0;
}

/** Octets of a message unless it is configured otherwise: what comes of an unfinished one is kept, for every peer. */
const messageLimit = 1024 * 1024;

function frameOptions({
  maxPayload = messageLimit,
  threshold,
  level,
  memLevel,
  pingInterval,
  idleLimit,
}: NonNullable<ServeConfig['frames']>) {
  const keepOpen =
    pingInterval === undefined && idleLimit === undefined ? false : { pingInterval, idleLimit };
  return { maxPayload, deflate: { threshold, level, memLevel }, keepOpen };
}

/** Octets that may wait for a peer that does not read before nothing more is read of it. */
const backlog = 1024 * 1024;

function echo(webSocket: WebSocket): void {
  const readOn = () => {
    if (webSocket.isPaused && webSocket.bufferedAmount < backlog) webSocket.resume();
  };
  webSocket.on('message', (data, isBinary) => {
    webSocket.send(data, { binary: isBinary }, readOn);
    if (webSocket.bufferedAmount >= backlog) webSocket.pause();
  });
}
