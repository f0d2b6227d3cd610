import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { includesWebSocket, readFields, readUnfinished } from '../facts/request-facts.ts';
import { checkOptions } from '../option/check-options.ts';
import { isRecord, objectOf } from '../option/kind.ts';
import { fieldValues, parseTarget } from '../wire/index.ts';
import { afterAnswers } from './after-answers.ts';
import { checkEndpoint } from './check-endpoint.ts';
import { type EndpointOptions, type ServedEndpoint, settleEndpoint } from './endpoint-option.ts';
import { handToHttp, writeWithoutUpgrade } from './hand-back.ts';
import { lacksFields, requestOf } from './node-request.ts';
import { type ServerOptions, type Settings, settleServer } from './option.ts';
import { attachShape, endpointShape } from './option-shape.ts';
import { Roll } from './roll.ts';
import { playSession } from './session.ts';
import { nothing } from './session-state.ts';

/** The endpoints of a server by their paths, for example `{ '/chat': { onConnection } }`, each with its context. */
export type Routes<Contexts = Readonly<Record<string, unknown>>> = {
  readonly [Path in keyof Contexts]: EndpointOptions<Contexts[Path]>;
};

export interface AttachOptions extends Omit<ServerOptions, 'deadline' | 'limits'> {
  /** Limits on what Node's own parser has let through. */
  readonly limits?: Partial<Pick<NonNullable<Settings['limits']>, 'targetOctets' | 'fields' | 'pending'>>;
}

const attachOptions = objectOf<AttachOptions>(attachShape);
const endpointOptions = objectOf<EndpointOptions>(endpointShape);

export interface Attachment {
  /** Handshakes that are under way. */
  readonly pending: number;
  /** Takes no more openings, and resolves when none is under way. The server goes on without these endpoints. */
  detach(): Promise<void>;
}

type Server = HttpServer | HttpsServer;

/** One table of routes on a server. */
interface Table {
  readonly settings: Settings;
  readonly routes: ReadonlyMap<string, ServedEndpoint>;
  readonly roll: Roll;
}

/** What is attached to each server: one listener for all of its tables, so that nobody answers twice. */
interface Attached {
  readonly tables: Set<Table>;
  readonly listener: UpgradeListener;
  /** For paths of no endpoint; null until one is asked for. */
  elsewhere: Settings | null;
}
const attached = new WeakMap<Server, Attached>();
type UpgradeListener = (message: IncomingMessage, socket: Socket, head: Buffer) => void;

/**
 * Takes the openings that arrive at a server of Node's, by path. Only requests that ask for a WebSocket are
 * taken. Every other upgrade goes to the server's other `upgrade` listeners, or to its application where there
 * are none; an opening at a path without an endpoint is left to other listeners too, and gets a 404 where there
 * are none. The others hear of every opening as well, and have to leave those at these paths alone.
 *
 * Node's parser has read the head: what it lets pass or refuses is not decided here, and the limits on heads and
 * the time to send one are the server's own (`maxHeaderSize`, `headersTimeout`). What goes to the application has
 * its option `upgrade` in Connection taken out, and its connection is told of by the server once more.
 *
 * `context` of a connection has the type of what the `authorize` of its endpoint gives along, where that names the
 * type of its parameter, as in `(request: AuthorizeRequest) => …`, or has none; elsewhere it is unknown.
 *
 * @throws TypeError or RangeError for bad options, and for a path that is attached already
 */
export function attach<Contexts extends Readonly<Record<string, unknown>>>(
  server: Server,
  routes: Routes<Contexts>,
  options: AttachOptions = {},
): Attachment {
  const table = settleTable(server, routes, options);
  const known = attached.get(server);
  for (const path of table.routes.keys()) {
    if ([...(known?.tables ?? [])].some((other) => other.routes.has(path))) {
      throw new TypeError(`an endpoint is attached at ${path} already`);
    }
  }
  if (known) {
    known.tables.add(table);
    known.elsewhere = null;
  } else {
    listenForUpgrades(server, table);
  }
  return {
    get pending() {
      return table.roll.pending;
    },
    detach() {
      const all = attached.get(server);
      if (all?.tables.delete(table)) all.elsewhere = null;
      if (all?.tables.size === 0) {
        server.off('upgrade', all.listener);
        attached.delete(server);
      }
      return table.roll.emptied();
    },
  };
}

function settleTable<Contexts extends Readonly<Record<string, unknown>>>(
  server: Server,
  routes: Routes<Contexts>,
  options: AttachOptions,
): Table {
  const entries = isRecord(routes) ? Object.entries(routes) : [];
  const odd = entries.find(([path]) => !isPath(path));
  if (odd || entries.length === 0) {
    throw new TypeError(`${JSON.stringify(odd?.[0] ?? routes)}: paths that begin with / were expected`);
  }
  checkOptions('attach', options, attachOptions);
  const endpoints = new Map(
    entries.map(([path, endpoint]) => {
      checkEndpoint('attach', endpoint, endpointOptions, `routes["${path}"].`);
      return [path, settleEndpoint(endpoint, 'application')];
    }),
  );
  const fallback = settleEndpoint({ onConnection: () => {} }, 'application');
  const settings = settleServer(options, [...endpoints.values()], {
    endpointAt: (path) => endpoints.get(path) ?? null,
    fallback,
    secured: server instanceof TlsServer,
  });
  return { settings, routes: endpoints, roll: new Roll(settings.limits.pending) };
}

/** Whether a request could ask for it: others would never be found. */
function isPath(path: string): boolean {
  const target = parseTarget(path);
  return target.form === 'origin' && target.path === path;
}

function listenForUpgrades(server: Server, first: Table): void {
  const tables = new Set([first]);
  const listener: UpgradeListener = (message, socket, rest) => {
    const request = requestOf(message);
    const target = parseTarget(request.target);
    const own = [...tables].find(({ routes }) => 'path' in target && routes.has(target.path));
    const isOpening = includesWebSocket(fieldValues(request.fields, 'upgrade'));
    const hasOthers = server.listenerCount('upgrade') > 1;
    if (hasOthers && !(own && isOpening)) return;
    const handBack = () => handToHttp(server, socket, Buffer.concat([writeWithoutUpgrade(request), rest]));
    const isCut = lacksFields(message, server);
    if (!isOpening && !isCut) {
      afterAnswers(socket, handBack);
      return;
    }
    const table = own ?? [...tables][0] ?? first;
    const settings = own ? own.settings : (all.elsewhere ?? settleElsewhere(all, table.settings));
    const place = table.roll.enter();
    const leave = () => {
      place.decided();
      place.settled();
    };
    const take = () => {
      // What Node has cut cannot be judged, nor given back: what frames its content may be missing.
      const { policy } = settings;
      const reading = isCut ? readUnfinished(nothing, 'tooManyFields', policy) : readFields(request, policy);
      socket.setTimeout(0).setNoDelay();
      playSession(socket, settings, { place, arrivedAt: null, read: { reading, rest } }, handBack);
    };
    afterAnswers(socket, take, leave);
  };
  const all: Attached = { tables, listener, elsewhere: null };
  attached.set(server, all);
  server.on('upgrade', listener);
}

/** At a path of no endpoint a credential of any of them may still stand. */
function settleElsewhere(all: Attached, settings: Settings): Settings {
  const endpoints = [...all.tables].flatMap(({ routes }) => [...routes.values()]);
  const query = endpoints.flatMap(({ secrets }) => secrets.query ?? []);
  const fallback = { ...settings.policy.fallback, secrets: { query } };
  all.elsewhere = { ...settings, policy: { ...settings.policy, fallback } };
  return all.elsewhere;
}
