import type { TlsOptions } from 'node:tls';
import { patientClock } from '../../../clock.ts';
import type { ServedConnection } from '../../peer/connection/served-connection.ts';
import { WaitList } from '../../peer/connection/wait-list.ts';
import { type ScriptedServer, startScriptedServer } from '../../peer/scripted/scripted-server.ts';

/** Where the backend listens, and what it speaks. */
export interface BackendOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: TlsOptions;
  /** Milliseconds for a whole request. */
  readonly deadline: number;
}

/** One handshake that is awaited behind the hop. */
export interface AwaitedHandshake {
  /** The connections on which it came, in the order in which they were made. */
  readonly connections: readonly ServedConnection[];
  /** Resolves once the first of them is answered; rejects with `Overdue` where that takes too long. */
  answered(ms: number): Promise<void>;
  /** Whether octets with the nonce have come anywhere else, or again. */
  readonly sawMarker: (marker: string) => boolean;
  close(): void;
}

/** What is done with a connection whose request, or what should be one, has the nonce. */
export type BackendScript = (connection: ServedConnection) => Promise<void>;

/** The backend of a hop: a scripted server that knows requests by their nonce, wherever in them it stands. */
export interface Backend {
  readonly port: number;
  /**
   * Has a script answer whatever comes with a nonce.
   *
   * @param marks texts by which a request is known: the nonce, and the key that was made of it
   */
  expect(marks: readonly string[], script: BackendScript): AwaitedHandshake;
  /** How many connections came that no handshake was awaited on: health checks. */
  readonly strays: number;
  close(): Promise<void>;
}

interface Awaited {
  readonly marks: readonly string[];
  readonly script: BackendScript;
  readonly connections: ServedConnection[];
  readonly waits: WaitList;
  isAnswered: boolean;
}

/** What a health check is answered. */
const healthy =
  'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Starts a backend. @returns rejects with the system's error where it cannot listen there */
export async function startBackend({ host, port, tls, deadline }: BackendOptions): Promise<Backend> {
  const awaited = new Set<Awaited>();
  let strays = 0;
  const take = (connection: ServedConnection) => {
    const { text } = connection;
    const own = [...awaited].find(({ marks }) => marks.some((mark) => text.includes(mark)));
    if (own) {
      own.connections.push(connection);
      void own
        .script(connection)
        .catch((error: unknown) => connection.fail(error))
        .then(() => {
          own.isAnswered = true;
          own.waits.wake();
        });
      return;
    }
    strays += 1;
    connection.end(connection.request ? healthy : '');
    const shrink = () => connection.shrink();
    connection.closed().then(shrink, shrink);
  };
  const server: ScriptedServer = await startScriptedServer({
    host,
    port,
    deadline,
    onStray: take,
    allowHalfOpen: true,
    ...(tls ? { tls } : {}),
  });
  return {
    port: server.port,
    get strays() {
      return strays;
    },
    expect(marks, script) {
      const waits = new WaitList(patientClock);
      const own: Awaited = { marks, script, connections: [], waits, isAnswered: false };
      awaited.add(own);
      const over = new Set(server.connections.filter(({ isClosed }) => isClosed));
      return {
        connections: own.connections,
        answered: (ms) => waits.until(() => own.isAnswered, { what: 'an answer of the backend', ms }),
        sawMarker: (marker) =>
          server.connections.some((each) => !over.has(each) && each.octets.includes(marker, 0, 'latin1')),
        close() {
          awaited.delete(own);
          for (const connection of own.connections) {
            connection.destroy();
            connection.shrink();
          }
        },
      };
    },
    close: () => server.close(),
  };
}
