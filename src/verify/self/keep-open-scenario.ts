import { once } from 'node:events';
import type { WebSocket } from 'ws';
import { connect } from '../../client/connect.ts';
import { keepOpen } from '../../frames/keep-open.ts';
import { toWebSocket } from '../../frames/to-web-socket.ts';
import { listen } from '../../server/listen.ts';
import { observe } from '../judge/observation.ts';
import { HandClock } from '../peer/hand-clock.ts';
import { type Scenario, scenario } from '../run/scenario.ts';

/** Pings that keep intermediaries from taking a connection for idle. */
export function keepOpenScenarios(): readonly Scenario[] {
  return [
    scenario('service/8/ping-interval', 'a server that keeps its connection open', () => playPings('server')),
    scenario('service/8/client-ping-interval', 'a client that keeps its connection open', () =>
      playPings('client'),
    ),
  ];
}

const clauses = { server: 'service/8/ping-interval', client: 'service/8/client-ping-interval' } as const;

async function playPings(side: 'server' | 'client') {
  const accepted: { resolve: (webSocket: WebSocket) => void } = { resolve: () => {} };
  const served = new Promise<WebSocket>((resolve) => {
    accepted.resolve = resolve;
  });
  const server = await listen({ onConnection: (connection) => accepted.resolve(toWebSocket(connection)) });
  const client = toWebSocket(await connect(server.url));
  const [pinging, pinged] = side === 'server' ? [await served, client] : [client, await served];
  try {
    const clock = new HandClock();
    keepOpen(pinging, { clock });
    const seen: boolean[] = [];
    for (let ping = 0; ping < 3; ping += 1) {
      const came = once(pinged, 'ping').then(() => true);
      clock.advance(30_000);
      seen.push(await came);
    }
    const closed = once(pinging, 'close');
    pinged.terminate();
    await closed;
    return [observe(clauses[side], { seen: [true, true, true], timers: 0 }, { seen, timers: clock.waiting })];
  } finally {
    pinging.terminate();
    await server.close();
  }
}
