import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { serverTable } from '../../models/server-decision.ts';
import type { ServerChoices } from '../../models/vocabulary.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { EndpointPolicy } from '../facts/request-facts.ts';
import { checkSubprotocols } from '../negotiation/subprotocol.ts';
import { checkWholeNumbers } from '../whole-number.ts';
import type { Extension, RequestHead } from '../wire/index.ts';
import type { Outcome } from './outcome.ts';

/** A connection that was accepted: after the 101 its octets are WebSocket frames. */
export interface ServerConnection {
  readonly role: 'server';
  /** The socket, with nothing listening but an empty error listener; it stays readable after the peer's end. */
  readonly socket: Socket;
  /** Octets that came with the handshake: the first of the frames. */
  readonly head: Buffer;
  readonly request: RequestHead;
  /** The path of the request-target, without its query. */
  readonly path: string;
  readonly subprotocol: string | null;
  readonly extensions: readonly Extension[];
}

export interface Limits {
  /** Octets of a head, its empty line included. Default 16,384. */
  readonly headOctets: number;
  /** Octets of a request-target. Default 8,000. */
  readonly targetOctets: number;
  /** Field lines of a head. Default 100. */
  readonly fields: number;
  /** Handshakes that may be under way at once; the next gets a 503. Default 1,000. */
  readonly pending: number;
}

export interface ListenOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default 0: the system picks a free one. */
  readonly port?: number;
  /** The paths that are served, or a test for them (one that throws serves nothing). Default: every path. */
  readonly paths?: readonly string[] | ((path: string) => boolean);
  /** Names of subprotocols that are supported. Default: none. */
  readonly subprotocols?: readonly string[];
  /** Whether a client must offer a supported subprotocol. Default: only where `mqtt` is the sole name. */
  readonly subprotocolRequired?: boolean;
  /** What follows when none of the offered subprotocols is supported. Default `omit`. */
  readonly subprotocolMismatch?: ServerChoices['subprotocolMismatch'];
  /** What a request gets that asks for no WebSocket. Default `application` where there is one, else 426. */
  readonly plainHttp?: ServerChoices['plainHttp'];
  /** Gets the connections that ask for no WebSocket, with every octet that was read of them. */
  readonly application?: HttpServer;
  /** Milliseconds from a connection's arrival within which its head must be complete. Default 10,000. */
  readonly deadline?: number;
  readonly limits?: Partial<Limits>;
  /** `actor` runs the session as an XState actor, for inspection. Default `compiled`. */
  readonly interpreter?: 'compiled' | 'actor';
  readonly clock?: Clock;
  readonly onConnection: (connection: ServerConnection) => void;
  /** Told once for every connection, accepted or not. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

/** Options with every default in its place. */
export interface Settings {
  readonly policy: EndpointPolicy;
  readonly choices: ServerChoices;
  readonly limits: Limits;
  readonly deadline: number;
  readonly interpreter: 'compiled' | 'actor';
  readonly clock: Clock;
  readonly application: HttpServer | null;
  readonly onConnection: (connection: ServerConnection) => void;
  readonly onOutcome: (outcome: Outcome) => void;
}

export const defaultLimits: Limits = { headOctets: 16_384, targetOctets: 8_000, fields: 100, pending: 1_000 };

/** @throws TypeError or RangeError for options that make no sense together or by themselves. */
export function settle(options: ListenOptions): Settings {
  const { paths, subprotocols = [], application = null, deadline = 10_000 } = options;
  const wrong = checkSubprotocols(subprotocols);
  if (wrong) throw new TypeError(`${wrong.problem} (${wrong.clause})`);
  const limits = { ...defaultLimits, ...options.limits };
  const odd = checkWholeNumbers({ deadline, ...limits });
  if (odd) throw new RangeError(odd);
  const plainHttp = options.plainHttp ?? (application ? 'application' : serverTable.defaults.plainHttp);
  if (plainHttp === 'application' && !application) {
    throw new TypeError("plainHttp is 'application', but no application is given to answer plain HTTP");
  }
  const required = options.subprotocolRequired ?? (subprotocols.length === 1 && subprotocols[0] === 'mqtt');
  return {
    policy: {
      isKnownPath: shield(
        typeof paths === 'function' ? paths : (path) => paths?.includes(path) ?? true,
        false,
      ),
      subprotocols,
      targetLimit: limits.targetOctets,
      fieldLimit: limits.fields,
    },
    choices: {
      plainHttp,
      subprotocolMismatch: required ? 'refuse' : (options.subprotocolMismatch ?? 'omit'),
      subprotocolAbsent: required ? 'refuse' : 'omit',
    },
    limits,
    deadline,
    interpreter: options.interpreter ?? 'compiled',
    clock: options.clock ?? systemClock,
    application,
    onConnection: shield(options.onConnection, undefined),
    onOutcome: shield(options.onOutcome ?? (() => {}), undefined),
  };
}

/** What the user's own function throws becomes an uncaught exception and does not disturb the session. */
function shield<T, R>(call: (value: T) => R, otherwise: R): (value: T) => R {
  return (value) => {
    try {
      return call(value);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
      return otherwise;
    }
  };
}
