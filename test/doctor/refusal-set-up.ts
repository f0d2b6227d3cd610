import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { listen, toWebSocket } from '../../src/server/index.ts';
import { answerOpenings, writeReply } from './hand-written.ts';
import {
  atPort,
  echo,
  onAiohttp,
  onUvicorn,
  runGuarded,
  runReference,
  runServer,
  runWs,
} from './run-server.ts';
import type { Running, SetUp } from './set-up.ts';

const offering = (names: string) => ({ args: ['--subprotocol', names] });

const badRequest = (body: string) =>
  writeReply(
    'HTTP/1.1 400 Bad Request',
    ['Connection: close', 'Content-Type: text/html', `Content-Length: ${body.length}`],
    body,
  );

/** The reference server with room for one handshake, and somebody who has taken it. */
async function runFull(): Promise<Running> {
  const server = await listen({
    limits: { pending: 1 },
    deadline: 600_000,
    onConnection: (connection) => echo(toWebSocket(connection)),
  });
  const holder = connect(server.port, '127.0.0.1');
  await once(holder, 'connect');
  while (server.pending === 0) await setImmediate();
  return atPort(server.port, {}, async () => {
    holder.destroy();
    await server.close();
  });
}

/** Servers that handle openings, and refuse this one. */
export const refusalSetUps: readonly SetUp[] = [
  {
    title: 'the reference server, which wants graphql-transport-ws',
    expected: 'server/subprotocol-required',
    start: () => runReference({ subprotocols: ['graphql-transport-ws'], subprotocolRequired: true }),
  },
  {
    title: 'the reference server, which speaks mqtt alone',
    expected: 'server/subprotocol-required',
    start: () => runReference({ subprotocols: ['mqtt'] }),
  },
  {
    title: 'ws, which opens, and closes by 4406 without a subprotocol, as graphql-ws does',
    expected: 'server/subprotocol-required',
    start: () =>
      runWs({}, {}, (webSocket) => {
        if (webSocket.protocol !== 'graphql-transport-ws')
          webSocket.close(4406, 'Subprotocol not acceptable');
        else echo(webSocket);
      }),
  },
  {
    title: 'the reference server, offered a subprotocol that it does not support',
    expected: 'server/subprotocol-refused',
    start: () =>
      runReference({ subprotocols: ['superchat'], subprotocolMismatch: 'refuse' }, offering('chat')),
  },
  {
    title: 'a server of version 8, which answers 426',
    expected: 'server/version',
    start: () =>
      runGuarded(({ headers }) =>
        headers['sec-websocket-version'] === '8'
          ? null
          : writeReply('HTTP/1.1 426 Upgrade Required', [
              'Upgrade: websocket',
              'Connection: Upgrade',
              'Sec-WebSocket-Version: 8',
              'Content-Length: 0',
            ]),
      ),
  },
  {
    title: 'a server of version 8, which answers 400',
    expected: 'server/version',
    start: () =>
      runGuarded(({ headers }) =>
        headers['sec-websocket-version'] === '8'
          ? null
          : writeReply('HTTP/1.1 400 Bad Request', [
              'Connection: close',
              'Sec-WebSocket-Version: 8, 7',
              'Content-Length: 0',
            ]),
      ),
  },
  {
    title: 'ws behind what takes the version out of the request',
    expected: 'server/version',
    start: () =>
      runGuarded(({ headers }) => {
        delete headers['sec-websocket-version'];
        return null;
      }),
  },
  {
    title: 'ws behind what takes the key out of the request',
    expected: 'server/key',
    start: () =>
      runGuarded(({ headers }) => {
        delete headers['sec-websocket-key'];
        return null;
      }),
  },
  {
    title: 'ws behind what sends the key twice',
    expected: 'server/key',
    start: () =>
      runGuarded(({ headers }) => {
        headers['sec-websocket-key'] = `${headers['sec-websocket-key']}, ${headers['sec-websocket-key']}`;
        return null;
      }),
  },
  {
    title: 'a server that compares Connection with "Upgrade"',
    expected: 'server/token-list',
    start: () =>
      runGuarded(({ headers }) => (headers.connection === 'Upgrade' ? null : badRequest('Not a WebSocket'))),
  },
  {
    title: 'a server that compares Connection with "Upgrade", asked as Firefox asks',
    expected: 'server/token-list',
    start: () =>
      runGuarded(({ headers }) => (headers.connection === 'Upgrade' ? null : badRequest('Not a WebSocket')), {
        args: ['--as', 'firefox'],
      }),
  },
  {
    title: 'a server that refuses the offer of permessage-deflate by 400',
    expected: 'server/deflate-offer-refused',
    start: () =>
      runGuarded(
        ({ headers }) =>
          headers['sec-websocket-extensions'] === undefined ? null : badRequest('Unsupported extensions'),
        { args: ['--deflate'] },
      ),
  },
  {
    title: 'a server that fails on the offer of permessage-deflate',
    expected: 'server/deflate-offer-refused',
    start: () =>
      runGuarded(
        ({ headers }) =>
          headers['sec-websocket-extensions'] === undefined
            ? null
            : writeReply('HTTP/1.1 500 Internal Server Error', ['Connection: close', 'Content-Length: 0']),
        { args: ['--deflate'] },
      ),
  },
  {
    title: 'the reference server, whose room for handshakes is taken',
    expected: 'server/overloaded',
    start: runFull,
  },
  {
    title: 'ws with room for one client',
    expected: 'server/overloaded',
    start: () => {
      let open = 0;
      return runWs({ verifyClient: (_info, done) => done(open === 0, 503) }, {}, (webSocket) => {
        echo(webSocket);
        open += 1;
        webSocket.once('close', () => {
          open -= 1;
        });
      });
    },
  },
  {
    title: 'the reference server, whose application throws',
    expected: 'server/error',
    start: () => runReference({ authorize: () => Promise.reject(new Error('no database')) }),
  },
  {
    title: 'aiohttp, whose handler raises',
    expected: 'server/error',
    ...onAiohttp('fail'),
  },
  {
    title: 'uvicorn, whose application raises',
    expected: 'server/error',
    ...onUvicorn('failing', 'websockets'),
  },
  {
    title: 'node:http with a field that is too long for it',
    expected: 'server/limits',
    start: () => runWs({}, { args: ['--header', `X-Token: ${'a'.repeat(20_000)}`] }),
  },
  {
    title: 'the reference server with a target that is too long for it',
    expected: 'server/limits',
    start: () => runReference({}, { path: `/?token=${'a'.repeat(9_000)}` }),
  },
  {
    title: 'aiohttp with a field that is too long for it',
    expected: 'server/limits',
    ...onAiohttp('echo', { args: ['--header', `X-Token: ${'a'.repeat(20_000)}`] }),
  },
  {
    title: 'node:http, whose listener destroys what is not for it',
    expected: 'server/closed-without-reply',
    start: () =>
      runServer(
        createServer((_request, reply) => reply.end('Hello!')).on('upgrade', (_request, socket: Socket) =>
          socket.destroy(),
        ),
      ),
  },
  {
    title: 'a server that answers 200 with the right accept value',
    expected: 'server/status',
    start: () =>
      runServer(
        answerOpenings(({ accept }, socket) => {
          const lines = ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`];
          socket.write(writeReply('HTTP/1.1 200 OK', lines));
        }),
      ),
  },
];
