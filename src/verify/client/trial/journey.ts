import { patientClock } from '../../../clock.ts';
import type { RequestHead } from '../../../wire/index.ts';
import { close, grace } from '../../connector/close.ts';
import { type ClientStatement, silent } from '../../connector/connector.ts';
import type { CaseVisit, ClientPlace } from '../../connector/place.ts';
import type { ServedConnection } from '../../peer/connection/served-connection.ts';
import { Overdue } from '../../peer/connection/wait-list.ts';
import { pause, turns } from '../../peer/event-loop.ts';
import { type ClientFrame, hasSpoken, readClientFrames } from '../../peer/frame/client-frame.ts';
import { Unreachable } from '../../peer/probe.ts';
import { answer, decide, type Reply, starting } from '../reply/exchange.ts';
import type { SentByClient } from '../sent.ts';
import type { TrialOptions } from './trial.ts';

/** A URL to which a client is sent, and what it is answered there. */
export interface Leg {
  readonly place: ClientPlace;
  /** What is put behind the address of the place. */
  readonly resource: string;
  /**
   * @param nth counts the connections that have come to this leg, from 0
   * @param onward the URL of the next leg; behind the last comes the first
   */
  readonly reply: (request: RequestHead, nth: number, onward: URL) => Reply;
}

/** One connection that a client has made on its way, and what it was answered. */
export type Stop = SentByClient & { readonly reply: Uint8Array };

/** What a client did that was sent elsewhere, or asked to come again. */
export interface Journey {
  /** At least one, in the order in which they came. */
  readonly stops: readonly Stop[];
  readonly outcome: SentByClient['outcome'];
  readonly word: ClientStatement;
}

export interface JourneyOptions extends Pick<TrialOptions, 'connector' | 'signs' | 'timeout'> {
  /** What stands before the host in the URL that the client is told, with its `@`; nothing, if it is not given. */
  readonly userInformation?: string;
}

/** So many connections of one client have its time begin anew: whoever comes again for ever is not waited for. */
const mostStops = 100;

interface Arrival {
  readonly connection: ServedConnection;
  readonly asked: CaseVisit['asked'];
  readonly reply: Uint8Array;
  readonly early: number;
}

/**
 * Has a client connect to the first leg, and answers whatever connections it makes because of that.
 *
 * @throws Unreachable where no connection comes in time, NoClient where there is no client any more
 */
export async function playJourney(
  legs: readonly Leg[],
  { connector, signs, timeout, userInformation = '' }: JourneyOptions,
): Promise<Journey> {
  await connector.ready?.();
  const over = new AbortController();
  const arrivals: Arrival[] = [];
  let markOpened = () => {};
  const opened = new Promise<void>((resolve) => {
    markOpened = resolve;
  });
  let arrivedAt = patientClock.now();
  /** Waits until the client has had its time for the last reply, of as many as are waited for. */
  const stand = async () => {
    let left = timeout;
    while (left > 0 && !over.signal.aborted) {
      await pause(left, over.signal);
      left = arrivedAt + timeout - patientClock.now();
    }
  };
  const take = async (at: number, connection: ServedConnection, request: RequestHead) => {
    const [leg, visit, next] = [legs[at], visits[at], visits[at + 1] ?? visits[0]];
    if (!leg || !visit || !next) return;
    const { pieces, ...how } = leg.reply(request, visit.connections.length - 1, new URL(next.url));
    // Octets that the client sends without waiting for the reply have come by then.
    await turns(3, over.signal);
    const early = connection.behind().length;
    const arrival = { connection, asked: visit.asked, reply: Buffer.concat(pieces), early };
    arrivals.push(arrival);
    if (arrivals.length <= mostStops) arrivedAt = patientClock.now();
    await answer(connection, { pieces, ...how });
    const isOpen = () => hasSpoken(framesOf(arrival));
    if (await connection.until(isOpen, 'what the client makes of the reply', timeout)) markOpened();
  };
  const visits = legs.map(({ place, resource }, at) =>
    place.open(
      (connection, request) =>
        take(at, connection, request).catch((error: unknown) => {
          if (!(error instanceof Overdue) && !over.signal.aborted) throw error;
        }),
      resource,
    ),
  );
  const [start] = visits;
  if (!start) throw new TypeError('a journey has at least one leg');
  const url = start.url.replace('://', `://${userInformation}`);
  let word: ClientStatement = silent;
  const telling = connector
    .connect({ url, subprotocols: connector.subprotocols }, over.signal)
    .then((said) => {
      word = said;
    });
  try {
    const first = await Promise.race([
      start.first(starting * timeout),
      telling.then(() => start.first(grace)),
    ]);
    await first.requested;
    await Promise.race([
      opened,
      stand(),
      telling.then(() => pause(word.opened ? grace : settling, over.signal)),
    ]);
    const open = arrivals.filter((arrival) => hasSpoken(framesOf(arrival)));
    for (const arrival of open) await close(arrival.connection, connector, () => framesOf(arrival));
    over.abort();
    await telling;
    const last = arrivals.at(-1)?.connection ?? first;
    const told = decide(last, word, signs, arrivals.length);
    const byWire = open.some((arrival) => arrival === arrivals[0]) ? 'opened' : 'openedAnother';
    const outcome = open.length > 0 ? byWire : told;
    const outcomeOf = (arrival: Arrival): Stop['outcome'] => {
      if (open.includes(arrival)) return 'opened';
      // Where no frame tells, what is known of the client is what came of its last connection.
      if (open.length > 0 || arrival !== arrivals.at(-1)) return 'failed';
      return outcome === 'openedAnother' ? 'opened' : outcome;
    };
    return { stops: arrivals.map((arrival) => readStop(arrival, outcomeOf(arrival))), outcome, word };
  } catch (error) {
    if (!(error instanceof Overdue)) throw error;
    throw new Unreachable(`no connection of the client asked for its URL in ${starting * timeout} ms`);
  } finally {
    over.abort();
    await telling.catch(() => {});
    await Promise.all(visits.map((visit) => visit.close()));
  }
}

/** Milliseconds in which what a client has sent comes, once it has said that it has failed, or its process has ended. */
const settling = 20;

/** What came before the reply tells nothing of what was made of it. */
function framesOf({ connection, early }: Arrival): readonly ClientFrame[] {
  return readClientFrames(connection.behind().subarray(early));
}

function readStop({ connection, asked, reply, early }: Arrival, outcome: Stop['outcome']): Stop {
  if (connection.isCut) connection.shrink();
  const behind = connection.behind();
  const requested = connection.octets.subarray(0, connection.octets.length - behind.length);
  const { request } = connection;
  return { asked, request, requested, reply, early, behind, outcome };
}
