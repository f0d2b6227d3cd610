import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { serverTable } from '../../../models/decisions/server.ts';
import type { ServerChoices } from '../../../models/facts/request.ts';
import type { OpeningEndpoint } from '../../arbitraries/index.ts';
import { bind } from '../../bind.ts';
import type { Clock } from '../../clock.ts';
import { toWebSocket } from '../../frames/to-web-socket.ts';
import { attach } from '../../server/attach.ts';
import type { ServerConnection } from '../../server/connection.ts';
import type { EndpointOptions } from '../../server/endpoint-option.ts';
import { listen } from '../../server/listen.ts';
import { defaultLimits } from '../../server/option.ts';
import type { Outcome } from '../../server/outcome.ts';
import { sampleKey } from '../judge/target.ts';
import { certificatesOnce } from '../peer/certificates-once.ts';

/** What a case needs of a reference server. */
export interface ServedSetUp {
  readonly port: number;
  readonly choices: ServerChoices;
  /** What requests are made for; `host` is the value of Host. */
  readonly target: OpeningEndpoint;
  /** The authority whose certificate the server has; null where it speaks no TLS. */
  readonly authority: string | null;
  /** The outcome of the connection that came from a local port, once there is one. */
  outcomeOf(localPort: number): Promise<Outcome>;
  /** What the application was handed over for that connection; null where nothing was. */
  handedOver(localPort: number): HandedOver | null;
}

export interface HandedOver {
  readonly target: string;
  readonly path: string;
  readonly subprotocol: string | null;
}

/** The reference server as it is verified. */
export interface SetUp extends ServedSetUp {
  /** Handshakes that are under way. */
  readonly pending: () => number;
  close(): Promise<void>;
}

/** What every reference server here serves. */
export const endpoint = {
  path: '/chat',
  subprotocols: ['chat', 'superchat'],
  limits: defaultLimits,
} as const;

export const lenient: ServerChoices = serverTable.defaults;

/** A reference server that is to be started. */
export interface SetUpPlan {
  readonly choices?: Partial<ServerChoices>;
  /** Origins and the credential of the requests that are made for it. */
  readonly target?: Pick<OpeningEndpoint, 'origins' | 'credential'>;
  /** Other options of the endpoint. */
  readonly endpoint?: Partial<EndpointOptions>;
  /** Where the connections come from: sockets of its own, with TLS, or a server of `node:http`. */
  readonly on?: 'sockets' | 'tls' | 'http';
  readonly clock?: Clock;
  /** Handshakes that may be under way at once. Default 1,000. */
  readonly pending?: number;
}

/** Starts a reference server that echoes messages. */
export async function startSetUp(plan: SetUpPlan = {}): Promise<SetUp> {
  const choices = { ...lenient, ...plan.choices };
  const observer = new Observer();
  const server = await start(plan, choices, observer);
  return {
    port: server.port,
    pending: server.pending,
    choices,
    target: targetOf(plan, server.port),
    authority: server.authority,
    outcomeOf: observer.outcomeOf,
    handedOver: observer.handedOver,
    async close() {
      for (const socket of observer.sockets) socket.destroy();
      await server.close();
    },
  };
}

/** What requests are made for. It has no port where only the number of cases is wanted. */
export function targetOf({ target }: SetUpPlan, port: number): OpeningEndpoint {
  return { ...endpoint, ...target, host: `127.0.0.1:${port}` };
}

interface Started {
  readonly port: number;
  readonly authority: string | null;
  readonly pending: () => number;
  readonly close: () => Promise<void>;
}

async function start(plan: SetUpPlan, choices: ServerChoices, observer: Observer): Promise<Started> {
  const { plainHttp, subprotocolMismatch, subprotocolAbsent, originAbsent } = choices;
  const { on = 'sockets', target } = plan;
  const served: EndpointOptions = {
    subprotocols: endpoint.subprotocols,
    subprotocolMismatch,
    subprotocolRequired: subprotocolAbsent === 'refuse',
    originRequired: originAbsent === 'refuse',
    ...(target?.origins ? { origins: target.origins } : {}),
    onConnection: observer.onConnection,
    ...plan.endpoint,
  };
  const settings = {
    limits: { pending: plan.pending ?? 1_000 },
    ...(plan.clock ? { clock: plan.clock } : {}),
    onOutcome: observer.onOutcome,
  };
  const application =
    plainHttp === 'application' || on === 'http' ? createServer((_, reply) => reply.end('plain')) : null;
  application?.on('connection', observer.watch);
  if (on === 'http' && application) {
    const attachment = attach(application, { [endpoint.path]: served }, settings);
    const { port } = await bind(application);
    return {
      port,
      authority: null,
      pending: () => attachment.pending,
      async close() {
        await attachment.detach();
        await new Promise((resolve) => application.close(resolve));
      },
    };
  }
  const certificates = on === 'tls' ? await certificatesOnce() : null;
  const server = await listen({
    ...served,
    ...settings,
    paths: [endpoint.path],
    plainHttp,
    ...(application ? { application } : {}),
    ...(certificates ? { tls: certificates.trusted } : {}),
  });
  return {
    port: server.port,
    authority: certificates?.authority ?? null,
    pending: () => server.pending,
    close: () => server.close(),
  };
}

/** What a reference server reports of each connection, by the port that the connection came from. */
class Observer {
  readonly sockets = new Set<Socket>();
  readonly #outcomes = new Map<number, Outcome>();
  readonly #waiting = new Map<number, (outcome: Outcome) => void>();
  readonly #handed = new Map<number, HandedOver>();

  readonly watch = (socket: Socket): void => {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
  };

  readonly onConnection = (connection: ServerConnection): void => {
    const { socket, request, path, subprotocol } = connection;
    this.#handed.set(socket.remotePort ?? 0, { target: request.target, path, subprotocol });
    this.watch(socket);
    const webSocket = toWebSocket(connection);
    webSocket.on('error', () => {}); // a peer may vanish at any time
    webSocket.on('message', (data, isBinary) => webSocket.send(data, { binary: isBinary }));
  };

  readonly onOutcome = (outcome: Outcome): void => {
    const port = outcome.remotePort ?? 0;
    const tell = this.#waiting.get(port);
    this.#waiting.delete(port);
    if (tell) tell(outcome);
    else this.#outcomes.set(port, outcome);
  };

  readonly outcomeOf = (localPort: number): Promise<Outcome> => {
    const outcome = this.#outcomes.get(localPort);
    this.#outcomes.delete(localPort);
    return outcome
      ? Promise.resolve(outcome)
      : new Promise((resolve) => this.#waiting.set(localPort, resolve));
  };

  readonly handedOver = (localPort: number): HandedOver | null => {
    const over = this.#handed.get(localPort) ?? null;
    this.#handed.delete(localPort);
    return over;
  };
}

/** A canonical opening, as text of one octet for each character; further field lines end with CRLF. */
export function writeOpening(more = '', path: string = endpoint.path): string {
  return (
    `GET ${path} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
    `Sec-WebSocket-Key: ${sampleKey}\r\nSec-WebSocket-Version: 13\r\n${more}\r\n`
  );
}
