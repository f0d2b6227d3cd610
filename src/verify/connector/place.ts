import type { ServedConnection } from '../peer/connection/served-connection.ts';
import type { Script, ScriptedRoute } from '../peer/scripted/scripted-route.ts';
import type { ScriptedServer } from '../peer/scripted/scripted-server.ts';

/** What a client was asked to connect to. */
export interface AskedTarget {
  readonly authority: string;
  readonly resourceName: string;
}

/** The connections of one case. */
export interface CaseVisit extends Pick<ScriptedRoute, 'nonce' | 'url' | 'connections' | 'close'> {
  /** What the client was asked to connect to; known once the first connection has come. */
  readonly asked: AskedTarget;
  /**
   * Waits for the first connection.
   *
   * @returns rejects with `Overdue` where none comes in time, with `Gone` where none will, and with what the script has
   *   thrown
   */
  first(ms: number): Promise<ServedConnection>;
}

/** Where the connections of cases come to, one case after the other. */
export interface ClientPlace {
  /** @param resource what is put behind the address, where the client is told one */
  open(script: Script, resource: string): CaseVisit;
}

/**
 * A server as a place: each case has a path of its own there.
 *
 * @param host the name that the client is told, where that is another one of the server's address
 */
export function placeOn(server: ScriptedServer, host?: string): ClientPlace {
  return {
    open(script, resource) {
      const route = server.route(script);
      const address = new URL(route.url + resource);
      if (host !== undefined) address.hostname = host;
      return {
        url: address.href,
        nonce: route.nonce,
        connections: route.connections,
        asked: { authority: address.host, resourceName: route.path + resource },
        first: (ms) => route.first(ms),
        close: () => route.close(),
      };
    },
  };
}

/** All connections of a server, which is told without a path. */
export function placeAtRoot(server: ScriptedServer): ClientPlace {
  return {
    open(script, resource) {
      const route = server.route(script, { nonce: null });
      return {
        url: server.url + resource,
        nonce: null,
        connections: route.connections,
        asked: { authority: new URL(server.url).host, resourceName: `/${resource}` },
        first: (ms) => route.first(ms),
        close: () => route.close(),
      };
    },
  };
}

/** The same place, where the client is told its URL in another way. */
export function respell(place: ClientPlace, change: (url: string) => string): ClientPlace {
  return {
    open(script, resource) {
      const visit = place.open(script, resource);
      return { ...visit, url: change(visit.url) };
    },
  };
}
