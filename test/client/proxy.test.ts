import { describe, expect, test, vi } from 'vitest';
import { connect, type HandshakeOptions, startHandshake } from '../../src/client/index.ts';
import { Mailbox } from '../mailbox.ts';
import { findFreePort } from '../process-group.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { established, startProxy } from './proxy.ts';
import { acceptance, script } from './scripted-server.ts';
import { answer, ask, start } from './start.ts';

const far = 'ws://server.example.com/chat';

describe('the URL of a proxy that is of no use is refused before anything is sent', () => {
  const moreThanAuthority =
    'it has a path, a query or a fragment, where only a host and a port were expected';
  const noBasic = 'its user and password cannot be sent as Basic credentials';

  test.each([
    ['nothing', '', 'it is not a valid URL'],
    ['no scheme', 's3cret:s3cret@proxy.example.com:3128', 'its scheme is neither http nor https'],
    ['no URL', 'http://s3cret:s3cret@proxy example:3128', 'it is not a valid URL'],
    ['no port', 'http://s3cret:s3cret@proxy.example.com:x', 'it is not a valid URL'],
    ['another scheme', 'socks5://s3cret:s3cret@proxy.example.com', 'its scheme is neither http nor https'],
    ['a path', 'http://s3cret:s3cret@proxy.example.com/s3cret', moreThanAuthority],
    ['a query', 'http://proxy.example.com/?s3cret', moreThanAuthority],
    ['a fragment', 'http://proxy.example.com/#s3cret', moreThanAuthority],
    ['a user with a colon', 'http://s3%3Acret:a@a', noBasic],
    ['a control character', 'http://a:s3cret%0D%0A@a', noBasic],
    ['bad percent-encoding', 'http://a:s3cret%@a', noBasic],
    ['no UTF-8', 'http://a:s3cret%FF@a', noBasic],
  ])('%s', async (_, proxy, problem) => {
    const lookup = vi.fn(async () => []);
    const rejected = await connect(far, { proxy, lookup }).catch((error: unknown) => error);
    expect(rejected).toMatchObject({
      name: 'HandshakeError',
      phase: 'input',
      clause: 'rfc6455/4.1/proxy-tunnel',
      message: `the URL of the proxy cannot be used: ${problem} (RFC 6455 §4.1)`,
    });
    expect(String(rejected)).not.toMatch(/s3/);
    expect(lookup).not.toHaveBeenCalled();
  });
});

describe('a proxy that is not reached: failed, as any host that is not', () => {
  test('its name is not resolved', async () => {
    const lookup = vi.fn(async (_: string) => Promise.reject(new Error('no such name')));
    const { failure, events } = start(far, { proxy: 'http://user:s3cret@Proxy.Example.COM:3128', lookup });
    expect(await failure).toMatchObject({
      clause: 'rfc6455/4.1/connection-failed',
      phase: 'dns',
      message: 'the host proxy.example.com of the proxy cannot be resolved: no such name (RFC 6455 §4.1)',
    });
    expect(lookup.mock.calls).toEqual([['proxy.example.com']]);
    expect(events).toEqual(['error', 'close']);
  });

  test('the connection is refused', async () => {
    const port = await findFreePort();
    const { failure, clock } = start(far, { proxy: `http://user:s3cret@127.0.0.1:${port}` });
    const error = await failure;
    expect(error).toMatchObject({ clause: 'rfc6455/4.1/connection-failed', phase: 'tcp' });
    expect(error.message).toBe(
      `no TCP connection to the proxy 127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port} (RFC 6455 §4.1)`,
    );
    expect(clock.waiting).toBe(0);
  });
});

test.each([
  ['http://proxy.example.com', 'proxy.example.com:80'],
  ['https://proxy.example.com/', 'proxy.example.com:443'],
  ['http://proxy.example.com:443', 'proxy.example.com:443'],
  ['http://[2001:DB8::1]:3128', '2001:db8::1:3128'],
])('%s is a proxy at %s', async (proxy, address) => {
  const { failure } = start(far, { proxy, lookup: async () => [] });
  expect((await failure).message).toContain(`no TCP connection to the proxy ${address}: `);
});

