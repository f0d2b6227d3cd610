import { describe, expect, test } from 'vitest';
import { certificates } from '../certificate.ts';
import { established, startProxy } from '../client/proxy.ts';
import { acceptance, script, scriptTls } from '../client/scripted-server.ts';
import { tls } from '../client/secured.ts';
import { answer, askProxy, start } from '../client/start.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { clause } from './clause.ts';

const far = 'ws://server.example.com/chat';
const forbidden = 'HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n';

/** A handshake through a proxy that leaves every octet to the test, up to CONNECT. */
async function ask(url = far, user = '') {
  const asked = await askProxy(url, {}, user);
  return { ...asked, request: await asked.peer.request() };
}

/** How a handshake fails by the reply to CONNECT, and what it sends behind that. */
async function failedBy(reply: string, url = far) {
  const { peer, request, failure, events } = await ask(url);
  await peer.send(reply);
  peer.end();
  const { clause: id, phase, state, status } = await failure;
  return { clause: id, phase, state, status, events, behind: (await peer.ended).slice(request.length) };
}

/** How a handshake opens by the reply to CONNECT: what it sends behind that. */
async function openedBy(reply: string) {
  const { peer, request, connection } = await ask();
  await peer.send(reply);
  await peer.until('Sec-WebSocket-Key');
  await peer.reply(acceptance);
  await connection;
  return peer.received.slice(request.length).split('\r\n')[0];
}

const refused = { phase: 'proxy', state: 'failed', events: ['error', 'close'], behind: '' };

describe(clause('rfc6455/4.1/proxy-tunnel'), () => {
  test.each([
    ['ws://example.com/', 'CONNECT example.com:80 HTTP/1.1'],
    ['ws://example.com:8080/', 'CONNECT example.com:8080 HTTP/1.1'],
    ['ws://[2001:db8::1]/', 'CONNECT [2001:db8::1]:80 HTTP/1.1'],
  ])(
    '%s: the proxy is asked for the host and the port, before anything is sent to them',
    async (url, line) => {
      const { request } = await ask(url);
      expect(request.split('\r\n')[0]).toBe(line);
      expect(request).not.toMatch(/GET|Upgrade|Sec-WebSocket/);
    },
  );

  test('no name is looked up but that of the proxy', async () => {
    const hosts: string[] = [];
    const lookup = async (host: string) => {
      hosts.push(host);
      return ['127.0.0.1'];
    };
    const server = await script();
    start(far, { proxy: `http://proxy.example.com:${server.port}`, lookup });
    await server.peers.take();
    expect(hosts).toEqual(['proxy.example.com']);
  });
});

describe(clause('rfc6455/4.1/connection-failed'), () => {
  test.each([
    ['refuses', forbidden, 403, 'rfc9110/9.3.6/tunnel-refused'],
    ['says nothing', '', null, 'rfc6455/4.1/connection-failed'],
  ])('failed: a proxy that %s', async (_, reply, status, id) => {
    expect(await failedBy(reply)).toEqual({ ...refused, status, clause: id });
  });
});

describe(clause('rfc6455/4.1/unknown-address'), () => {
  test('one that waits for another host name goes ahead, through the same proxy', async () => {
    const server = await script();
    const proxy = `http://127.0.0.1:${server.port}`;
    start('ws://one.example.com/', { proxy });
    start('ws://two.example.com/', { proxy });
    const peers = [await server.peers.take(), await server.peers.take()];
    expect(await peers[0]?.request()).toContain('CONNECT one.example.com:80 ');
    expect(await peers[1]?.request()).toContain('CONNECT two.example.com:80 ');
  });

  test('one to the same host name waits', async () => {
    const { server, peer } = await askProxy(far);
    start(far, { proxy: `http://127.0.0.1:${server.port}` });
    await peer.request();
    await exchangeElsewhere();
    expect(server.peers.all).toHaveLength(1);
  });
});

describe(clause('rfc6455/4.1/pending-limit'), () => {
  test('of thirty at once to one host one is pending', async () => {
    const server = await script();
    const proxy = `http://127.0.0.1:${server.port}`;
    const all = Array.from({ length: 30 }, () => start(far, { proxy }));
    await (await server.peers.take()).request();
    await exchangeElsewhere();
    expect(server.peers.all).toHaveLength(1);
    expect(all.flatMap(({ events }) => events)).toEqual([]);
  });
});

