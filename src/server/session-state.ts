import type { Socket } from 'node:net';
import type { Lifecycle } from '../../models/decide.ts';
import type { FirstMessageRow, ServerRow } from '../../models/decisions/row.ts';
import type { SessionEvent, SessionState } from '../../models/lifecycles/session.ts';
import { type RequestReading, readUnfinished } from '../facts/request-facts.ts';
import type { HeadReader } from '../wire/index.ts';
import type { ServerConnection } from './connection.ts';
import type { ServedEndpoint } from './endpoint-option.ts';
import type { Waiting } from './first-message.ts';
import type { Settings } from './option.ts';
import type { Peer } from './outcome.ts';
import type { RegistryPlace } from './registry.ts';

export type Reading = RequestReading<ServedEndpoint>;

/** How a session begins. */
export interface Arrival {
  readonly place: RegistryPlace;
  /** When the connection came, by the clock of the settings; null for just now. */
  readonly arrivedAt: number | null;
  /** A head that somebody else has read, and the octets that came behind it. */
  readonly read: { readonly reading: Reading; readonly rest: Uint8Array } | null;
}

/** Gives a connection to the application, with what was read of it. */
export type PassOn = (socket: Socket, reading: Reading, rest: Uint8Array) => void;

/** What is known of one connection. */
export interface Session {
  readonly socket: Socket;
  readonly settings: Settings;
  readonly arrival: Arrival;
  readonly passOn: PassOn;
  /** From where and when it came; null where nobody wants to know. */
  readonly origin: { readonly peer: Peer; readonly arrivedAt: number } | null;
  /** Not used where somebody else has read the head. */
  readonly reader: HeadReader;
  /** Null until there is something to decide on. */
  reading: Reading | null;
  /** Octets behind what was read. */
  rest: Uint8Array;
  row: ServerRow | null;
  message: { readonly row: FirstMessageRow; readonly error: unknown } | null;
  connection: ServerConnection | null;
  waiting: Waiting | null;
  stopWaiting: () => void;
  readonly lifecycle: Lifecycle<SessionState, SessionEvent>;
}

export const nothing = Buffer.alloc(0);

/** What was read; where nothing was, what there is of the head. */
export function readingOf(session: Session): Reading {
  session.reading ??= readUnfinished(session.reader.partial, 'cut', session.settings.policy);
  return session.reading;
}

export function conclude(session: Session, event: SessionEvent, reading: Reading): void {
  session.reading = reading;
  session.lifecycle.send(event);
}

/** Hears when the peer ends its side, or is gone. */
export function listenForEnd(session: Session): () => void {
  const { socket } = session;
  const ended = () => conclude(session, 'PEER_ENDED', readingOf(session));
  const gone = () => session.lifecycle.send('SOCKET_CLOSED');
  socket.on('end', ended).on('close', gone);
  return () => socket.off('end', ended).off('close', gone);
}

/** Makes what the application is given. */
export function makeConnection(session: Session): ServerConnection {
  const { socket, rest } = session;
  const { request, target, subprotocol, extensions, deflate, answer } = readingOf(session);
  if (!request || !target || !('path' in target)) throw new Error('accepted what was not read');
  session.connection = {
    role: 'server',
    socket,
    head: rest.length === 0 ? nothing : Buffer.from(rest.buffer, rest.byteOffset, rest.length),
    request,
    path: target.path,
    subprotocol,
    extensions,
    deflate,
    context: answer?.context,
  };
  return session.connection;
}
