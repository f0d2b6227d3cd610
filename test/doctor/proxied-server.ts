import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { connect, createServer, type Server, type Socket } from 'node:net';
import express from 'express';
import { type ServerOptions, WebSocketServer } from 'ws';
import { bind } from '../../src/bind.ts';
import { toWebSocket } from '../../src/frames/to-web-socket.ts';
import { listen } from '../../src/server/index.ts';
import { findFreePort } from '../process-group.ts';
import { portOf } from '../raw-peer.ts';

/** What a proxy is put before. */
export interface ProxiedServer {
  readonly port: number;
  end(): Promise<void>;
}

export type StartServer = () => Promise<ProxiedServer>;

/** Ends whatever is open there, too: a proxy keeps connections. */
function run(server: Server, port: number): ProxiedServer {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy()));
  });
  const end = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  return { port, end };
}

/** Answers each message with the same. */
function echo(server: WebSocketServer): void {
  server.on('connection', (webSocket) => {
    webSocket.on('message', (data, isBinary) => webSocket.send(data, { binary: isBinary }));
    webSocket.on('error', () => webSocket.terminate());
  });
}

/** The server of `ws` by itself, which answers whatever is no opening with 426. */
export const startWs =
  (options: ServerOptions = {}): StartServer =>
  async () => {
    const server = new WebSocketServer({ ...options, port: 0, host: '127.0.0.1' });
    echo(server);
    await once(server, 'listening');
    const end = async () => {
      for (const webSocket of server.clients) webSocket.terminate();
      await new Promise((resolve) => server.close(resolve));
    };
    return { port: portOf(server.address()), end };
  };

/** `ws` on a server that takes no HTTP/1.0, and says so. */
export const startModern: StartServer = async () => {
  const server = createHttpServer((_request, response) => response.writeHead(426).end('Upgrade Required'));
  const sockets = new WebSocketServer({ noServer: true });
  echo(sockets);
  server.on('upgrade', (request, socket, head) => {
    if (request.httpVersion !== '1.0')
      return sockets.handleUpgrade(request, socket, head, (webSocket) =>
        sockets.emit('connection', webSocket),
      );
    socket.end('HTTP/1.1 505 HTTP Version Not Supported\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  const { port } = await bind(server);
  return run(server, port);
};

/** `ws` that allows the origins alone whose host is that of the request. */
export const startOriginBound = startWs({
  verifyClient: ({ origin, req }, done) => {
    const isOwn = origin === undefined || origin === `http://${req.headers.host}`;
    done(isOwn, 403, 'Forbidden');
  },
});

/** `ws` on the server of an application of Express, which answers plain requests. */
export const startWsBesideExpress: StartServer = async () => {
  const application = express();
  application.get('/', (_request, response) => {
    response.type('html').send('<!doctype html><title>Chat</title><div id="app"></div>');
  });
  const http = createHttpServer(application);
  echo(new WebSocketServer({ server: http, path: '/ws' }));
  return run(http, (await bind(http)).port);
};

/** One port that speaks HTTP/1.1 with `ws`, and HTTP/2 without extended CONNECT. */
export const startBothVersions: StartServer = async () => {
  const modern = createHttp2Server((_request, response) => void response.end('hello'));
  const { port: modernPort } = await bind(modern);
  const plain = await startWs()();
  const front = createServer((socket) => {
    socket.once('data', (data) => {
      const isModern = data.toString('latin1').startsWith('PRI ');
      const behind = connect(isModern ? modernPort : plain.port, '127.0.0.1');
      behind.on('error', () => socket.destroy());
      behind.write(data);
      socket.on('error', () => behind.destroy());
      socket.pipe(behind).pipe(socket);
    });
  });
  const { port, end } = run(front, (await bind(front)).port);
  return {
    port,
    async end() {
      await Promise.all([end(), plain.end()]);
      modern.close();
    },
  };
};

/** An application of Express, and no WebSocket. */
export const startExpress: StartServer = async () => {
  const http = createHttpServer(express());
  return run(http, (await bind(http)).port);
};

/** This project's server, which refuses HTTP/1.0. */
export const startReference: StartServer = async () => {
  const server = await listen({
    onConnection(connection) {
      const webSocket = toWebSocket(connection);
      webSocket.on('message', (data, isBinary) => webSocket.send(data, { binary: isBinary }));
    },
  });
  return { port: Number(new URL(server.url).port), end: () => server.close() };
};

/** Takes connections, reads, and says nothing. */
export const startSilence: StartServer = async () => {
  const server = createServer((socket) => socket.resume());
  return run(server, (await bind(server)).port);
};

/** A port where nobody listens. */
export const startNobody: StartServer = async () => ({ port: await findFreePort(), end: async () => {} });
