import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { serverTable } from '../../models/server-decision.ts';
import type { ServerChoices } from '../../models/vocabulary.ts';
import { attempt } from '../attempt.ts';
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
  /**
   * Gets the connections that ask for no WebSocket, with every octet that was read of them; it need not listen
   * itself. Such a connection is the application's for good: an opening that comes later on it arrives at its
   * `upgrade` listeners. A server of `node:http` that does not listen has none of its own timeouts running.
   */
  readonly application?: HttpServer;
  /** Milliseconds from a connection's arrival within which its head must be complete. Default 10,000. */
  readonly deadline?: number;
  readonly limits?: Partial<Limits>;
  /** `actor` runs the session as an XState actor, for inspection. Default `compiled`. */
  readonly interpreter?: 'compiled' | 'actor';
  /** Told of everything that an actor does, as XState's inspection events. */
  readonly inspect?: (event: unknown) => void;
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
  readonly inspect: ((event: unknown) => void) | undefined;
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
  const limits = {
    headOctets: options.limits?.headOctets ?? defaultLimits.headOctets,
    targetOctets: options.limits?.targetOctets ?? defaultLimits.targetOctets,
    fields: options.limits?.fields ?? defaultLimits.fields,
    pending: options.limits?.pending ?? defaultLimits.pending,
  };
  const odd = checkWholeNumbers({ deadline, ...limits });
  if (odd) throw new RangeError(odd);
  const plainHttp = options.plainHttp ?? (application ? 'application' : serverTable.defaults.plainHttp);
  if (plainHttp === 'application' && !application) {
    throw new TypeError("plainHttp is 'application', but no application is given to answer plain HTTP");
  }
  checkName('plainHttp', plainHttp, ['application', 'badRequest', 'upgradeRequired']);
  checkName('subprotocolMismatch', options.subprotocolMismatch, ['omit', 'refuse', undefined]);
  checkName('interpreter', options.interpreter, ['compiled', 'actor', undefined]);
  const isServed = testOfPaths(paths);
  const required = options.subprotocolRequired ?? (subprotocols.length === 1 && subprotocols[0] === 'mqtt');
  return {
    policy: {
      isKnownPath: (path) => attempt(() => isServed(path), false),
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
    inspect: options.inspect,
    clock: options.clock ?? systemClock,
    application,
    onConnection: (connection) => attempt(() => options.onConnection(connection), undefined),
    onOutcome: (outcome) => attempt(() => options.onOutcome?.(outcome), undefined),
  };
}

function checkName(option: string, value: unknown, names: readonly unknown[]): void {
  if (names.includes(value)) return;
  const known = names.filter((name) => name !== undefined).join(', ');
  throw new TypeError(`${option} is ${JSON.stringify(value)}: one of ${known} was expected`);
}

/** Whatever a test answers but `true` means that the path is not served. */
function testOfPaths(paths: ListenOptions['paths']): (path: string) => boolean {
  if (paths === undefined) return () => true;
  if (typeof paths === 'function') return (path) => paths(path) === true;
  const isList =
    Array.isArray(paths) && paths.every((path) => typeof path === 'string' && path.startsWith('/'));
  if (isList) return (path) => paths.includes(path);
  throw new TypeError(`paths is ${JSON.stringify(paths)}: a list of paths that begin with / was expected`);
}
