import type { ClauseId } from '../../models/clauses.ts';
import { connect } from '../client/connect.ts';
import { HandshakeError } from '../client/handshake-error.ts';
import { fieldValues } from '../wire/index.ts';
import { endpoint, lenient, startBench } from './bench.ts';
import { turns } from './event-loop.ts';
import { RawPeer } from './exchange.ts';
import { HandClock } from './hand-clock.ts';
import { type Case, type Observation, observe } from './observation.ts';
import { type ScriptedConnection, startScripted } from './scripted-server.ts';

const accepted = (accept: string, more = '') =>
  `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${more}\r\n`;

const habit = (clause: ClauseId, title: string, play: () => Promise<readonly Observation[]>): Case => ({
  clause,
  title,
  play: async () => ({ observations: await play() }),
});

/** What no single reply or request shows: habits of the client and of the server over several of them. */
export function habitCases(): readonly Case[] {
  return [
    habit('rfc6455/4.1/key-fresh', 'ten handshakes have ten keys', playKeys),
    habit('rfc6455/4.1/one-connecting', 'the second handshake waits until the first is open', playTurns),
    habit('rfc6455/4.1/redirect-not-followed', 'a redirect is reported', playRedirect),
    habit('rfc6455/4.1/cookies-exposed', 'cookies of the 101 are handed on', playCookies),
    habit('rfc6455/3/resource-name', 'path and query as they stand in the URI', playResourceNames),
    habit('rfc6455/4.2.2/resource-from-request', 'the path decides what is served', playPaths),
    habit(
      'rfc9112/9.6/close-after-close-option',
      'a request behind a refused one is not served',
      playPipelined,
    ),
    habit('rfc6455/7.1.7/server-closed-on-failure', 'a refused peer that stays is cut off', playLingering),
    habit('rfc6455/4.2.2/data-after-reply', 'octets sent with the handshake are frames', playEarlyData),
  ];
}

/** Runs the client against a script and gives what the script was shown. */
async function withScript<T>(
  script: (connection: ScriptedConnection) => void,
  play: (url: string, seen: readonly ScriptedConnection[]) => Promise<T>,
): Promise<T> {
  const seen: ScriptedConnection[] = [];
  const server = await startScripted((connection) => {
    seen.push(connection);
    script(connection);
  });
  try {
    return await play(server.url, seen);
  } finally {
    await server.close();
  }
}

const accept = ({ socket, accept: value }: ScriptedConnection) => socket.write(accepted(value));

async function open(url: string): Promise<void> {
  const { socket } = await connect(url);
  socket.destroy();
}

function playKeys() {
  return withScript(accept, async (url, seen) => {
    for (let count = 0; count < 10; count += 1) await open(url);
    const keys = seen.map(({ request }) => fieldValues(request.fields, 'sec-websocket-key')[0]);
    return [
      observe('rfc6455/4.1/key-fresh', 10, new Set(keys).size),
      // Random octets: no position has the same value in all ten, but once in 256 to the power of 9.
      observe('rfc6455/4.1/key-random', false, hasConstantOctet(keys)),
    ];
  });
}

function hasConstantOctet(keys: readonly (string | undefined)[]): boolean {
  const decoded = keys.map((key) => Buffer.from(key ?? '', 'base64'));
  return Array.from({ length: 16 }, (_, at) => new Set(decoded.map((octets) => octets[at])).size).includes(1);
}

function playTurns() {
  const waiting: ScriptedConnection[] = [];
  return withScript(
    (connection) => waiting.push(connection),
    async (url) => {
      const counts: number[] = [];
      const first = connect(url);
      const others = [connect(url), connect(url)];
      for (const handshake of [first, ...others]) {
        while (waiting.length === 0) await turns(1);
        // Those that did not wait would have come by then.
        await turns(50);
        counts.push(waiting.length);
        for (const connection of waiting.splice(0)) accept(connection);
        (await handshake).socket.destroy();
      }
      return [observe('rfc6455/4.1/one-connecting', [1, 1, 1], counts)];
    },
  );
}

