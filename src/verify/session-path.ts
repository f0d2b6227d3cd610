import { compileLifecycle, run } from '../../models/compile.ts';
import { derivePaths, type Path } from '../../models/graph.ts';
import {
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  serverSession,
} from '../../models/server-session.ts';
import { type BenchServer, endpoint, lenient, startBench } from './bench.ts';
import { turns } from './event-loop.ts';
import { RawPeer } from './exchange.ts';
import { HandClock } from './hand-clock.ts';
import { type Case, observe } from './observation.ts';
import { clauseOfTransition } from './transition-clause.ts';

const valid = (port: number) =>
  `GET ${endpoint.path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n';
const half = 'GET /chat HTTP/1.1\r\nHost: ';
const plain = (port: number) => `GET /plain HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
const octets = (text: string) => Buffer.from(text, 'latin1');

/** What the outside does to bring one event about, given what has come before. */
type Play = (peer: RawPeer, bench: BenchServer, clock: HandClock, signal: AbortSignal) => Promise<void>;

const plays: Readonly<Record<SessionEvent, Play>> = {
  HEAD_READ: (peer, bench) => peer.send(octets(valid(bench.port))),
  ACCEPTED: (peer, bench) => peer.send(octets(valid(bench.port))),
  REFUSED: (peer, bench) => peer.send(octets(valid(bench.port).replace('/chat', '/other'))),
  PASSED: (peer, bench) => peer.send(octets(plain(bench.port))),
  async PEER_ENDED(peer) {
    await peer.send(octets(half));
    peer.socket.end();
  },
  async TIMED_OUT(peer, bench, clock, signal) {
    await peer.send(octets(half));
    // The server has read what came before the clock moves, or the deadline would not be set.
    await untilPending(bench, 1, signal);
    clock.advance(10_000);
  },
  async SOCKET_CLOSED(peer, bench, _clock, signal) {
    await peer.send(octets(half));
    await untilPending(bench, 1, signal);
    await turns(5, signal);
    peer.socket.resetAndDestroy();
  },
  // Taken up by the crowd that `playPath` brings along.
  LIMIT_REACHED: async () => {},
};

/** What each path must lead to, as outcome and status. */
const ends: Readonly<Record<SessionEvent, { readonly type: string; readonly status: number | null }>> = {
  HEAD_READ: { type: 'accepted', status: 101 },
  ACCEPTED: { type: 'accepted', status: 101 },
  REFUSED: { type: 'refused', status: 404 },
  PASSED: { type: 'passed', status: null },
  PEER_ENDED: { type: 'refused', status: 400 },
  TIMED_OUT: { type: 'refused', status: 408 },
  SOCKET_CLOSED: { type: 'closed', status: null },
  LIMIT_REACHED: { type: 'refused', status: 503 },
};

/**
 * Every path of the server's session. Where the state is passed through within one turn of the event loop, as
 * `deciding` is, no peer can leave in between: that transition is played on the compiled machine.
 */
export function sessionPaths(): readonly Case[] {
  return derivePaths<SessionState, SessionEvent>(serverSession).map((path) => ({
    clause: clauseOfTransition(serverSession, path.from, path.event),
    title: `session: ${[...path.before, path.event].join(' → ')} leads to ${path.to}`,
    play: (signal) =>
      path.from === 'deciding' && path.event === 'SOCKET_CLOSED'
        ? playCompiled(path)
        : playPath(path, signal),
  }));
}

async function playPath(path: Path<SessionState, SessionEvent>, signal: AbortSignal) {
  const { event } = path;
  const clock = new HandClock();
  const choices = event === 'PASSED' ? ({ ...lenient, plainHttp: 'application' } as const) : lenient;
  const bench = await startBench(choices, { clock, ...(event === 'LIMIT_REACHED' ? { pending: 1 } : {}) });
  const crowd = event === 'LIMIT_REACHED' ? await RawPeer.open(bench.port, signal) : null;
  try {
    if (crowd) await untilPending(bench, 1, signal);
    const peer = await RawPeer.open(bench.port, signal);
    await plays[event](peer, bench, clock, signal);
    const { type, status } = await bench.outcomeOf(peer.localPort);
    const clause = clauseOfTransition(serverSession, path.from, event);
    const exchanged = event === 'SOCKET_CLOSED' ? null : await peer.receive();
    const seen = exchanged?.reply?.status ?? null;
    peer.socket.destroy();
    const wanted = { ...ends[event], seen: event === 'PASSED' ? 200 : ends[event].status, timers: 0 };
    // A refused peer is waited for until its socket is closed.
    if (type === 'refused') await clock.runs(event === 'LIMIT_REACHED' ? 1 : 0);
    const timers = event === 'LIMIT_REACHED' ? clock.waiting - 1 : clock.waiting;
    return {
      observations: [observe(clause, wanted, { type, status, seen, timers })],
      ...(exchanged ? { response: exchanged.octets } : {}),
    };
  } finally {
    crowd?.socket.destroy();
    await bench.close();
  }
}

async function playCompiled(path: Path<SessionState, SessionEvent>) {
  const effects: string[] = [];
  const compiled = compileLifecycle<SessionState, SessionEvent, SessionEffect>(serverSession);
  const lifecycle = run(compiled, (effect) => effects.push(effect));
  for (const event of [...path.before, path.event]) lifecycle.send(event);
  const clause = clauseOfTransition(serverSession, path.from, path.event);
  const wanted = { state: path.to, last: ['stopDeadline', 'report', 'destroySocket'] };
  return { observations: [observe(clause, wanted, { state: lifecycle.state, last: effects.slice(-3) })] };
}

async function untilPending(bench: BenchServer, count: number, signal: AbortSignal): Promise<void> {
  while (bench.server.pending < count) await turns(1, signal);
}
