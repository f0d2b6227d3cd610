import type { WebSocket } from 'ws';
import { toWebSocket } from '../frames/to-web-socket.ts';
import { listen } from '../server/listen.ts';
import type { Outcome } from '../server/outcome.ts';
import { part } from './part.ts';
import { visible } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Names that the server supports unless it is configured otherwise. */
const subprotocols = ['chat', 'mqtt', 'graphql-ws', 'graphql-transport-ws', 'wamp.2.json', 'ocpp1.6'];

export interface ServeOptions {
  readonly listen: { readonly host: string; readonly port: number };
  readonly config?: string;
}

/**
 * Runs the reference server, which echoes messages, until SIGINT or SIGTERM. Each connection's outcome is told
 * on standard error.
 *
 * @returns the exit code
 */
export async function runServe({ listen: address, config }: ServeOptions): Promise<number> {
  const settings = config === undefined ? {} : (await import('./serve-config.ts')).readConfig(config);
  const open = new Set<WebSocket>();
  const server = await listen({
    subprotocols,
    ...settings,
    ...address,
    onConnection(connection) {
      const webSocket = toWebSocket(connection);
      open.add(webSocket);
      webSocket.on('close', () => open.delete(webSocket));
      webSocket.on('error', (error) => process.stderr.write(`frames: ${error.message}\n`));
      echo(webSocket);
    },
    onOutcome: (outcome) => process.stderr.write(`${describe(outcome)}\n`),
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall
      ? new UsageError(`cannot listen on ${address.host}:${address.port}: ${error.message}`)
      : error;
  });
  process.stdout.write(`listening on ${server.url}\n`);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
  const partAll = () => [...open].map((webSocket) => part(webSocket, 1001, 'the server stops'));
  await Promise.all([server.close(), ...partAll()]);
  await Promise.all(partAll()); // those whose handshake was under way
  return 0;
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

function describe({ type, status, method, target, guard, problem, source, remotePort }: Outcome): string {
  const request = method === null ? 'no request' : `${method} ${target}`;
  const why = type === 'accepted' ? '' : ` ${problem ?? guard ?? 'the connection was gone'} (${source})`;
  return visible(`${status ?? '---'} ${type} ${request} from port ${remotePort}:${why}`).replace(/:$/, '');
}