function playRedirect() {
  return withScript(
    ({ socket }) => socket.end('HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n'),
    async (url, seen) => {
      const error: unknown = await connect(url).catch((cause: unknown) => cause);
      const { status, headers } = error instanceof HandshakeError ? error : { status: null, headers: [] };
      const location = headers.find(([name]) => name === 'Location')?.[1];
      const expected = { status: 302, location: '/other', connections: 1 };
      return [
        observe('rfc6455/4.1/redirect-not-followed', expected, {
          status,
          location,
          connections: seen.length,
        }),
      ];
    },
  );
}

function playCookies() {
  return withScript(
    ({ socket, accept: value }) =>
      socket.write(accepted(value, 'Set-Cookie: a=1; Path=/\r\nset-cookie: b=2\r\n')),
    async (url) => {
      const { socket, cookies } = await connect(url);
      socket.destroy();
      return [observe('rfc6455/4.1/cookies-exposed', ['a=1; Path=/', 'b=2'], cookies)];
    },
  );
}

function playResourceNames() {
  return withScript(accept, async (url, seen) => {
    for (const resource of ['', '/', '/chat', '?a=b', '/chat?a=b?c', '/%23?%23', '/ä'])
      await open(url + resource);
    const targets = seen.map(({ request }) => request.target);
    const expected = ['/', '/', '/chat', '/?a=b', '/chat?a=b?c', '/%23?%23', '/%C3%A4'];
    return [
      observe('rfc6455/3/resource-name', expected.slice(0, 5), targets.slice(0, 5)),
      observe('rfc6455/3/hash-escaped', expected[5], targets[5]),
      observe('rfc6455/11.1.1/percent-encoded', expected[6], targets[6]),
    ];
  });
}

async function withBench<T>(play: (port: number) => Promise<T>): Promise<T> {
  const bench = await startBench(lenient);
  try {
    return await play(bench.port);
  } finally {
    await bench.close();
  }
}

const valid = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n${more}\r\n`;

async function exchange(port: number, text: string) {
  const peer = await RawPeer.open(port, new AbortController().signal);
  await peer.send(Buffer.from(text, 'latin1'));
  const exchanged = await peer.receive();
  return { peer, exchanged };
}

function playPaths() {
  return withBench(async (port) => {
    const statuses: (number | undefined)[] = [];
    for (const path of [endpoint.path, `${endpoint.path}?a`, '/other', `http://b${endpoint.path}`]) {
      const { peer, exchanged } = await exchange(port, valid(path));
      peer.socket.destroy();
      statuses.push(exchanged.reply?.status);
    }
    return [observe('rfc6455/4.2.2/resource-from-request', [101, 101, 404, 101], statuses)];
  });
}

function playPipelined() {
  return withBench(async (port) => {
    const { peer, exchanged } = await exchange(port, valid('/other') + valid(endpoint.path));
    peer.socket.destroy();
    const replies = Buffer.from(exchanged.octets)
      .toString('latin1')
      .match(/HTTP\/1\.1 \d{3}/g);
    return [observe('rfc9112/9.6/close-after-close-option', ['HTTP/1.1 404'], replies)];
  });
}

async function playLingering() {
  const clock = new HandClock();
  const bench = await startBench(lenient, { clock });
  try {
    const { peer } = await exchange(bench.port, valid('/other'));
    await clock.runs(1);
    clock.advance(2_000);
    // Only what is written tells a peer that its connection is gone.
    while (!peer.socket.destroyed) {
      peer.socket.write('x');
      await turns(1);
    }
    return [observe('rfc6455/7.1.7/server-closed-on-failure', 0, clock.waiting)];
  } finally {
    await bench.close();
  }
}

function playEarlyData() {
  return withBench(async (port) => {
    const ping = '\x89\x80\x01\x02\x03\x04';
    const { peer, exchanged } = await exchange(port, valid(endpoint.path) + ping);
    await peer.until((octets) => octets.length >= exchanged.octets.length - exchanged.rest.length + 2);
    const frames = [...peer.octets.subarray(exchanged.octets.length - exchanged.rest.length)];
    peer.socket.destroy();
    return [observe('rfc6455/4.2.2/data-after-reply', [0x8a, 0x00], frames)];
  });
}
