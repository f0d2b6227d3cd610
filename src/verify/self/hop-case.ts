import { once } from 'node:events';
import { judge } from '../../../models/decide.ts';
import { hopTable } from '../../../models/intermediary.ts';
import { connect } from '../../client/connect.ts';
import { HandshakeError } from '../../client/handshake-error.ts';
import type { ClientConnection } from '../../client/option.ts';
import { readHop } from '../../facts/hop-facts.ts';
import { toWebSocket } from '../../frames/to-web-socket.ts';
import { type BehaviourName, behaviours } from '../../intermediary/behaviour.ts';
import { startHop } from '../../intermediary/hop.ts';
import { type Case, observe } from '../judge/observation.ts';
import { HandClock } from '../peer/hand-clock.ts';
import { endpoint, startBench } from './bench.ts';

/** What is played through an intermediary, and what must be told of it. */
interface HopPlay {
  readonly behaviour: BehaviourName;
  /** Milliseconds between two pings; the hop ends a connection that is idle for 60,000. */
  readonly pingInterval: number;
  /** The guards that hold for what the hop was seen to do. */
  readonly guards: readonly string[];
  /** What the reference client tells of it. */
  readonly client: { readonly guard: string | null; readonly status: number | null } | 'open';
}

const pings = 30_000;
const plays: readonly HopPlay[] = [
  { behaviour: 'passes', pingInterval: pings, guards: ['otherwise'], client: 'open' },
  { behaviour: 'passes', pingInterval: 90_000, guards: ['idleTimeIsTooShort'], client: 'open' },
  {
    behaviour: 'dropsConnection',
    pingInterval: pings,
    guards: ['connectionIsDropped'],
    client: { guard: null, status: null },
  },
  {
    behaviour: 'dropsReply',
    pingInterval: pings,
    guards: ['connectionIsDropped'],
    client: { guard: null, status: null },
  },
  {
    behaviour: 'downgradesToHttp10',
    pingInterval: pings,
    guards: ['backendHttpIs10'],
    client: { guard: 'statusIsNot101', status: 426 },
  },
  {
    behaviour: 'stripsUpgrade',
    pingInterval: pings,
    guards: ['upgradeIsStripped'],
    client: { guard: 'statusIsNot101', status: 426 },
  },
  {
    behaviour: 'stripsConnection',
    pingInterval: pings,
    guards: ['connectionIsNotSet'],
    client: { guard: 'statusIsNot101', status: 426 },
  },
  {
    behaviour: 'stripsHopByHop',
    pingInterval: pings,
    guards: ['upgradeIsStripped', 'connectionIsNotSet'],
    client: { guard: 'statusIsNot101', status: 426 },
  },
  { behaviour: 'rewritesHost', pingInterval: pings, guards: ['hostIsRewritten'], client: 'open' },
  {
    behaviour: 'mutilatesReply',
    pingInterval: pings,
    guards: ['replyIsAltered'],
    client: { guard: 'acceptIsAbsent', status: 101 },
  },
];

/** Every row of the intermediary table, between the reference client and the reference server. */
export function hopCases(): readonly Case[] {
  return plays.map((play) => {
    const [first] = play.guards;
    const row = hopTable.rows.find(({ guard }) => guard === first);
    if (!row) throw new Error(`the intermediary table has no guard ${first}`);
    return {
      clause: row.clause,
      title: `a hop that ${play.behaviour}, pings every ${play.pingInterval} ms`,
      play: () => playHop(play, row),
    };
  });
}

async function playHop(play: HopPlay, row: (typeof hopTable.rows)[number]) {
  const clock = new HandClock();
  const bench = await startBench();
  // The hop that is examined stands between two that only look on.
  const inner = await startHop({ backendPort: bench.port });
  const hop = await startHop({ backendPort: inner.port, behaviour: behaviours[play.behaviour], clock });
  const outer = await startHop({ backendPort: hop.port });
  try {
    const outcome = await connect(`ws://127.0.0.1:${outer.port}${endpoint.path}`).catch(
      (error: unknown) => error,
    );
    const opened = outcome instanceof Error ? null : (outcome as ClientConnection); // connect() gives nothing else
    const outlived = opened ? await outlive(opened, play.pingInterval, clock) : null;
    const [before, behind] = [outer.records[0], inner.records[0]];
    const request = before?.request ?? new Uint8Array();
    const response = before?.reply ?? null;
    const facts = readHop({
      sent: request,
      arrived: behind?.request ?? null,
      replied: behind?.reply ?? null,
      returned: response,
      outlived,
    });
    const seen = judge(hopTable, facts, {}).map(({ guard }) => guard);
    const told =
      outcome instanceof HandshakeError ? { guard: outcome.guard, status: outcome.status } : opened && 'open';
    return {
      request,
      ...(response ? { response } : {}),
      observations: [
        observe(row.clause, { guards: play.guards, client: play.client }, { guards: seen, client: told }),
      ],
    };
  } finally {
    for (const part of [outer, hop, inner, bench]) await part.close();
  }
}

/** Whether the connection answers three pings, each after a pause on the hop's clock. */
async function outlive(connection: ClientConnection, interval: number, clock: HandClock): Promise<boolean> {
  const webSocket = toWebSocket(connection);
  const closed = once(webSocket, 'close').then(() => false);
  webSocket.on('error', () => {}); // 'close' follows
  for (let ping = 0; ping < 3; ping += 1) {
    clock.advance(interval);
    const ponged = once(webSocket, 'pong').then(() => true);
    webSocket.ping();
    if (!(await Promise.race([ponged, closed]))) return false;
  }
  webSocket.terminate();
  return true;
}
