import type { RequestHead } from '../../../wire/index.ts';
import { close, grace } from '../../connector/close.ts';
import { type ClientStatement, type Connector, silent } from '../../connector/connector.ts';
import type { AskedTarget, ClientPlace } from '../../connector/place.ts';
import type { Exchange } from '../../peer/connection/exchange.ts';
import type { ServedConnection } from '../../peer/connection/served-connection.ts';
import { Overdue } from '../../peer/connection/wait-list.ts';
import { turns, within } from '../../peer/event-loop.ts';
import { type ClientFrame, hasSpoken, readClientFrames } from '../../peer/frame/client-frame.ts';
import { Unreachable } from '../../peer/probe.ts';

/** What a client has made of a reply; `openedAnother` where it was on a connection of its own that it opened later. */
export type ClientConduct = 'opened' | 'openedAnother' | 'failed' | 'undecided';

/** One connection of a client to a server of ours, and what the client has said of it. */
export interface ClientExchange extends Exchange {
  readonly asked: AskedTarget;
  /** Null where none came that can be read. */
  readonly request: RequestHead | null;
  /** Why there is none; null where there is. */
  readonly fault: string | null;
  /** All octets up to the reply, or as many as came. */
  readonly requested: Uint8Array;
  /** The octets of the reply. */
  readonly reply: Uint8Array;
  /** Octets behind the request that came before the reply was sent. */
  readonly early: number;
  /** What came behind the request in all. */
  readonly behind: Uint8Array;
  readonly outcome: ClientConduct;
  /** Whether the pong to the ping behind the reply has come. */
  readonly hasPonged: boolean;
  readonly word: ClientStatement;
  /** Connections that were made for this case. */
  readonly connections: number;
}

/** How a reply is made for a request, and how it is sent. */
export interface Reply {
  readonly pieces: readonly Uint8Array[];
  /** Whether the server ends its side behind it. */
  readonly isLast: boolean;
  /** Whether the server resets the connection behind it. */
  readonly isReset?: boolean;
  /** Milliseconds between two pieces, so that the client may read each by itself; none, if it is not given. */
  readonly gap?: number;
}

/** What is known of a client that tells whether it has opened. */
export interface Signs {
  /** Whether the status of its process tells. */
  readonly exit: boolean;
}

/** The data of the ping that stands behind each 101. */
export const pingData = 'ws101';

/** The ping, which every open client answers, a character for each octet. */
export const ping = `\x89\x05${pingData}`;

/** A client may take so many times as long to connect as to make up its mind: its program may have to be started first. */
export const starting = 5;

/** Why a client is told to give up. Made once: an error of its own for each case costs as much as a connection's end. */
const caseOver = new Error('the case is over');

export interface ReplyPlayOptions {
  readonly connector: Connector;
  readonly place: ClientPlace;
  /** What is put behind the address of the place. */
  readonly resource: string;
  /** Milliseconds in which the client has to make up its mind; it has several times as long to connect. */
  readonly timeout: number;
  readonly signs: Signs;
  readonly ca?: string;
}

/**
 * Has a client connect once, and answers it.
 *
 * @param makeReply the reply to the request that came; a further connection gets `makeOther`
 * @throws Unreachable where no connection comes in time, NoClient where there is no client any more
 */
