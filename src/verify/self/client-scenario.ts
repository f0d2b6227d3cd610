import { connect } from '../../client/connect.ts';
import { HandshakeError } from '../../client/handshake-error.ts';
import { fieldValues } from '../../wire/index.ts';
import { observe } from '../judge/observation.ts';
import { turns } from '../peer/event-loop.ts';
import { startScripted } from '../peer/scripted-server.ts';
import type { ServedConnection } from '../peer/served-connection.ts';
import { type Scenario, scenario } from '../run/scenario.ts';

const accepted = (accept: string, more = '') =>
  `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${more}\r\n`;

/** What no single request shows: what the client does over several handshakes. */
export function clientScenarios(): readonly Scenario[] {
  return [
    scenario('rfc6455/4.1/key-fresh', 'ten handshakes have ten keys', playKeys),
    scenario('rfc6455/4.1/one-connecting', 'the second handshake waits until the first is open', playTurns),
    scenario('rfc6455/4.1/redirect-not-followed', 'a redirect is reported', playRedirect),
    scenario('rfc6455/4.1/cookies-exposed', 'cookies of the 101 are handed on', playCookies),
    scenario('rfc6455/3/resource-name', 'path and query as they stand in the URI', playResourceNames),
  ];
}

/** Runs the client against a script, and keeps the connections that the script was given. */
async function withScript<T>(
  script: (connection: ServedConnection) => void,
  play: (url: string, seen: readonly ServedConnection[]) => Promise<T>,
): Promise<T> {
  const seen: ServedConnection[] = [];
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

const accept = ({ socket, accept: value }: ServedConnection) => socket.write(accepted(value));

async function open(url: string): Promise<void> {
  const { socket } = await connect(url);
  socket.destroy();
}

function playKeys() {
  return withScript(accept, async (url, seen) => {
    for (let count = 0; count < 10; count += 1) await open(url);
    const keys = seen.map(({ request }) => fieldValues(request?.fields ?? [], 'sec-websocket-key')[0]);
    return [
      observe('rfc6455/4.1/key-fresh', 10, new Set(keys).size),
      // In random keys a position has the same value in all ten only once in 256 to the power of 9.
      observe('rfc6455/4.1/key-random', false, hasConstantOctet(keys)),
    ];
  });
}

function hasConstantOctet(keys: readonly (string | undefined)[]): boolean {
  const decoded = keys.map((key) => Buffer.from(key ?? '', 'base64'));
  return Array.from({ length: 16 }, (_, at) => new Set(decoded.map((octets) => octets[at])).size).includes(1);
}

function playTurns(signal: AbortSignal) {
  const waiting: ServedConnection[] = [];
  return withScript(
    (connection) => waiting.push(connection),
    async (url) => {
      const counts: number[] = [];
      const first = connect(url);
      const others = [connect(url), connect(url)];
      for (const handshake of [first, ...others]) {
        while (waiting.length === 0) await turns(1, signal);
        // A connection that does not wait its turn would have come by then.
        await turns(50, signal);
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
    const targets = seen.map(({ request }) => request?.target);
    const expected = ['/', '/', '/chat', '/?a=b', '/chat?a=b?c', '/%23?%23', '/%C3%A4'];
    return [
      observe('rfc6455/3/resource-name', expected.slice(0, 5), targets.slice(0, 5)),
      observe('rfc6455/3/hash-escaped', expected[5], targets[5]),
      observe('rfc6455/11.1.1/percent-encoded', expected[6], targets[6]),
    ];
  });
}
