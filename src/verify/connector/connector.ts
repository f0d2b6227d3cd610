import type { ServedConnection } from '../peer/connection/served-connection.ts';
import type { ClientPlace } from './place.ts';

/** What a client is asked to do. */
export interface Order {
  readonly url: string;
  /** Names that it is to offer, the preferred first. */
  readonly subprotocols: readonly string[];
  /** The path of a PEM file with the authority to trust; left out where the server speaks no TLS. */
  readonly ca?: string;
}

/** What a client has said itself of one connection. */
export interface ClientStatement {
  /** Whether it was open; null where it did not say. */
  readonly opened: boolean | null;
  /** The subprotocol in use; null where there is none, and left out where it did not say. */
  readonly subprotocol?: string | null;
  /** What it said of the failure. */
  readonly error?: string;
  /** The status that its process has left behind; null where a signal ended it. */
  readonly exitCode?: number | null;
  /** How its process ended where nobody had told it to and it had said nothing: `SIGSEGV`, for example. */
  readonly gone?: string;
}

/** How a client is brought to connect. */
export interface Connector {
  /** What is verified, for the report. */
  readonly name: string;
  /** How many connections it makes at once. */
  readonly atOnce: number;
  /** The subprotocols that it is asked to offer. */
  readonly subprotocols: readonly string[];
  /** Where its connections come by themselves; a server is started for each that it makes at once where it is left out. */
  readonly places?: readonly ClientPlace[];
  /** The connections that have come to these places. */
  readonly connections?: readonly ServedConnection[];
  /** The origin that its requests name; left out where it may name any, or none. */
  readonly origin?: string;
  /** Processes so far whose output was held by what they have left behind, which was given up; none where it is left out. */
  readonly held?: number;
  /** Waits until it can connect; rejects with `NoClient` where it never can. */
  ready?(): Promise<void>;
  /**
   * Has the client connect once.
   *
   * @param signal aborted when the case is over: who has not said anything by then is not waited for much longer
   * @returns its word; rejects with `NoClient` where there is no client any more
   */
  connect(order: Order, signal: AbortSignal): Promise<ClientStatement>;
  /** Has one process of the client make several connections at once; left out where it cannot be asked to. */
  connectTogether?(orders: readonly Order[], signal: AbortSignal): Promise<readonly ClientStatement[]>;
  /** Ends the client. */
  close(): Promise<void>;
}

/** What is told where processes of a client have left something behind; null where none has. */
export function tellHeld({ held = 0 }: Pick<Connector, 'held'>): string | null {
  if (held === 0) return null;
  const many = held === 1 ? 'a process of the client has' : `${held} processes of the client have`;
  return `${many} left something running that held the output: it was given up, and may still run`;
}

/** There is no client to verify, or none any more. */
export class NoClient extends Error {
  override readonly name = 'NoClient';
}

/** A client that has said nothing. */
export const silent: ClientStatement = { opened: null };