export async function playReply(
  makeReply: (connection: ServedConnection, request: RequestHead) => Reply,
  makeOther: (connection: ServedConnection, request: RequestHead) => Reply,
  { connector, place, resource, timeout, signs, ca }: ReplyPlayOptions,
): Promise<ClientExchange> {
  await connector.ready?.();
  const over = new AbortController();
  let reply = new Uint8Array();
  let early = 0;
  let answered = 0;
  let markReplied = () => {};
  const replied = new Promise<void>((resolve) => {
    markReplied = resolve;
  });
  const visit = place.open(async (connection, request) => {
    answered += 1;
    const isFirst = answered === 1;
    const sent = (isFirst ? makeReply : makeOther)(connection, request);
    if (!isFirst) return answer(connection, sent);
    try {
      const { pieces } = sent;
      reply = new Uint8Array(Buffer.concat(pieces));
      // Octets that the client sends without waiting for the reply have come by then.
      await turns(3, over.signal);
      early = connection.behind().length;
      await answer(connection, sent);
    } catch (error) {
      if (!over.signal.aborted) throw error;
      connection.end(); // it has come too late for its case
    } finally {
      markReplied();
    }
  }, resource);
  let word: ClientStatement = silent;
  const { subprotocols } = connector;
  const order = { url: visit.url, subprotocols, ...(ca === undefined ? {} : { ca }) };
  const telling = connector.connect(order, over.signal).then((said) => {
    word = said;
  });
  try {
    const connection = await Promise.race([
      visit.first(starting * timeout),
      telling.then(() => visit.first(grace)),
    ]);
    await connection.requested;
    // Who reads nothing may keep the reply from being taken.
    if (connection.request) await within(replied, timeout);
    // What came before the reply tells nothing of what was made of it.
    const framesOf = () => readClientFrames(connection.behind().subarray(early));
    const watchFor = (ms: number) => watch(connection, () => hasSpoken(framesOf()), ms);
    const deciding = watchFor(timeout);
    // A word may come before the pong, or before the end of a connection that has failed: both are of interest.
    const hasSaid = telling.then(() => (word.opened === null ? deciding : watchFor(grace)));
    await Promise.race([deciding, hasSaid]);
    if (hasPonged(framesOf())) await close(connection, connector, framesOf);
    over.abort(caseOver);
    await telling;
    const isSpoken = hasSpoken(framesOf());
    const isPonged = hasPonged(framesOf());
    const outcome = isSpoken ? 'opened' : decide(connection, word, signs, visit.connections.length);
    if (connection.isCut) connection.shrink();
    const behind = connection.behind();
    return {
      nonce: visit.nonce ?? '',
      client: null,
      server: connection,
      asked: visit.asked,
      request: connection.request,
      fault: connection.fault,
      requested: connection.octets.subarray(0, connection.octets.length - behind.length),
      reply,
      early,
      behind,
      word,
      outcome,
      hasPonged: isPonged,
      connections: visit.connections.length,
    };
  } catch (error) {
    if (!(error instanceof Overdue)) throw error;
    const { exitCode, error: said } = word;
    const when =
      exitCode === undefined ? `in ${starting * timeout} ms` : `before it ended with the status ${exitCode}`;
    const why = said === undefined ? '' : `; it said: ${said.split('\n').at(-1)}`;
    throw new Unreachable(`no connection of the client asked for its URL ${when}${why}`);
  } finally {
    over.abort(caseOver);
    await telling.catch(() => {});
    await visit.close();
  }
}

/** Sends a reply, and ends the connection as the reply says. */
export async function answer(
  connection: ServedConnection,
  { pieces, isLast, isReset, gap }: Reply,
): Promise<void> {
  await (gap === undefined ? connection.send(...pieces) : connection.sendApart(pieces, gap));
  if (isReset) connection.reset();
  else if (isLast) connection.end();
}

/** Waits until the wire tells what the client has made of the reply, but no longer than that. */
async function watch(connection: ServedConnection, isDecided: () => boolean, timeout: number): Promise<void> {
  await connection.until(isDecided, 'what the client makes of the reply', timeout).catch((error: unknown) => {
    if (!(error instanceof Overdue)) throw error;
  });
}

function hasPonged(frames: readonly ClientFrame[]): boolean {
  return frames.some(
    ({ opcode, payload }) => opcode === 0xa && Buffer.from(payload).toString('latin1') === pingData,
  );
}

/** What came of it where no frame tells: by the client's word, and by its status where that is known to tell. */
export function decide(
  connection: ServedConnection,
  { opened, exitCode }: ClientStatement,
  { exit }: Signs,
  connections: number,
): ClientConduct {
  const isOpen = opened ?? (exit && exitCode !== undefined ? exitCode === 0 : null);
  if (isOpen === true) return connections > 1 ? 'openedAnother' : 'opened';
  if (isOpen === false) return 'failed';
  // Who is reset can be open no more.
  const isOver = connection.ending !== 'late' && (connection.ending !== 'open' || connection.isClosed);
  return isOver ? 'failed' : 'undecided';
}
