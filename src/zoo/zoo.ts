import { createServer as createHttpServer, type IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { bind, hostInUrl } from '../bind.ts';
import { type Clock, systemClock } from '../clock.ts';
import { nameOf } from '../peer-network.ts';
import { afterAnswers } from '../server/after-answers.ts';
import { socketOf } from '../server/upgrade-socket.ts';
import { requestContent } from '../wire/index.ts';
import { zooCases } from './case-list.ts';
import { answer, fieldsOf, isOpening, pathOf } from './http.ts';
import { Counters, defaultLimits, type Excess, refusalRoom, type ZooLimits } from './limit.ts';
import { pauses, Visit } from './visit.ts';

export interface ZooOptions {
  readonly host?: string;
  /** 0 for one that the system picks. */
  readonly port?: number;
  /** Serves https and wss. */
  readonly tls?: Pick<TlsOptions, 'cert' | 'key'>;
  readonly limits?: Partial<ZooLimits>;
  readonly clock?: Clock;
  /** Told of a limit that is exceeded, in one line and once a minute. */
  readonly onExcess?: (line: string) => void;
}

export interface Zoo {
  /** For example `http://127.0.0.1:8101`. */
  readonly url: string;
  readonly port: number;
  /** Takes leave of everybody, and resolves when the last connection has ended. */
  close(): Promise<void>;
}

/** Bounds on what is read of a visitor, in octets and milliseconds. */
const bounds = {
  maxHeaderSize: 8_192,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  noDelay: true,
};

/** Milliseconds that a connection lasts at most, whatever is done on it. */
const lifetime = 60_000;

const cases = new Map(zooCases.map((each) => [each.path, each]));

/**
 * Opens the zoo.
 *
 * @throws what Node says of a bad key or certificate; rejects with the system's error if it cannot listen
 */
export async function openZoo(options: ZooOptions = {}): Promise<Zoo> {
  const { host = '127.0.0.1', port = 0, tls, clock = systemClock } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const counters = new Counters(limits, clock, options.onExcess);
  /** Why connections are refused, by their names. */
  const excesses = new Map<string, Excess>();
  const visits = new Set<Visit>();
  const sockets = new Set<Socket>();
  const server = tls
    ? createHttpsServer({ ...bounds, ...tls, handshakeTimeout: 5_000 })
    : createHttpServer(bounds);
  server.maxConnections = limits.connections + refusalRoom;
  server.maxRequestsPerSocket = 100;
  server.timeout = bounds.requestTimeout;
  const excessOf = ({ socket }: IncomingMessage) =>
    excesses.get(nameOf(socket)) ?? counters.countRequest(socket.remoteAddress ?? '');

  server.on('drop', () => counters.tellOfAll());
  server.on('connection', (socket: Socket) => {
    const visitor = counters.enter(socket.remoteAddress ?? '');
    if (!visitor) {
      socket.destroy();
      return;
    }
    const name = nameOf(socket);
    if (visitor.excess) excesses.set(name, visitor.excess);
    sockets.add(socket);
    const stopTimer = clock.after(lifetime, () => socket.destroy());
    socket.once('close', () => {
      sockets.delete(socket);
      excesses.delete(name);
      stopTimer();
      visitor.leave();
    });
  });
  server.on('request', (request, response) => answer(request, response, excessOf(request)));
  server.on('upgrade', (request, stream, head) => {
    const socket = socketOf(request, stream);
    // Content that is still to come belongs to no opening.
    const isUnread = socket !== stream;
    const fields = fieldsOf(request);
    const shown = cases.get(pathOf(request));
    const excess = excessOf(request);
    const isRight = request.method === 'GET' && !isUnread && requestContent(fields).kind === 'none';
    afterAnswers(socket, () => {
      if (!shown || excess || !isRight || !isOpening(request)) {
        answerOn(socket, request, excess);
        return;
      }
      const visit = new Visit(shown, socket, fields, head, clock);
      visits.add(visit);
      socket.once('close', () => visits.delete(visit));
    });
  });
  const { address, port: bound } = await bind(server, port, host);
  return {
    url: `${tls ? 'https' : 'http'}://${hostInUrl(address)}:${bound}`,
    port: bound,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      for (const visit of visits) visit.stop();
      const giveUp = clock.after(2 * pauses.leave, () => {
        for (const socket of sockets) socket.destroy();
      });
      return closed.then(giveUp);
    },
  };
}

/** A socket that asked for something else than a WebSocket at a case gets an answer of HTTP, and no more than that. */
function answerOn(socket: Socket, request: IncomingMessage, excess: Excess | null): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  socket.setTimeout(bounds.requestTimeout, () => socket.destroy());
  response.on('finish', () => socket.end(() => socket.destroy()));
  answer(request, response, excess);
}
