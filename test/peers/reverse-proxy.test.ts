import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import {
  connect,
  HandshakeError,
  type HandshakeOptions,
  keepOpen,
  toWebSocket,
} from '../../src/client/index.ts';
import { diagnoseFailure } from '../../src/diagnosis/index.ts';
import { observeFailure } from '../../src/doctor/failed.ts';
import { listen, type ServerConnection } from '../../src/server/index.ts';
import { hashes } from '../../src/sha1.ts';
import { Mailbox } from '../mailbox.ts';
import { describeWith } from '../system.ts';
import { type ReverseProxy, type ReverseProxyName, startReverseProxy } from './reverse-proxy.ts';

const page = readFileSync('docs/how-to/reverse-proxy.md', 'utf8');

/** The configuration on the page. */
function configOf(language: string): string {
  const [, text = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page) ?? [];
  return text;
}

const nginx = configOf('nginx');
const haproxy = configOf('haproxy');
const apache = configOf('apache');
const caddy = configOf('caddyfile');

interface Case {
  readonly program: ReverseProxyName;
  readonly title: string;
  readonly config: string;
  /** The status of the proxy when nobody listens behind it. */
  readonly unreachable: number;
  /** Configurations that strip what an upgrade needs, with the guard that holds at the server. */
  readonly faults: readonly (readonly [title: string, config: string, guard: string])[];
  /** A configuration that ends a connection after a second without an octet; null where that is no setting of it. */
  readonly idle: string | null;
}

const proxies: readonly Case[] = [
  {
    program: 'nginx',
    title: 'nginx',
    config: nginx,
    unreachable: 502,
    faults: [
      [
        'Upgrade and Connection not set',
        nginx.replaceAll(/^.*(Upgrade|Connection) \$.*\n/gm, ''),
        'upgradeIsAbsent',
      ],
      ['HTTP/1.0 to the backend', nginx.replace(/^.*proxy_http_version.*\n/m, ''), 'httpVersionIs10'],
    ],
    idle: nginx.replace('read_timeout 120s', 'read_timeout 1s'),
  },
  {
    program: 'haproxy',
    title: 'HAProxy',
    config: haproxy,
    unreachable: 503,
    faults: [
      [
        'a rule that deletes Upgrade',
        haproxy.replace('http-request ', 'http-request del-header Upgrade\n  http-request '),
        'upgradeIsAbsent',
      ],
    ],
    idle: haproxy.replace('tunnel 120s', 'tunnel 1s'),
  },
  {
    program: 'apache2',
    title: 'Apache',
    config: apache,
    unreachable: 503,
    faults: [['no upgrade=websocket', apache.replace(' upgrade=websocket', ''), 'upgradeIsAbsent']],
    idle: apache.replace('ProxyTimeout 120', 'Timeout 1\n  ProxyTimeout 1'),
  },
  {
    program: 'apache2',
    title: 'Apache as it was configured before 2.4.47',
    config: apache.replace('http://127.0.0.1:8080/ upgrade=websocket', 'ws://127.0.0.1:8080/'),
    unreachable: 503,
    faults: [],
    idle: null,
  },
  {
    program: 'caddy',
    title: 'Caddy',
    config: caddy,
    unreachable: 502,
    faults: [
      [
        'a rule that deletes Upgrade',
        caddy.replace('8080\n', '8080 {\n    header_up -Upgrade\n  }\n'),
        'upgradeIsAbsent',
      ],
    ],
    idle: null,
  },
];

interface Accepted {
  readonly connection: ServerConnection;
  readonly webSocket: WebSocket;
}

let accepted: Mailbox<Accepted>;
/** The guards of openings that were refused. */
let refusals: Mailbox<string | null>;
const started: { end(): Promise<void> }[] = [];
let backend = 0;

beforeAll(async () => {
  const server = await listen({
    subprotocols: ['chat'],
    permessageDeflate: true,
    origins: ['https://example.com'],
    onConnection(connection) {
      const webSocket = toWebSocket(connection);
      webSocket.on('message', (data, isBinary) => webSocket.send(data, { binary: isBinary }));
      accepted.put({ connection, webSocket });
    },
    onOutcome: ({ type, guard }) => {
      if (type === 'refused') refusals.put(guard);
    },
  });
  backend = Number(new URL(server.url).port);
  started.push({ end: () => server.close() });
});

beforeEach(() => {
  accepted = new Mailbox();
  refusals = new Mailbox();
});

afterAll(async () => {
  for (const each of started.reverse()) await each.end();
});

/** Opens a connection, and gives both ends of it. */
async function open(url: string, options: HandshakeOptions = {}) {
  const connection = await connect(url, options);
  const webSocket = toWebSocket(connection);
  const server = await accepted.take();
  return { connection, webSocket, server };
}

