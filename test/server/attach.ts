import { once } from 'node:events';
import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import express from 'express';
import fastify from 'fastify';
import { onTestFinished } from 'vitest';
import {
  type Attachment,
  type AttachOptions,
  attach,
  type EndpointOptions,
  type Outcome,
  type ServerConnection,
} from '../../src/server/index.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { certificates } from '../certificate.ts';
import { Mailbox } from '../mailbox.ts';
import { portOf, RawPeer } from '../raw-peer.ts';
import { type DialOptions, type Exchanges, exchangesBy } from './serve.ts';
import { dialTls } from './tls.ts';

export type Framework = 'node:http' | 'node:https' | 'Express' | 'Fastify';

/**
 * Answers each request with what came of it: `<POST /form h2c body>`; on `/held` it waits for a word, and on
 * `/large` it writes 5 MB before, as fast as they are read.
 */
const answer =
  (held: Mailbox<() => void>): RequestListener =>
  (request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      const { method, url, headers } = request;
      const tell = () => response.end(`<${method} ${url} ${headers.upgrade} ${body}>`);
      if (url === '/held') held.put(tell);
      else if (url === '/large')
        Readable.from(Array(5).fill(Buffer.alloc(1_000_000)))
          .on('end', tell)
          .pipe(response, { end: false });
      else tell();
    });
  };

/** A server of Node's whose application answers every plain request. */
async function createApplication(framework: Framework, held: Mailbox<() => void>) {
  if (framework === 'node:https') return createHttpsServer(certificates.trusted, answer(held));
  if (framework === 'Express') {
    const app = express();
    app.use((request, response) => answer(held)(request, response));
    return createServer(app);
  }
  if (framework === 'Fastify') {
    const app = fastify({ bodyLimit: 10_000_000 });
    app.all('*', ({ method, url, headers, body }, reply) => {
      const text = `<${method} ${url} ${headers.upgrade} ${typeof body === 'string' ? body : ''}>`;
      if (url !== '/held') return reply.send(text);
      held.put(() => void reply.send(text));
      return reply;
    });
    await app.ready();
    return app.server;
  }
  return createServer(answer(held));
}

export interface Attached extends Exchanges {
  readonly server: HttpServer | HttpsServer;
  readonly port: number;
  readonly attachment: Attachment;
  readonly clock: HandClock;
  readonly outcomes: Mailbox<Outcome>;
  readonly connections: Mailbox<ServerConnection>;
  /** Requests that the application keeps waiting, to be answered by a call. */
  readonly held: Mailbox<() => void>;
  /** One more table of routes on the same server. */
  attachMore(paths: Record<string, Partial<EndpointOptions>>, options?: AttachOptions): Attachment;
  dial(options?: DialOptions): Promise<RawPeer>;
}

/** Attaches to a server of Node's, whose clock stands still; when the test is over, all is ended. */
export async function startAttached(
  paths: Record<string, Partial<EndpointOptions>> = { '/chat': {} },
  { framework = 'node:http', ...options }: AttachOptions & { readonly framework?: Framework } = {},
): Promise<Attached> {
  const clock = new HandClock();
  const outcomes = new Mailbox<Outcome>();
  const connections = new Mailbox<ServerConnection>();
  const held = new Mailbox<() => void>();
  const peers: RawPeer[] = [];
  const server = await createApplication(framework, held);
  server.keepAliveTimeout = 0;
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  const attachMore: Attached['attachMore'] = (more, its = {}) =>
    attach(
      server,
      Object.fromEntries(
        Object.entries(more).map(([path, endpoint]) => [
          path,
          { onConnection: connections.put, ...endpoint },
        ]),
      ),
      { clock, onOutcome: outcomes.put, ...its },
    );
  const attachment = attachMore(paths, options);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server.address());
  const dial: Attached['dial'] = async (how = {}) => {
    const peer = framework === 'node:https' ? await dialTls(port, how) : await RawPeer.connect(port, how);
    peers.push(peer);
    return peer;
  };
  onTestFinished(async () => {
    for (const socket of [...peers.map((peer) => peer.socket), ...sockets]) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return {
    ...{ server, port, attachment, clock, outcomes, connections, held, attachMore, dial },
    ...exchangesBy(dial),
  };
}

/**
 * Whether the Node that plays this reads the content of an upgrade apart from what comes behind. Such a request
 * stays with HTTP, and what came in one read behind it is dropped by Node.
 */
export const readsContentApart = Number.parseInt(process.versions.node, 10) >= 26;

/** What an application has answered so far, without the heads of its replies. */
export function answersIn(received: string): readonly string[] {
  return received.match(/<[^>]*>/g) ?? [];
}
