import { createServer } from 'node:net';
import { derivePaths, type Path } from '../../../../models/graph.ts';
import {
  type ConnectionEvent,
  type ConnectionState,
  connection,
} from '../../../../models/lifecycles/connection.ts';
import { bind } from '../../../bind.ts';
import { startHandshake } from '../../../client/handshake.ts';
import { observe } from '../../judge/observation.ts';
import type { ServedConnection } from '../../peer/connection/served-connection.ts';
import { HandClock } from '../../peer/hand-clock.ts';
import { startScripted } from '../../peer/scripted/scripted-server.ts';
import type { FixedParts } from '../../run/fixed-case.ts';
import { startSetUp } from '../set-up.ts';
import type { SeenPath } from './path.ts';
import { clauseOfTransition } from './transition-clause.ts';

const accepted = (accept: string) =>
  `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n';

/** A path of the client's connection, through one of the interpreters. */
export interface ConnectionPlay {
  readonly is: 'connection';
  readonly path: Path<ConnectionState, ConnectionEvent>;
  readonly interpreter: 'compiled' | 'actor';
}

/** What the peer, the clock or the user does to bring an event about once the request has been read. */
type Play = (peer: ServedConnection, clock: HandClock, abort: AbortController) => void;

/** Events that no reply brings about: no server is reached, or the server speaks no TLS. */
type Unreached = 'CONNECT_FAILED' | 'TLS_FAILED';

const plays: Readonly<Record<Exclude<ConnectionEvent, Unreached>, Play>> = {
  TUNNEL_REFUSED: ({ socket }) => socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'),
  SOCKET_CLOSED: ({ socket }) => socket.destroy(),
  TIMED_OUT: (_, clock) => clock.advance(10_000),
  ABORTED: (_peer, _clock, abort) => abort.abort(),
  INTERIM_RECEIVED: ({ socket, accept }) => socket.write(interim + accepted(accept)),
  REPLY_FAILED: ({ socket }) => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'),
  REPLY_DISPROVED: ({ socket }) => socket.write(accepted('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=')),
  ESTABLISHED: ({ socket, accept }) => socket.write(accepted(accept)),
};

/** Every path of the client's connection, over real sockets, through both interpreters. */
export function connectionPaths(): readonly FixedParts<ConnectionPlay>[] {
  return derivePaths<ConnectionState, ConnectionEvent>(connection).flatMap((path) =>
    (['compiled', 'actor'] as const).map((interpreter) => ({
      clause: clauseOfTransition(connection, path.from, path.event),
      title: `connection (${interpreter}): ${[...path.before, path.event].join(' → ')} leads to ${path.to}`,
      play: { is: 'connection', path, interpreter },
    })),
  );
}

export async function playConnection({ path, interpreter }: ConnectionPlay): Promise<SeenPath> {
  const { from, event } = path;
  // An interim reply changes no state: the final reply after it does.
  const to = event === 'INTERIM_RECEIVED' ? 'open' : path.to;
  const clock = new HandClock();
  const abort = new AbortController();
  const server = await startScripted((peer) => {
    if (event !== 'CONNECT_FAILED' && event !== 'TLS_FAILED') plays[event](peer, clock, abort);
  });
  const plainServer = event === 'TLS_FAILED' ? await startSetUp() : null;
  const url =
    event === 'CONNECT_FAILED'
      ? `ws://127.0.0.1:${await closedPort()}`
      : plainServer
        ? `wss://127.0.0.1:${plainServer.port}`
        : server.url;
  const proxy = event === 'TUNNEL_REFUSED' ? { proxy: `http://127.0.0.1:${server.port}` } : {};
  try {
    const seen = await follow(url, { clock, signal: abort.signal, interpreter, ...proxy });
    const events = to === 'open' ? ['open'] : ['error', 'close'];
    if (to !== 'open') await server.quiet();
    const behind = server.connections.flatMap((each) => [...each.behind()]).length;
    const wanted = { to, events, timers: 0, behind: 0 };
    const clause = clauseOfTransition(connection, from, event);
    return { observation: observe(clause, wanted, { ...seen, timers: clock.waiting, behind }) };
  } finally {
    await server.close();
    await plainServer?.close();
  }
}

interface FollowOptions {
  readonly clock: HandClock;
  readonly signal: AbortSignal;
  readonly interpreter: ConnectionPlay['interpreter'];
  readonly proxy?: string;
}

/** The state that a handshake ends in, which its error names, and the events on the way there. */
function follow(url: string, options: FollowOptions): Promise<{ to: string; events: readonly string[] }> {
  return new Promise((resolve) => {
    const events: string[] = [];
    let to = 'open';
    startHandshake(url, options)
      .on('open', ({ socket }) => {
        socket.destroy();
        resolve({ to, events: [...events, 'open'] });
      })
      .on('error', ({ state }) => {
        events.push('error');
        to = state;
      })
      .on('close', () => resolve({ to, events: [...events, 'close'] }));
  });
}

/** A port on which nothing listens: it was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer();
  const { port } = await bind(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