async function failureOf(url: string, options: HandshakeOptions = {}): Promise<HandshakeError> {
  const failure: unknown = await connect(url, options).catch((error) => error);
  if (failure instanceof HandshakeError) return failure;
  throw new TypeError('the connection was expected to fail');
}

/** How many pongs come, up to a number, before the connection is closed. */
function countPongs(webSocket: WebSocket, upTo: number): Promise<number> {
  let count = 0;
  return new Promise((resolve) => {
    webSocket.on('pong', () => {
      count += 1;
      if (count === upTo) resolve(count);
    });
    webSocket.once('close', () => resolve(count));
  });
}

const valuesOf = ({ connection }: Accepted, name: string) =>
  connection.request.fields.filter((field) => field.name.toLowerCase() === name).map(({ value }) => value);

for (const { program, title, config, unreachable, faults, idle } of proxies) {
  describeWith(program, `through ${title}`, () => {
    let url = '';
    const start = async (text: string, port = backend): Promise<ReverseProxy> => {
      const proxy = await startReverseProxy(program, text, port);
      started.push(proxy);
      return proxy;
    };

    beforeAll(async () => {
      url = (await start(config)).url;
    });

    test('a subprotocol and permessage-deflate are agreed to, and messages cross in both directions', async () => {
      const options = { subprotocols: ['superchat', 'chat'], permessageDeflate: true };
      const { connection, webSocket, server } = await open(`${url}/room?id=1`, options);
      expect(connection.subprotocol).toBe('chat');
      expect(connection.deflate).toEqual(server.connection.deflate);
      expect(server.connection.request.target).toBe('/room?id=1');
      const long = 'grüße '.repeat(100_000);
      webSocket.send(long);
      expect(String((await once(webSocket, 'message'))[0])).toBe(long);
      webSocket.close(1000);
      expect((await once(webSocket, 'close'))[0]).toBe(1000);
    });

    test('a ping reaches the other end, and its pong comes back', async () => {
      const { webSocket, server } = await open(url);
      const heard = once(server.webSocket, 'ping');
      webSocket.ping('there?');
      expect([String((await heard)[0]), String((await once(webSocket, 'pong'))[0])]).toEqual([
        'there?',
        'there?',
      ]);
      server.webSocket.ping('and there?');
      expect(String((await once(server.webSocket, 'pong'))[0])).toBe('and there?');
      webSocket.terminate();
    });

    test('Host and Origin are those of the client, X-Forwarded-For is that of the proxy alone', async () => {
      const { webSocket, server } = await open(url, {
        origin: 'https://example.com',
        headers: [['X-Forwarded-For', '192.0.2.1']],
      });
      expect(valuesOf(server, 'host')).toEqual([new URL(url).host]);
      expect(valuesOf(server, 'origin')).toEqual(['https://example.com']);
      expect(valuesOf(server, 'x-forwarded-for')).toEqual(['127.0.0.1']);
      webSocket.terminate();
    });

    test('a refusal of the server is the one that arrives', async () => {
      expect(await failureOf(url, { origin: 'https://evil.example' })).toMatchObject({
        status: 403,
        reason: 'Forbidden',
        body: new TextEncoder().encode('403 Forbidden\n'),
      });
      expect(await refusals.take()).toBe('originIsForeign');
    });

    test('nobody behind it', async () => {
      const proxy = await start(config, 1);
      expect(await failureOf(proxy.url)).toMatchObject({ status: unreachable, guard: 'statusIsNot101' });
    });

    test.each(faults)('%s: the connection does not open, and the hint is right', async (_, text, guard) => {
      const proxy = await start(text);
      const failure = await failureOf(proxy.url);
      expect(failure).toMatchObject({ status: 426, clause: 'rfc6455/4.1/status-101', state: 'failed' });
      const asked = { uri: null, origin: null, subprotocols: [], isCredentialSent: false };
      const [diagnosis] = diagnoseFailure(observeFailure(failure, asked), hashes);
      expect(diagnosis?.id).toBe('hop/upgrade-stripped');
      expect(await refusals.take()).toBe(guard);
    });

    if (idle === null) return;

    describe('with an idle timeout of a second', () => {
      let latecomers = '';
      beforeAll(async () => {
        latecomers = (await start(idle)).url;
      });

      test('a connection without an octet is ended', async () => {
        const { webSocket } = await open(latecomers);
        expect((await once(webSocket, 'close'))[0]).toBe(1006);
      });

      test('pings of the client keep it open', async () => {
        const { webSocket } = await open(latecomers);
        keepOpen(webSocket, { pingInterval: 400 });
        expect(await countPongs(webSocket, 4)).toBe(4);
        webSocket.terminate();
      });

      test('pings of the server keep it open', async () => {
        const { webSocket, server } = await open(latecomers);
        keepOpen(server.webSocket, { pingInterval: 400 });
        expect(await countPongs(server.webSocket, 4)).toBe(4);
        webSocket.terminate();
      });
    });
  });
}
