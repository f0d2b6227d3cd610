import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { TlsOptions } from 'node:tls';
import { serverTable } from '../../models/decisions/server.ts';
import type { ServerChoices } from '../../models/facts/request.ts';
import { attempt } from '../attempt.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { ServerPolicy } from '../facts/endpoint.ts';
import { listTexts } from '../option/input.ts';
import { objectOf } from '../option/kind.ts';
import { checkWholeNumbers } from '../whole-number.ts';
import { checkEndpoint } from './check-endpoint.ts';
import {
  type EndpointOptions,
  type ServedEndpoint,
  settleEndpoint,
  warnOfHijacking,
} from './endpoint-option.ts';
import { listenShape } from './option-shape.ts';
import type { Outcome } from './outcome.ts';

export interface Limits {
  /** Octets of a head, its empty line included. Default 16,384. */
  readonly headOctets: number;
  /** Octets of a request-target. Default 8,000. */
  readonly targetOctets: number;
  /** Field lines of a head. Default 100. */
  readonly fields: number;
  /**
   * Handshakes that may be under way at once. The next gets a 503, or the oldest one of the network that has most does,
   * where that has at least two more than the network of the next. Default 1,000.
   */
  readonly pending: number;
}

/** What is the server's, and not an endpoint's. */
export interface ServerOptions {
  /** Milliseconds from a connection's arrival within which its head must be complete. Default 10,000. */
  readonly deadline?: number;
  readonly limits?: Partial<Limits>;
  /** `actor` runs the session as an XState actor, for inspection. Default `compiled`. */
  readonly interpreter?: 'compiled' | 'actor';
  /** Told of everything that an actor does, as XState's inspection events. */
  readonly inspect?: (event: unknown) => void;
  readonly clock?: Clock;
  /** Told once for every connection, accepted or not. Credentials are redacted. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

const listenOptions = objectOf<ListenOptions>(listenShape);

export interface ListenOptions<Context = unknown> extends EndpointOptions<Context>, ServerOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default 0: the system picks a free one. */
  readonly port?: number;
  /**
   * Key, certificate (as strings or Buffers) and whatever else Node's TLS takes; the connections are then secured. Only http/1.1 is
   * agreed to by ALPN, and TLS 1.2 is the least.
   */
  readonly tls?: TlsOptions;
  /**
   * The path that is served, several, or a test for them (one that throws serves nothing, and is warned of).
   * Default: every path.
   */
  readonly paths?: string | readonly string[] | ((path: string) => boolean);
  /** What a request gets that asks for no WebSocket. Default `application` where there is one, else 426. */
  readonly plainHttp?: ServerChoices['plainHttp'];
  /**
   * Gets the connections that ask for no WebSocket, with every octet that was read of them; it need not listen
   * itself. Such a connection is the application's for good: an opening that comes later on it arrives at its
   * `upgrade` listeners. A server of `node:http` that does not listen has none of its own timeouts running.
   */
  readonly application?: HttpServer | HttpsServer;
}

/** Options with every default in its place. */
export interface Settings {
  readonly policy: ServerPolicy<ServedEndpoint>;
  readonly limits: Limits;
  readonly deadline: number;
  readonly interpreter: 'compiled' | 'actor';
  readonly inspect: ((event: unknown) => void) | undefined;
  readonly clock: Clock;
  /** Null where nobody wants to know. */
  readonly onOutcome: ((outcome: Outcome) => void) | null;
}

export const defaultLimits: Limits = { headOctets: 16_384, targetOctets: 8_000, fields: 100, pending: 1_000 };

/** @throws TypeError or RangeError for options that make no sense together or by themselves. */
export function settleListen<Context>(options: ListenOptions<Context>): Settings {
  checkEndpoint('listen', options, listenOptions);
  const { paths, application, tls } = options;
  const plainHttp = options.plainHttp ?? (application ? 'application' : serverTable.defaults.plainHttp);
  if (plainHttp === 'application' && !application) {
    throw new TypeError("plainHttp is 'application', but no application is given to answer plain HTTP");
  }
  const endpoint = settleEndpoint(options, plainHttp);
  const isServed = testOfPaths(paths);
  const endpointAt = (path: string) => (isServed(path) ? endpoint : null);
  return settleServer(options, [endpoint], {
    endpointAt,
    fallback: endpoint,
    secured: tls !== undefined,
  });
}

/** @throws RangeError for limits and times that are no whole numbers from 1, TypeError for the rest. */
export function settleServer(
  options: ServerOptions,
  endpoints: readonly ServedEndpoint[],
  where: Pick<ServerPolicy<ServedEndpoint>, 'endpointAt' | 'fallback' | 'secured'>,
): Settings {
  const { inspect, onOutcome } = options;
  const limits = {
    headOctets: options.limits?.headOctets ?? defaultLimits.headOctets,
    targetOctets: options.limits?.targetOctets ?? defaultLimits.targetOctets,
    fields: options.limits?.fields ?? defaultLimits.fields,
    pending: options.limits?.pending ?? defaultLimits.pending,
  };
  const { deadline = 10_000 } = options;
  const odd =
    checkWholeNumbers({ deadline, ...limits }) ??
    endpoints.map(({ answerDeadline }) => checkWholeNumbers({ answerDeadline })).find(Boolean);
  if (odd) throw new RangeError(odd);
  for (const warning of new Set(endpoints.map(warnOfHijacking))) {
    if (warning) process.emitWarning(warning, { type: 'SecurityWarning', code: 'WS101_HIJACKING' });
  }
  return {
    policy: { ...where, targetLimit: limits.targetOctets, fieldLimit: limits.fields },
    limits,
    deadline,
    interpreter: options.interpreter ?? 'compiled',
    inspect,
    clock: options.clock ?? systemClock,
    onOutcome: onOutcome ? (outcome) => attempt(() => onOutcome(outcome), undefined) : null,
  };
}

/** Whatever a test answers but `true` means that the path is not served. */
function testOfPaths(paths: ListenOptions['paths']): (path: string) => boolean {
  if (paths === undefined) return () => true;
  if (typeof paths === 'function') {
    return (path) => {
      try {
        return paths(path) === true;
      } catch (error) {
        // A peer has the path that it likes: what is thrown must end nothing but this.
        process.emitWarning(error instanceof Error ? error : String(error));
        return false;
      }
    };
  }
  const served = listTexts(paths);
  return (path) => served.includes(path);
}
