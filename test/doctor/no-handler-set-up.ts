import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attach } from 'engine.io';
import express, { type RequestHandler } from 'express';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import {
  echo,
  type Given,
  onAiohttp,
  onUvicorn,
  runProgram,
  runReference,
  runServer,
  runWs,
} from './run-server.ts';
import type { Running, SetUp } from './set-up.ts';

const page =
  '<!doctype html>\n<html lang="en">\n<title>An application</title>\n<div id="app"></div>\n</html>\n';

const greet: RequestHandler = (_request, reply) => {
  reply.send('Hello!');
};

/** Express with the files of an application, and its page for whatever is none of them. */
async function runExpressPage(given: Given): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'ws101-page-'));
  await writeFile(join(folder, 'index.html'), page);
  const application = express()
    .use(express.static(folder))
    .use((_request, reply) => reply.sendFile(join(folder, 'index.html')));
  const { end, ...running } = await runServer(createServer(application), given);
  return { ...running, end: () => end().finally(() => rm(folder, { recursive: true })) };
}

async function runFastify(answer: (app: FastifyInstance) => void, given?: Given): Promise<Running> {
  const app = fastify();
  answer(app);
  await app.ready();
  return runServer(app.server, given);
}

/** Engine.IO, where Socket.IO has it. */
export function runEngine(path: string): Promise<Running> {
  const server = createServer((_request, reply) => reply.writeHead(404).end());
  attach(server, { path: '/socket.io' }).on('connection', (socket) => {
    socket.on('message', (data: string | Buffer) => socket.send(data));
  });
  return runServer(server, { path });
}

/** Servers that have no WebSocket where it is looked for: none at all, or elsewhere. */
export const noHandlerSetUps: readonly SetUp[] = [
  {
    title: 'Express without a WebSocket',
    expected: 'server/no-handler',
    start: () => runServer(createServer(express())),
  },
  {
    title: 'Express without a WebSocket, with a page at another path',
    expected: 'server/no-handler',
    start: () =>
      runServer(createServer(express().get('/', greet)), {
        path: '/chat',
      }),
  },
  {
    title: 'Fastify without a WebSocket',
    expected: 'server/no-handler',
    start: () => runFastify(() => {}, { path: '/chat' }),
  },
  {
    title: 'node:http, whose upgrade listener leaves the socket',
    expected: 'server/no-upgrade-listener',
    start: () =>
      runServer(
        createServer((_request, reply) => reply.end('Hello, world!')).on('upgrade', () => {}),
        {
          args: ['--timeout', '1000'],
        },
      ),
  },
  {
    title: 'node:http, which answers everything by 200',
    expected: 'server/no-handler',
    start: () => runServer(createServer((_request, reply) => reply.end('Hello, world!'))),
  },
  {
    title: 'aiohttp without a route for it',
    expected: 'server/no-handler',
    ...onAiohttp('plain', { path: '/chat' }),
  },
  {
    title: 'aiohttp with a plain handler there',
    expected: 'server/no-handler',
    ...onAiohttp('plain'),
  },
  {
    title: 'uvicorn without a WebSocket library',
    expected: 'server/no-handler',
    ...onUvicorn('echo', 'none'),
  },
  {
    title: "Python's http.server",
    expected: 'server/no-handler',
    packages: ['python3'],
    start: () =>
      runProgram(['/usr/bin/python3', '-I', '-m', 'http.server', '--bind', '127.0.0.1', '{port}'], {
        path: '/chat',
      }),
  },
  {
    title: 'Express with the page of an application for every path',
    expected: 'server/spa-fallback',
    start: () => runExpressPage({ path: '/chat' }),
  },
  {
    title: 'Fastify with the page of an application for what is not found',
    expected: 'server/spa-fallback',
    start: () =>
      runFastify(
        (app) => {
          app.setNotFoundHandler((_request: FastifyRequest, reply: FastifyReply) => {
            reply.type('text/html').send(page);
          });
        },
        { path: '/chat' },
      ),
  },
  {
    title: 'ws at /ws, and not at /',
    expected: 'server/path',
    start: () => runWs({ path: '/ws' }),
  },
  {
    title: 'Express with ws at /ws, and not at /chat',
    expected: 'server/path',
    start: () => {
      const server = createServer(express());
      new WebSocketServer({ server, path: '/ws' }).on('connection', echo);
      return runServer(server, { path: '/chat' });
    },
  },
  {
    title: 'ws with a slash at the end of its path',
    expected: 'server/path',
    start: () => runWs({ path: '/feed/' }, { path: '/feed' }),
  },
  {
    title: 'the reference server at /socket, and not at /',
    expected: 'server/path',
    start: () => runReference({ paths: ['/socket'] }),
  },
  {
    title: 'aiohttp at /ws, and not at /',
    expected: 'server/path',
    ...onAiohttp('path'),
  },
  {
    title: 'aiohttp with a slash at the end of its path',
    expected: 'server/path',
    ...onAiohttp('slash', { path: '/ws' }),
  },
  {
    title: 'Engine.IO at its own path, and not at /',
    expected: 'server/engine-io',
    start: () => runEngine('/'),
  },
  {
    title: 'Engine.IO without a transport in the query',
    expected: 'server/engine-io',
    start: () => runEngine('/socket.io/'),
  },
  {
    title: 'Engine.IO with a session that it does not know',
    expected: 'server/engine-io',
    start: () => runEngine('/socket.io/?EIO=4&transport=websocket&sid=AAAAAAAAAAAAAAAAAAAA'),
  },
  {
    title: 'Engine.IO with a transport that it does not know',
    expected: 'server/engine-io',
    start: () => runEngine('/socket.io/?EIO=4&transport=carrier-pigeon'),
  },
];
