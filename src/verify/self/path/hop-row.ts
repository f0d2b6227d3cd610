import { once } from 'node:events';
import type { ClauseId } from '../../../../models/clauses.ts';
import { judge } from '../../../../models/decide.ts';
import { hopTable } from '../../../../models/decisions/hop.ts';
import { connect } from '../../../client/connect.ts';
import { HandshakeError } from '../../../client/handshake-error.ts';
import type { ClientConnection, HandshakeOptions } from '../../../client/option.ts';
import { readHop } from '../../../facts/hop-facts.ts';
import { toWebSocket } from '../../../frames/to-web-socket.ts';
import { type BehaviourName, behaviours } from '../../../intermediary/behaviour.ts';
import { startHop } from '../../../intermediary/hop.ts';
import { observe } from '../../judge/observation.ts';
import { HandClock } from '../../peer/hand-clock.ts';
import { startRecordingHop } from '../../peer/scripted/recording-hop.ts';
import type { FixedParts } from '../../run/fixed-case.ts';
import { endpoint, startSetUp } from '../set-up.ts';
import { type HopPlay, hopPlays } from './hop-play.ts';
import type { SeenPath } from './path.ts';

/** A play through a hop that shows one row of the table of intermediaries. */
export interface HopRowPlay {
  readonly is: 'hopRow';
  readonly play: HopPlay;
  readonly clause: ClauseId;
}

/** Every row of the intermediary table, between the reference client and the reference server. */
export function hopRows(): readonly FixedParts<HopRowPlay>[] {
  return hopPlays.map((play) => {
    const [first] = play.guards;
    const row = hopTable.rows.find(({ guard }) => guard === first);
    if (!row) throw new Error(`the intermediary table has no guard ${first}`);
    const { clause } = row;
    return { clause, title: titleOf(play), play: { is: 'hopRow', play, clause } };
  });
}

function titleOf({ behaviour, pings = 30_000, front, back }: HopPlay): string {
  const [before, behind] = [front, back].map((name) => (name === undefined ? null : `one that ${name}`));
  const others = [before && `behind ${before}`, behind && `in front of ${behind}`].filter(
    (text) => text !== null,
  );
  return [`a hop that ${behaviour}`, ...others, `pings every ${pings} ms`].join(', ');
}

export async function playHopRow({ play, clause }: HopRowPlay): Promise<SeenPath> {
  const clock = new HandClock();
  const parts: { readonly port: number; close(): Promise<void> }[] = [await startSetUp()];
  const add = async <Part extends (typeof parts)[number]>(
    start: (port: number) => Promise<Part>,
  ): Promise<Part> => {
    const part = await start(parts.at(-1)?.port ?? 0);
    parts.push(part);
    return part;
  };
  const addHop = (behaviour: BehaviourName, ticking = {}) =>
    add((backendPort) => startHop({ backendPort, behaviour: behaviours[behaviour], ...ticking }));
  try {
    // The hop that is examined stands between two that look on; others may stand before it and behind it.
    if (play.back) await addHop(play.back);
    const inner = await add((to) => startRecordingHop({ to }));
    await addHop(play.behaviour, { clock });
    const outer = await add((to) => startRecordingHop({ to }));
    if (play.front) await addHop(play.front);
    const opening = dial(parts.at(-1)?.port ?? 0, play.offers);
    if (play.waits) {
      await inner.until(([seen]) => seen !== undefined && seen.sent.chunks.length > 0);
      clock.advance(play.waits);
    }
    const outcome = await opening;
    const opened = outcome instanceof Error ? null : outcome;
    const outlived = opened ? await outlive(opened, play.pings ?? 30_000, clock) : null;
    const [before, behind] = [outer.connections[0], inner.connections[0]];
    const nothing = new Uint8Array();
    const [request, response] = [before?.sent.octets ?? nothing, before?.received.octets ?? nothing];
    const facts = readHop({
      sent: request,
      arrived: behind?.sent.octets ?? nothing,
      replied: behind?.received.octets ?? nothing,
      returned: response,
      outlived,
    });
    const seen = judge(hopTable, facts, {}).map(({ guard }) => guard);
    const told =
      outcome instanceof HandshakeError ? { guard: outcome.guard, status: outcome.status } : opened && 'open';
    return {
      request,
      ...(response.length > 0 ? { response } : {}),
      observation: observe(
        clause,
        { guards: play.guards, client: play.client },
        { guards: seen, client: told },
      ),
    };
  } finally {
    for (const part of parts.reverse()) await part.close();
  }
}

async function dial(port: number, offers: HandshakeOptions = {}): Promise<ClientConnection | Error> {
  return connect(`ws://127.0.0.1:${port}${endpoint.path}`, offers).catch((error: Error) => error);
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
