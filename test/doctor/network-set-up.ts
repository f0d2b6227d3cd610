import { lookup } from 'node:dns/promises';
import { createServer } from 'node:net';
import { findFreePort } from '../process-group.ts';
import { atPort, runProgram, runServer, runWs } from './run-server.ts';
import type { Running, SetUp } from './set-up.ts';

const nothing = () => Promise.resolve();

/** What was typed, where nothing has to listen. */
const typed =
  (url: string, ...args: readonly string[]) =>
  (): Promise<Running> =>
    Promise.resolve({ url, args, end: nothing });

/** Listens with room for no connection that nobody has taken, takes none, and fills the room: then nothing is answered. */
const fullBacklog = [
  'import signal, socket, sys',
  'server = socket.socket()',
  'server.bind(("127.0.0.1", int(sys.argv[1])))',
  'server.listen(0)',
  'signal.pause()',
].join('\n');

/** The families of the addresses that this machine has for localhost. */
const families = new Set((await lookup('localhost', { all: true })).map(({ family }) => family));

/** Whether `localhost` has addresses of both families here; where it has not, one set-up less can be had. */
export const hasBothFamilies = families.size === 2;

const oneFamily: SetUp = {
  title: 'localhost, and a server on 127.0.0.1 alone',
  expected: 'network/refused-v6',
  start: () => runWs({}, { host: 'localhost' }),
};

/** What is typed, and what becomes of it before a server has anything to say: all of it, wherever it runs. */
export const allNetworkSetUps: readonly SetUp[] = [
  {
    title: 'a port on which nobody listens',
    expected: 'network/refused',
    start: async () => atPort(await findFreePort(), {}, nothing),
  },
  oneFamily,
  {
    title: 'a name that no one has',
    expected: 'network/name-unknown',
    start: typed('ws://no-such-host.invalid/'),
  },
  {
    title: 'a port whose room for connections is taken',
    expected: 'network/unreachable',
    packages: ['python3'],
    // Who waits for it to listen takes the one place that there is.
    start: () =>
      runProgram(['/usr/bin/python3', '-I', '-c', fullBacklog, '{port}'], { args: ['--timeout', '1000'] }),
  },
  {
    title: 'a server that closes each connection at once',
    expected: 'network/closed-at-once',
    start: () => runServer(createServer((socket) => void socket.on('error', () => {}).end())),
  },
  {
    title: 'a server that resets each connection at once',
    expected: 'network/closed-at-once',
    start: () => runServer(createServer((socket) => void socket.on('error', () => {}).resetAndDestroy())),
  },
  { title: 'a URL of http', expected: 'input/scheme', start: typed('http://127.0.0.1:9/') },
  { title: 'a URL of https', expected: 'input/scheme', start: typed('https://127.0.0.1:9/chat') },
  { title: 'a URL without a scheme', expected: 'input/scheme', start: typed('127.0.0.1:9/chat') },
  { title: 'a URL with a fragment', expected: 'input/fragment', start: typed('ws://127.0.0.1:9/#top') },
  {
    title: 'a URL with user information',
    expected: 'input/userinfo',
    start: typed('ws://user:secret@127.0.0.1:9/'),
  },
  { title: 'a URL with a port that none is', expected: 'input/url', start: typed('ws://127.0.0.1:70000/') },
  {
    title: 'a subprotocol with a space in it',
    expected: 'input/subprotocol',
    start: typed('ws://127.0.0.1:9/', '--subprotocol', 'my chat'),
  },
  {
    title: 'a subprotocol that is offered twice',
    expected: 'input/subprotocol',
    start: typed('ws://127.0.0.1:9/', '--subprotocol', 'chat,chat'),
  },
  {
    title: 'ws at a port that browsers block',
    expected: 'client/port-blocked',
    // A loopback address that no other process has, so that each port of it is free.
    start: () => runWs({}, { host: `127.1.${(process.pid >> 8) & 255}.${process.pid & 255}`, port: 6666 }),
  },
  {
    title: 'ws, given a key by hand',
    expected: 'client/own-handshake-fields',
    start: () => runWs({}, { args: ['--header', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='] }),
  },
  {
    title: 'ws, given Upgrade by hand',
    expected: 'client/own-handshake-fields',
    start: () => runWs({}, { args: ['--header', 'Upgrade: websocket'] }),
  },
];

/** What of it can be had here. */
export const networkSetUps = allNetworkSetUps.filter((setUp) => setUp !== oneFamily || hasBothFamilies);
