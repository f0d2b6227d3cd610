import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { connect, createServer } from 'node:net';
import express from 'express';
import { WebSocketServer } from 'ws';
import { bind } from '../../src/bind.ts';
import { findFreePort } from '../process-group.ts';
import { atPort, echo, type Listening, runGuarded, runServer, runWs } from './run-server.ts';

/** Starts what a proxy is put before. */
export type StartServer = () => Promise<Listening>;

/** The server of `ws` by itself, which answers whatever is no opening with 426. */
export const startWs: StartServer = () => runWs();

/** `ws` on a server that takes no HTTP/1.0, and says so. */
export const startModern: StartServer = () =>
  runGuarded(({ httpVersion }) =>
    httpVersion === '1.0'
      ? 'HTTP/1.1 505 HTTP Version Not Supported\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
      : null,
  );

/** `ws` that allows the origins alone whose host is that of the request. */
export const startOriginBound: StartServer = () =>
  runWs({
    verifyClient: ({ origin, req }, done) => {
      const isOwn = origin === undefined || origin === `http://${req.headers.host}`;
      done(isOwn, 403, 'Forbidden');
    },
  });

/** `ws` on the server of an application of Express, which answers plain requests. */
export const startWsBesideExpress: StartServer = () => {
  const application = express();
  application.get('/', (_request, response) => {
    response.type('html').send('<!doctype html><title>Chat</title><div id="app"></div>');
  });
  const server = createHttpServer(application);
  new WebSocketServer({ server, path: '/ws' }).on('connection', echo);
  return runServer(server);
};

/** One port that speaks HTTP/1.1 with `ws`, and HTTP/2 without extended CONNECT. */
export const startBothVersions: StartServer = async () => {
  const modern = createHttp2Server((_request, response) => void response.end('hello'));
  const { port: modernPort } = await bind(modern);
  const plain = await startWs();
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
  const running = await runServer(front);
  return {
    ...running,
    async end() {
      await Promise.all([running.end(), plain.end()]);
      modern.close();
    },
  };
};

/** Takes connections, reads, and says nothing. */
export const startSilence: StartServer = () => runServer(createServer((socket) => socket.resume()));

/** A port where nobody listens. */
export const startNobody: StartServer = async () => atPort(await findFreePort(), {}, async () => {});
