import { runs } from '../property.ts';
import type { RawPeer } from '../raw-peer.ts';
import { opening } from './serve.ts';

const request = 'GET /page HTTP/1.1\r\nHost: a\r\n\r\n';
/** What is asked for in the place of an upgrade: an endpoint, none, or another protocol. */
const upgrades = [opening, opening.replace('/chat', '/none'), opening.replace('websocket', 'h2c')];

type Event = 'R' | 'U' | 'RR' | 'RU' | 'UR' | 'UU' | 'half' | 'end' | 'reset';
const events: readonly Event[] = ['R', 'U', 'RR', 'RU', 'UR', 'UU', 'half', 'end', 'reset'];

/** Every order of three; nothing follows a reset, and nothing but one follows an end. */
const orders = events
  .flatMap((first) => events.flatMap((second) => events.map((third) => [first, second, third] as const)))
  .filter(([first, ...others]) =>
    [first, ...others].every((one, at) => {
      const next = others[at];
      return next === undefined || (one !== 'reset' && (one !== 'end' || next === 'reset'));
    }),
  );

/** Milliseconds that the longer of both may take. */
export const orderPatience = 10_800_000;

/**
 * Plays orders of what can happen to a connection: all of them in the long tier, 200 times each, else some of them once.
 * What comes next is sent at once, or after some turns of the event loop.
 *
 * @param here the path of an endpoint
 * @param part which of the orders are played, of eleven parts
 */
export async function playOrders(dial: () => Promise<RawPeer>, here: string, part: number): Promise<void> {
  const count = orders.length * runs(1, 200);
  let next = runs(part, 0);
  const work = async () => {
    for (let at = next; at < count; at = next) {
      next += runs(11, 1);
      const peer = await dial();
      const turns = 3 * ((at + Math.floor(at / orders.length)) % 2);
      for (const event of orders[at % orders.length] ?? []) {
        if (event === 'end') peer.end();
        else if (event === 'reset') peer.reset();
        else peer.connection.write(octetsOf(event, (upgrades[at % 3] ?? '').replace('/chat', here)));
        for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      }
      peer.reset();
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

function octetsOf(event: Exclude<Event, 'end' | 'reset'>, upgrade: string): string {
  if (event === 'half') return upgrade.slice(0, 40);
  return [...event].map((each) => (each === 'R' ? request : upgrade)).join('');
}
