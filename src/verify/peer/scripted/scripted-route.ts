import type { RequestHead } from '../../../wire/index.ts';
import type { ServedConnection } from '../connection/served-connection.ts';
import type { WaitList } from '../connection/wait-list.ts';

/** What a server does with a connection as soon as its request has been read. */
export type Script = (connection: ServedConnection, request: RequestHead) => unknown;

/** What a route has from its server. */
export interface RouteOptions {
  /** A part of the path of every request to this route; null where the route takes all that name no other route. */
  readonly nonce: string | null;
  /** The server's own, for example `ws://127.0.0.1:8080`. */
  readonly origin: string;
  /** Woken whenever a connection has come or gone. */
  readonly waits: WaitList;
  /** Milliseconds that each wait may take where it says nothing else. */
  readonly deadline: number;
  /** Says how many connections have come to the server, for the error of a wait that is too long. */
  readonly count: () => string;
  /** Told that the route is closed. */
  readonly onClose: () => void;
}

/** One path of a scripted server, with its script and the connections that have come to it. */
export class ScriptedRoute {
  readonly nonce: string | null;
  /** For example `/4f1c`; empty where it takes all. A client may add more to it. */
  readonly path: string;
  readonly url: string;
  /** In the order in which their requests came; also those that cannot be read. */
  readonly connections: readonly ServedConnection[];
  readonly #connections: ServedConnection[] = [];
  readonly #script: Script;
  readonly #options: RouteOptions;
  #failure: { readonly error: unknown } | null = null;
  #isClosed = false;

  constructor(script: Script, options: RouteOptions) {
    this.nonce = options.nonce;
    this.path = options.nonce === null ? '' : `/${options.nonce}`;
    this.url = options.origin + this.path;
    this.connections = this.#connections;
    this.#script = script;
    this.#options = options;
  }

  /** Has the script answer a connection; what the script throws fails this route, and nothing else. */
  async take(connection: ServedConnection): Promise<void> {
    connection.nonce = this.nonce;
    this.#connections.push(connection);
    this.#options.waits.wake();
    if (!connection.request) return;
    try {
      await this.#script(connection, connection.request);
    } catch (error) {
      this.#failure ??= { error };
      connection.fail(error);
      this.#options.waits.wake();
    }
  }

  /**
   * Waits for the first connection.
   *
   * @returns rejects with `Overdue` where none comes in time, and with what the script has thrown
   */
  async first(ms = this.#options.deadline): Promise<ServedConnection> {
    await this.#until(() => this.#connections.length > 0, `a connection to ${this.url}`, ms);
    const [first] = this.#connections;
    if (!first) throw new Error('a connection has come');
    return first;
  }

  /** Waits until every connection that has come is closed; rejects in the same way. */
  quiet(ms = this.#options.deadline): Promise<void> {
    const what = `the connections to ${this.url} to be closed`;
    return this.#until(() => this.#connections.every(({ isClosed }) => isClosed), what, ms);
  }

  /** Ends its connections and takes no more; rejects with what the script has thrown. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#options.onClose();
    for (const connection of this.#connections) {
      connection.destroy();
      connection.shrink();
    }
    this.#options.waits.wake();
    if (this.#failure) throw this.#failure.error;
  }

  #until(isMet: () => boolean, what: string, ms: number): Promise<void> {
    const look = () => {
      if (this.#failure) throw this.#failure.error;
      if (isMet()) return true;
      if (this.#isClosed) throw new Error(`the route was closed while it was waited for ${what}`);
      return false;
    };
    return this.#options.waits.until(look, { what, ms, instead: this.#options.count });
  }
}