describe('the credentials of a proxy', () => {
  test('are sent with the first CONNECT', async () => {
    const proxy = await startProxy({ credentials: 'user:s3cret' });
    await (await answer(acceptance, { proxy: `http://user:s3cret@127.0.0.1:${proxy.port}` })).connection;
    expect(proxy.heads).toHaveLength(1);
  });

  test('that are wrong are not shown', async () => {
    const proxy = await startProxy({ credentials: 'user:other' });
    const { failure } = start(far, { proxy: `http://user:s3cret@127.0.0.1:${proxy.port}` });
    const error = await failure;
    expect(error).toMatchObject({
      status: 407,
      headers: [
        ['Proxy-Authenticate', 'Basic realm="a"'],
        ['Content-Length', '0'],
      ],
    });
    expect(`${error.message}${error.stack}`).not.toMatch(/s3cret|user:|dXNlcjpzM2NyZXQ=/);
    expect(proxy.heads).toHaveLength(1);
  });
});

/** Sets the environment for one test, with nothing of a proxy in it but what is given. */
function setEnvironment(variables: Readonly<Record<string, string>>): void {
  vi.unstubAllEnvs();
  const names = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'];
  for (const name of names) vi.stubEnv(name, '').stubEnv(name.toUpperCase(), '');
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

/** The first host that a handshake looks up. */
async function firstLookup(url: string, options: HandshakeOptions): Promise<string> {
  const hosts = new Mailbox<string>();
  const lookup = async (host: string) => {
    hosts.put(host);
    return [];
  };
  startHandshake(url, { ...options, lookup }).on('error', () => {});
  const host = await hosts.take();
  vi.unstubAllEnvs();
  return host;
}

describe('the environment', () => {
  const from: HandshakeOptions = { proxyFromEnvironment: true };
  const both = { HTTP_PROXY: 'http://plain.example:1', HTTPS_PROXY: 'http://secure.example:1' };

  test.each<[string, Record<string, string>, string, HandshakeOptions, string]>([
    ['counts for nothing by default', both, far, {}, 'server.example.com'],
    [
      'counts for nothing where it is not asked',
      both,
      far,
      { proxyFromEnvironment: false },
      'server.example.com',
    ],
    ['HTTP_PROXY is for ws', both, far, from, 'plain.example'],
    ['HTTPS_PROXY is for wss', both, 'wss://server.example.com/', from, 'secure.example'],
    ['HTTP_PROXY is not for wss', { HTTP_PROXY: 'http://a.example' }, 'wss://b.example/', from, 'b.example'],
    ['http_proxy in lower case', { http_proxy: 'http://a.example' }, far, from, 'a.example'],
    ['https_proxy in lower case', { https_proxy: 'http://a.example' }, 'wss://b.example/', from, 'a.example'],
    ['ALL_PROXY', { ALL_PROXY: 'http://a.example' }, 'wss://b.example/', from, 'a.example'],
    ['nothing is set', {}, far, from, 'server.example.com'],
    [
      'NO_PROXY names the host',
      { ...both, NO_PROXY: 'a.example,server.example.com' },
      far,
      from,
      'server.example.com',
    ],
    ['no_proxy in lower case', { ...both, no_proxy: '*' }, far, from, 'server.example.com'],
    ['NO_PROXY names a domain', { ...both, NO_PROXY: '.example.com' }, far, from, 'server.example.com'],
    ['NO_PROXY names another host', { ...both, NO_PROXY: 'example.com' }, far, from, 'plain.example'],
    [
      'NO_PROXY names the default port',
      { ...both, NO_PROXY: 'b.example:443' },
      'wss://b.example/',
      from,
      'b.example',
    ],
    [
      'NO_PROXY names another port',
      { ...both, NO_PROXY: 'b.example:444' },
      'wss://b.example/',
      from,
      'secure.example',
    ],
    [
      'a proxy that is given counts more',
      both,
      far,
      { ...from, proxy: 'http://given.example' },
      'given.example',
    ],
    [
      'and NO_PROXY counts for nothing then',
      { NO_PROXY: '*' },
      far,
      { ...from, proxy: 'http://given.example' },
      'given.example',
    ],
  ])('%s', async (_, variables, url, options, host) => {
    setEnvironment(variables);
    expect(await firstLookup(url, options)).toBe(host);
  });

  test.each([
    ['[2001:db8::1]', 'ws://[2001:db8::1]/', null],
    ['[2001:db8::2]', 'ws://[2001:db8::1]/', 'a.example'],
  ])('NO_PROXY names %s: %s', async (noProxy, url, host) => {
    setEnvironment({ HTTP_PROXY: 'http://a.example', NO_PROXY: noProxy });
    expect(await firstLookup(url, from)).toBe(host ?? '2001:db8::1');
  });

  test('what is of no use in it is refused', async () => {
    setEnvironment({ ALL_PROXY: 'socks5://user:s3cret@a.example' });
    const rejected = await connect(far, from).catch((error: unknown) => error);
    vi.unstubAllEnvs();
    expect(rejected).toMatchObject({ phase: 'input', clause: 'rfc6455/4.1/proxy-tunnel' });
    expect(String(rejected)).not.toContain('s3cret');
  });
});

describe('behind a proxy the name of the host and the port stand for the address', () => {
  const connectTo = async (server: { readonly port: number }, ...urls: readonly string[]) =>
    urls.map((url) => start(url, { proxy: `http://127.0.0.1:${server.port}` }));

  test.each([
    ['another name', 'ws://other.example.com/'],
    ['another port', 'ws://server.example.com:81/'],
    ['wss, which has another port', 'wss://server.example.com/'],
  ])('%s is another address, whatever it may resolve to', async (_, url) => {
    const server = await script();
    await connectTo(server, far, url);
    await server.peers.take();
    await (await server.peers.take()).request();
    expect(server.peers.all).toHaveLength(2);
  });

  test.each([
    ['the same name in other letters', 'ws://SERVER.example.com/other', far],
    ['the same port, written out', 'ws://server.example.com:80/', far],
    ['the same address, written otherwise', 'ws://[::1]/', 'ws://[0:0::1]/'],
  ])('%s waits for its turn', async (_, first, second) => {
    const server = await script();
    const [, waiting] = await connectTo(server, first, second);
    const peer = await server.peers.take();
    await exchangeElsewhere();
    expect(server.peers.all).toHaveLength(1);
    await peer.request();
    await peer.send('HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n');
    await (await server.peers.take()).request();
    expect(waiting?.events).toEqual([]);
  });

  test('the turn lasts until the connection is open', async () => {
    const server = await script();
    const [first] = await connectTo(server, far, far);
    const peer = await server.peers.take();
    await peer.request();
    await peer.send(established);
    await peer.until('Sec-WebSocket-Key');
    await exchangeElsewhere();
    expect(server.peers.all).toHaveLength(1);
    await peer.reply(acceptance);
    await first?.connection;
    await server.peers.take();
  });

  test('the address of the proxy is nobody’s turn', async () => {
    const { server, events } = await ask();
    await connectTo(server, far);
    await (await server.peers.take()).request();
    expect(events).toEqual([]);
  });

  test('the deadline of one that waits says so', async () => {
    const server = await script();
    const [, waiting] = await connectTo(server, far, far);
    await server.peers.take();
    await exchangeElsewhere();
    waiting?.clock.advance(10_000);
    expect(await waiting?.failure).toMatchObject({ phase: 'turn', clause: 'service/3/no-response' });
  });
});
