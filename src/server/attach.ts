import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { Server as TlsServer } from 'node:tls';
import { checkOptions } from '../option/check-options.ts';
import { isRecord, objectOf } from '../option/kind.ts';
import { parseTarget } from '../wire/index.ts';
import { checkEndpoint } from './check-endpoint.ts';
import { type EndpointOptions, settleEndpoint } from './endpoint-option.ts';
import { type ServerOptions, type Settings, settleServer } from './option.ts';
import { attachShape, endpointShape } from './option-shape.ts';
import { Registry } from './registry.ts';
import { type Attached, listenForUpgrades, type Table } from './upgrade-listener.ts';

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

const attached = new WeakMap<Server, Attached>();

/**
 * Takes the openings that arrive at a server of Node's, by path. Only requests that ask for a WebSocket are
 * taken. Every other upgrade goes to the server's other `upgrade` listeners, or to its application where there
 * are none; an opening at a path without an endpoint is left to other listeners too, and gets a 404 where there
 * are none. The others hear of every opening as well, and have to leave those at these paths alone.
 *
 * Node's parser has read the head: what it lets pass or refuses is not decided here, and the limits on heads and
 * the time to send one are the server's own (`maxHeaderSize`, `headersTimeout`). What goes to the application has
 * its option `upgrade` in Connection taken out, and its connection is told of by the server once more. From Node 26
 * on a request with content that is no opening stays with HTTP instead, by the server's `shouldUpgradeCallback`; one
 * that was set before is asked first.
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
    attached.set(server, listenForUpgrades(server, table));
  }
  return {
    get pending() {
      return table.registry.pending;
    },
    detach() {
      const all = attached.get(server);
      if (all?.tables.delete(table)) all.elsewhere = null;
      if (all?.tables.size === 0) {
        server.off('upgrade', all.listener);
        all.restoreCallback?.();
        attached.delete(server);
      }
      return table.registry.emptied();
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
  return { settings, routes: endpoints, registry: new Registry(settings.limits.pending) };
}

/** Whether a request could ask for it: others would never be found. */
function isPath(path: string): boolean {
  const target = parseTarget(path);
  return target.form === 'origin' && target.path === path;
}
