import { once } from 'node:events';
import { connect } from '../../client/connect.ts';
import { HandshakeError } from '../../client/handshake-error.ts';
import type { HandshakeOptions } from '../../client/option.ts';
import { toWebSocket } from '../../frames/to-web-socket.ts';
import { encodeLatin1, fieldValues, parseRequest } from '../../wire/index.ts';
import { type Observation, observe } from '../judge/observation.ts';
import { startRecordingHop } from '../peer/recording-hop.ts';
import { type Scenario, scenario } from '../run/scenario.ts';
import { endpoint, startSetUp } from './set-up.ts';

/** Handshakes through a proxy: CONNECT first, and then the opening, as without a proxy. */
export function tunnelScenarios(): readonly Scenario[] {
  return [
    scenario('rfc6455/4.1/proxy-tunnel', 'ws through a proxy', () => playTunnel('ws')),
    scenario('rfc9110/9.3.6/tunnel-formed', 'wss through a proxy', () => playTunnel('wss')),
    scenario('rfc9110/9.3.6/tunnel-refused', "a proxy's refusal and a server's", playRefusals),
    scenario('rfc9110/9.3.6/length-ignored', 'a 2xx that announces content', playLength),
    scenario('rfc6455/4.1/unknown-address', 'two names behind one proxy', playNames),
  ];
}

interface Proxy {
  readonly url: string;
  /** What each CONNECT has named: its target, Host and Proxy-Authorization. */
  readonly asked: readonly (readonly string[])[];
  close(): Promise<void>;
}

/** A proxy that connects every tunnel to one port, whatever name is asked for, or answers as its options say. */
async function startProxy(to: number, answer = 'HTTP/1.1 200 OK\r\n\r\n'): Promise<Proxy> {
  const hop = await startRecordingHop({ to, answer: () => answer });
  return {
    url: `http://user:pass%20word@127.0.0.1:${hop.port}`,
    get asked() {
      return hop.connections.flatMap(({ asked }) => (asked === null ? [] : [readAsked(asked)]));
    },
    close: () => hop.close(),
  };
}

function readAsked(head: string): readonly string[] {
  const read = parseRequest(encodeLatin1(head));
  if (!read.ok) return [];
  const { target, fields } = read.value;
  return [target, ...['host', 'proxy-authorization'].map((name) => fieldValues(fields, name).join())];
}

async function playTunnel(scheme: 'ws' | 'wss'): Promise<readonly Observation[]> {
  const setUp = await startSetUp(scheme === 'wss' ? { on: 'tls' } : {});
  const proxy = await startProxy(setUp.port);
  try {
    const connection = await connect(`${scheme}://localhost${endpoint.path}`, {
      proxy: proxy.url,
      ...(setUp.authority === null ? {} : { tls: { ca: setUp.authority } }),
    });
    const webSocket = toWebSocket(connection);
    const echoed = once(webSocket, 'message');
    webSocket.send('hello');
    const [data] = await echoed;
    webSocket.terminate();
    const target = `localhost:${scheme === 'wss' ? 443 : 80}`;
    const basic = `Basic ${Buffer.from('user:pass word').toString('base64')}`;
    const [seen = []] = proxy.asked;
    return [
      observe('rfc6455/4.1/proxy-tunnel', [target, 'hello'], [seen[0], String(data)]),
      observe('rfc9112/3.2.3/connect-target', target, seen[0]),
      observe('rfc9110/11.7.2/proxy-authorization', basic, seen[2]),
      observe('rfc9110/9.3.6/tunnel-formed', 'hello', String(data)),
      ...(scheme === 'wss'
        ? [
            observe(
              'service/7/connect-for-wss',
              [target],
              proxy.asked.map(([at]) => at),
            ),
          ]
        : []),
    ];
  } finally {
    await proxy.close();
    await setUp.close();
  }
}

async function playRefusals(): Promise<readonly Observation[]> {
  const setUp = await startSetUp();
  const authenticating = await startProxy(
    setUp.port,
    'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="a"\r\nContent-Length: 0\r\n\r\n',
  );
  const failing = await startProxy(setUp.port, 'HTTP/1.1 403 Forbidden\r\nContent-Length: 3\r\n\r\nno\n');
  const passing = await startProxy(setUp.port);
  try {
    const seen = await Promise.all(
      [authenticating, failing, passing].map(({ url }) => fail('ws://localhost/other', { proxy: url })),
    );
    return [
      observe('rfc9110/15.5.8/proxy-authentication', ['proxy', 407, 'statusIs407'], seen[0]),
      observe('rfc9110/9.3.6/tunnel-refused', ['proxy', 403, 'statusIsNot2xx'], seen[1]),
      observe('rfc9110/9.3.6/tunnel-refused', ['upgrade', 404, 'statusIsNot101'], seen[2]),
    ];
  } finally {
    for (const part of [authenticating, failing, passing]) await part.close();
    await setUp.close();
  }
}

async function fail(url: string, options: HandshakeOptions) {
  const error = await connect(url, options).catch((failure: unknown) => failure);
  return error instanceof HandshakeError ? [error.phase, error.status, error.guard] : 'no failure';
}

async function playLength(): Promise<readonly Observation[]> {
  const setUp = await startSetUp();
  const proxy = await startProxy(setUp.port, 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n');
  try {
    const connection = await connect(`ws://localhost${endpoint.path}`, { proxy: proxy.url });
    connection.socket.destroy();
    return [observe('rfc9110/9.3.6/length-ignored', 101, connection.reply.status)];
  } finally {
    await proxy.close();
    await setUp.close();
  }
}

/** Through a proxy two names count as two hosts, even with one address: neither handshake waits for the other. */
async function playNames(signal: AbortSignal): Promise<readonly Observation[]> {
  const release: (() => void)[] = [];
  const held = async (count: number) => {
    while (release.length < count) {
      signal.throwIfAborted();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return release.splice(0);
  };
  const setUp = await startSetUp({
    endpoint: { authorize: () => new Promise((resolve) => release.push(() => resolve({ type: 'accept' }))) },
  });
  const proxy = await startProxy(setUp.port);
  try {
    const opening = Promise.all(
      ['one.test', 'two.test', 'one.test'].map((host) =>
        connect(`ws://${host}${endpoint.path}`, { proxy: proxy.url }),
      ),
    );
    opening.catch(() => {}); // it is awaited below, unless nobody asks for so long
    const first = await held(2);
    const atOnce = proxy.asked.map(([target]) => target).sort();
    for (const answer of first) answer();
    for (const answer of await held(3 - first.length)) answer();
    for (const { socket } of await opening) socket.destroy();
    return [
      observe('rfc6455/4.1/unknown-address', ['one.test:80', 'two.test:80'], atOnce),
      observe('rfc6455/4.1/pending-limit', 2, atOnce.length),
    ];
  } finally {
    await proxy.close();
    await setUp.close();
  }
}