describe(clause('service/7/connect-for-wss'), () => {
  test('TLS, with the server, begins behind CONNECT', async () => {
    const server = await scriptTls(certificates.trusted);
    const proxy = await startProxy();
    const { connection } = start(server.url, { tls, proxy: `http://127.0.0.1:${proxy.port}` });
    const peer = await server.peers.take();
    await peer.reply(acceptance);
    await connection;
    expect(proxy.heads[0]?.split('\r\n')[0]).toBe(`CONNECT localhost:${server.port} HTTP/1.1`);
    expect(Buffer.concat(proxy.passed).subarray(0, 2).toString('hex')).toBe('1603');
    expect(peer.received).toMatch(/^GET \/chat HTTP\/1\.1\r\n/);
  });
});

describe(clause('rfc9112/3.2.3/connect-target'), () => {
  test.each([
    ['ws://server.example.com/chat?a=b', 'server.example.com:80'],
    ['wss://server.example.com/', 'server.example.com:443'],
    ['ws://192.0.2.1:81/', '192.0.2.1:81'],
    ['wss://[2001:db8::1]/', '[2001:db8::1]:443'],
  ])('%s: target and Host are %s', async (url, target) => {
    const { request } = await ask(url);
    expect(request).toBe(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
  });
});

describe(clause('rfc9110/9.3.6/tunnel-formed'), () => {
  test.each([
    ['200', established],
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['299', 'HTTP/1.0 299 \r\nVia: a\r\n\r\n'],
  ])('%s: what follows is sent through the tunnel', async (_, reply) => {
    expect(await openedBy(reply)).toBe('GET /chat HTTP/1.1');
  });

  test('octets behind the head are taken for those of the server', async () => {
    const { failure, peer } = await ask();
    await peer.send(`${established}HTTP/1.1 404 Nothing here\r\nContent-Length: 0\r\n\r\n`);
    expect(await failure).toMatchObject({ phase: 'upgrade', status: 404, reason: 'Nothing here' });
  });
});

describe(clause('rfc9110/9.3.6/tunnel-refused'), () => {
  test.each([101, 300, 302, 400, 403, 404, 502])('failed, and nothing is sent: %d', async (status) => {
    const reply = `HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`;
    const expected = { ...refused, status, clause: 'rfc9110/9.3.6/tunnel-refused' };
    expect(await failedBy(reply)).toEqual(expected);
    expect(await failedBy(reply, 'wss://server.example.com/')).toEqual(expected);
  });
});

describe(clause('rfc9110/9.3.6/length-ignored'), () => {
  test.each([
    'Content-Length: 5',
    'Content-Length: x',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: chunked\r\nContent-Length: 5',
  ])('the opening is sent at once: %j', async (line) => {
    expect(await openedBy(`HTTP/1.1 200 OK\r\n${line}\r\n\r\n`)).toBe('GET /chat HTTP/1.1');
  });
});

describe(clause('rfc9110/11.7.2/proxy-authorization'), () => {
  test('user and password of the proxy’s URL are sent as Basic', async () => {
    const { request } = await ask(far, 'ednamode:nocapes!@');
    expect(request).toContain('\r\nProxy-Authorization: Basic ZWRuYW1vZGU6bm9jYXBlcyE=\r\n');
  });

  test('nothing is sent where there are none', async () => {
    expect((await ask()).request).not.toContain('Proxy-Authorization');
  });
});

describe(clause('rfc9110/15.5.8/proxy-authentication'), () => {
  test.each(['', 'user:wrong@'])('failed, and nothing is repeated: user information %j', async (user) => {
    const proxy = await startProxy({ credentials: 'user:right' });
    const { failure, events } = start(far, { proxy: `http://${user}127.0.0.1:${proxy.port}` });
    expect(await failure).toMatchObject({
      ...{ phase: 'proxy', state: 'failed', status: 407, guard: 'statusIs407' },
      clause: 'rfc9110/15.5.8/proxy-authentication',
      headers: [
        ['Proxy-Authenticate', 'Basic realm="a"'],
        ['Content-Length', '0'],
      ],
    });
    expect(events).toEqual(['error', 'close']);
    expect(proxy.heads).toHaveLength(1);
  });

  test('open: the right ones', async () => {
    const proxy = await startProxy({ credentials: 'user:right' });
    const { connection } = await answer(acceptance, { proxy: `http://user:right@127.0.0.1:${proxy.port}` });
    expect((await connection).reply.status).toBe(101);
  });
});
