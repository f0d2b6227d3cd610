import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { Server, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import { bind } from '../../src/bind.ts';
import { type ListenOptions, listen, toWebSocket } from '../../src/server/index.ts';
import { startPeer } from '../campaign/peer.ts';
import type { Running, SetUp } from './set-up.ts';

/** What the user gives besides: the path of the URL, its scheme, its host, and more of the command line. */
export interface Given {
  /** Default `/`. */
  readonly path?: string;
  /** Default `ws`. */
  readonly scheme?: string;
  /** As it stands in the URL. Default `127.0.0.1`. */
  readonly host?: string;
  /** One of `host`; left out, one that is free. */
  readonly port?: number;
  readonly args?: readonly string[];
}

/** What listens. */
export interface Listening extends Running {
  readonly port: number;
}

/** What is running at a port, as it is given. */
export function atPort(port: number, given: Given, end: () => Promise<void>): Listening {
  const { path = '/', scheme = 'ws', host = '127.0.0.1', args = [] } = given;
  return { url: `${scheme}://${host}:${port}${path}`, port, args, end };
}

/**
 * Has a server of this process listen on 127.0.0.1; at the end its connections are cut.
 *
 * @param address another one of this machine
 */
export async function runServer(server: Server, given: Given = {}, address?: string): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  });
  const { port } = await bind(server, given.port, given.port === undefined ? address : given.host);
  return atPort(port, given, async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    if (server.listening) await once(server, 'close');
  });
}

/** Echoes what comes, and outlives what is no frame. */
export function echo(webSocket: WebSocket): void {
  webSocket.on('error', () => {});
  webSocket.on('message', (data, binary) => webSocket.send(data, { binary }));
}

/** A server of `node:http` with `ws` on it, which echoes where nothing else is said. */
export function runWs(
  options: ServerOptions = {},
  given: Given = {},
  serve: (webSocket: WebSocket, request: IncomingMessage) => void = echo,
): Promise<Listening> {
  const server = createHttpServer(refusePlain);
  new WebSocketServer({ ...options, server }).on('connection', (webSocket, request) => {
    webSocket.on('error', () => {});
    serve(webSocket, request);
  });
  return runServer(server, given);
}

/** What `ws` itself answers to plain HTTP where it has made the server. */
export const refusePlain: RequestListener = (_request, reply) => {
  reply.writeHead(426, { 'Content-Length': 16, 'Content-Type': 'text/plain' }).end('Upgrade Required');
};

/**
 * A server of `node:http` that looks at each opening before `ws` gets it.
 *
 * @param refuse the refusal's octets; null where `ws` gets the request, which it may have changed
 */
export function runGuarded(
  refuse: (request: IncomingMessage) => string | null,
  given: Given = {},
  options: ServerOptions = {},
): Promise<Listening> {
  const webSockets = new WebSocketServer({ ...options, noServer: true }).on('connection', echo);
  const server = createHttpServer(refusePlain).on('upgrade', (request, socket: Socket, head) => {
    const refusal = refuse(request);
    if (refusal !== null) socket.on('error', () => {}).end(refusal);
    else webSockets.handleUpgrade(request, socket, head, (webSocket) => echo(webSocket));
  });
  return runServer(server, given);
}

/** The reference server, which echoes. */
export async function runReference(
  options: Omit<ListenOptions, 'onConnection'>,
  given: Given = {},
): Promise<Listening> {
  const sockets = new Set<Socket>();
  const server = await listen({
    ...options,
    onConnection(connection) {
      sockets.add(connection.socket);
      echo(toWebSocket(connection));
    },
  });
  return atPort(server.port, given, () => {
    for (const socket of sockets) socket.destroy();
    return server.close();
  });
}

/** A program that takes `{port}` among its arguments. */
export async function runProgram(command: readonly string[], given: Given = {}): Promise<Listening> {
  const [name = ''] = command;
  const { port, stop } = await startPeer({ name, command });
  return atPort(port, given, stop);
}

/** The path of a file in the folder `server` beside this. */
const pathOf = (name: string) => fileURLToPath(new URL(`server/${name}`, import.meta.url));

/** How a set-up starts, and the packages of Debian that it needs for that. */
export type Start = Pick<SetUp, 'packages' | 'start'>;

/** `server/aiohttp.py`, in one of the manners that it knows. */
export function onAiohttp(manner: string, given: Given = {}): Start {
  const command = ['/usr/bin/python3', '-I', pathOf('aiohttp.py'), '{port}', manner];
  return { packages: ['python3-aiohttp'], start: () => runProgram(command, given) };
}

/** An application of `server/asgi.py` under uvicorn, with h11. */
export function onUvicorn(
  application: string,
  library: 'none' | 'websockets' | 'wsproto',
  given: Given = {},
): Start {
  const options = ['--app-dir', pathOf(''), '--http', 'h11', '--ws', library, '--log-level', 'critical'];
  const uvicorn = ['/usr/bin/python3', '-m', 'uvicorn', ...options, '--port', '{port}'];
  const packages = library === 'none' ? [] : [`python3-${library}`];
  return {
    packages: ['python3-uvicorn', ...packages],
    start: () => runProgram([...uvicorn, `asgi:${application}`], given),
  };
}
