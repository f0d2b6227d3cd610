import type { Connector } from '../../connector/connector.ts';
import { placeOn } from '../../connector/place.ts';
import type { ServedConnection } from '../../peer/connection/served-connection.ts';
import { pause } from '../../peer/event-loop.ts';
import { Unreachable } from '../../peer/probe.ts';
import { type ScriptedServer, startScriptedServer } from '../../peer/scripted/scripted-server.ts';
import type { FixedParts } from '../../run/fixed-case.ts';
import { answerRightly } from '../calibration.ts';
import { judgeTrial, nothing } from '../charge.ts';
import { type TrialOptions, type Tried, untried } from './trial.ts';

/** Two connections that are asked for at once. */
export interface TogetherPlay {
  readonly is: 'together';
}

/** A client has one connection to an address and port in the state CONNECTING at a time. */
export const together: FixedParts<TogetherPlay> = {
  clause: 'rfc6455/4.1/one-connecting',
  title: 'two connections that are asked for at once',
  play: { is: 'together' },
};

/** Milliseconds for which the reply to a first opening is held back, so that a second may come. */
const held = 500;

/** Milliseconds in which the end of a connection is read that was given up before another one came. */
const settling = 50;

/** Another address of this machine, to which a client may connect at any time. */
const elsewhere = '127.0.0.2';

/**
 * @param use is called with a server at another address of this machine, which is there as long as it runs; null where
 *   the client cannot be asked for several connections at once, or there is no such address
 */
export async function withOtherAddress<T>(
  { connectTogether }: Connector,
  use: (other: ScriptedServer | null) => Promise<T>,
): Promise<T> {
  const other = connectTogether ? await startScriptedServer({ host: elsewhere }).catch(() => null) : null;
  try {
    return await use(other);
  } finally {
    await other?.close();
  }
}

/**
 * Asks for two connections to one address and port, and at the same time for one elsewhere, which shows that the client
 * makes several at once. It shows nothing where the client makes one after the other anyway.
 */
export async function playTogether(
  { connector: { connectTogether, subprotocols } }: Pick<TrialOptions, 'connector'>,
  other: ScriptedServer,
): Promise<Tried> {
  if (!connectTogether) return untried;
  const server = await startScriptedServer();
  const over = new AbortController();
  const came: ServedConnection[] = [];
  let isReplied = false;
  let isTogether = false;
  let comesElsewhere = false;
  let markSecond = () => {};
  const second = new Promise<void>((resolve) => {
    markSecond = resolve;
  });
  const here = placeOn(server).open(async (connection, request) => {
    came.push(connection);
    const [first] = came;
    if (first && first !== connection) {
      const isEarly = !isReplied;
      // Who has given up the first one may make another; its end may be read a little later than what came behind it.
      await pause(settling, over.signal);
      isTogether ||= isEarly && first.ending === 'open' && !first.isClosed;
      markSecond();
    } else await Promise.race([second, pause(held, over.signal)]);
    isReplied = true;
    await connection.send(...answerRightly(null, request).pieces);
  }, '/chat?case=together');
  const there = placeOn(other).open(async (connection, request) => {
    comesElsewhere ||= !isReplied;
    await connection.send(...answerRightly(null, request).pieces);
  }, '/chat?case=elsewhere');
  const orders = [here.url, here.url, there.url].map((url) => ({ url, subprotocols }));
  const telling = connectTogether(orders, over.signal);
  try {
    await Promise.race([telling, pause(4 * held, over.signal)]);
    const [first] = came;
    if (!first) throw new Unreachable('no connection of the client asked for its URL');
    const octets = { requested: first.head, reply: new Uint8Array(), behind: new Uint8Array() };
    const isTold = isTogether || comesElsewhere;
    return { ...octets, ...(isTold ? judgeTrial({ together: isTogether ? 'atOnce' : 'inTurn' }) : nothing) };
  } finally {
    over.abort();
    await telling.catch(() => {});
    await Promise.all([here.close(), there.close()]);
    await server.close();
  }
}
