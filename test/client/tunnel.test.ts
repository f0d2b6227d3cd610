import { describe, expect, test } from 'vitest';
import { certificates } from '../certificate.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { established, startProxy } from './proxy.ts';
import { acceptance, script, scriptTls } from './scripted-server.ts';
import { tls } from './secured.ts';
import { answer, askProxy, start } from './start.ts';

const { trusted, otherName } = certificates;
const far = 'ws://server.example.com/chat';

/** The error that the reply of a proxy leads to, and what the client has sent behind CONNECT. */
async function refused(reply: string, url = far) {
  const { peer, failure, events, clock } = await askProxy(url);
  const request = await peer.request();
  await peer.send(reply);
  const error = await failure;
  const received = await peer.ended;
  return { error, events, clock, behind: received.slice(request.length) };
}

describe('the octets of CONNECT', () => {
  test('for an IPv6 address, in brackets', async () => {
    const { peer } = await askProxy('ws://[2001:DB8::1]:81/');
    await exchangeElsewhere();
    expect(peer.received).toBe('CONNECT [2001:db8::1]:81 HTTP/1.1\r\nHost: [2001:db8::1]:81\r\n\r\n');
  });

  test.each([
    ['user and password', 'ednamode:nocapes!@', 'ZWRuYW1vZGU6bm9jYXBlcyE='],
    ['a user alone', 'user@', 'dXNlcjo='],
    ['percent-encoded user and password, in UTF-8', 'a%40b:%C3%A9%3A@', 'YUBiOsOpOg=='],
  ])('with %s', async (_, user, credentials) => {
    const { peer } = await askProxy(far, {}, user);
    await exchangeElsewhere();
    const address = 'CONNECT server.example.com:80 HTTP/1.1\r\nHost: server.example.com:80\r\n';
    expect(peer.received).toBe(`${address}Proxy-Authorization: Basic ${credentials}\r\n\r\n`);
  });

  test('what the opening has stays for the server', async () => {
    const headers = [['Authorization', 'Bearer a']] as const;
    const { peer } = await askProxy(far, { headers, origin: 'http://a', subprotocols: ['chat'] });
    expect(await peer.request()).not.toMatch(/Authorization|Origin|Sec-WebSocket|Upgrade/);
    await peer.send(established);
    expect(await peer.until('Sec-WebSocket-Key')).toContain('\r\nAuthorization: Bearer a\r\n');
  });
});

describe('a tunnel is formed', () => {
  test.each([
    ['200', established],
    ['HTTP/1.0', 'HTTP/1.0 200 Connection established\r\nProxy-Agent: a\r\n\r\n'],
    ['interim replies before it', `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 \r\nA: b\r\n\r\n${established}`],
    ['Connection: close', 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n'],
  ])('by %s: the opening follows, and the connection opens', async (_, reply) => {
    const { peer, connection, events, clock } = await askProxy(far);
    const connect = await peer.request();
    await peer.send(reply);
    const received = await peer.until('Sec-WebSocket-Key');
    expect(received.slice(connect.length)).toMatch(
      /^GET \/chat HTTP\/1\.1\r\nHost: server\.example\.com\r\n/,
    );
    await peer.reply(acceptance);
    expect((await connection).reply.status).toBe(101);
    expect(events).toEqual(['open']);
    expect(clock.waiting).toBe(0);
  });

  test('by a head in pieces', async () => {
    const { peer, connection } = await askProxy(far);
    await peer.request();
    await peer.send('HTTP/1.1 200 Con');
    await exchangeElsewhere();
    await peer.send('nection established\r\nA: b\r\n\r');
    await exchangeElsewhere();
    expect(peer.received).not.toContain('GET');
    await peer.send('\n');
    await peer.until('Sec-WebSocket-Key');
    await peer.reply(acceptance);
    await connection;
  });

  test('octets behind the head are the server’s', async () => {
    const { peer, connection } = await askProxy(far);
    await peer.request();
    await peer.send(`${established}HTTP/1.1 103 Early Hints\r\nLi`);
    await peer.until('Sec-WebSocket-Key');
    await peer.reply(`nk: </a>\r\n\r\n${acceptance}first`);
    const { reply, head } = await connection;
    expect(reply.status).toBe(101);
    expect(head.toString('latin1')).toBe('first');
  });

  test('octets behind the head are judged as the server’s', async () => {
    const { error, behind } = await refused(`${established}HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n`);
    expect(error).toMatchObject({
      clause: 'rfc6455/4.1/status-101',
      phase: 'upgrade',
      status: 403,
      message: 'the server answered 403 No, where 101 was expected (RFC 6455 §4.1)',
    });
    expect(behind).toContain('GET /chat');
  });

  test('octets behind the head are the first of TLS', async () => {
    const { error } = await refused(
      `${established}HTTP/1.1 400 Bad Request\r\n\r\n`,
      'wss://server.example.com/',
    );
    expect(error).toMatchObject({ phase: 'tls', guard: 'plainHttpIsSpoken' });
  });

  test('limits on a head count anew behind it', async () => {
    const { peer, connection } = await askProxy(far, { headLimit: 140, fieldLimit: 3 });
    await peer.request();
    await peer.send(`HTTP/1.1 100 \r\n\r\nHTTP/1.1 200 OK\r\nA: ${'a'.repeat(90)}\r\n\r\n`);
    await peer.until('Sec-WebSocket-Key');
    await peer.reply(acceptance);
    await connection;
  });
});

describe('wss through a proxy', () => {
  test('TLS begins behind the tunnel, with the name of the server', async () => {
    const server = await scriptTls(trusted);
    const proxy = await startProxy();
    const { connection } = start(server.url, { tls, proxy: `http://127.0.0.1:${proxy.port}` });
    const peer = await server.peers.take();
    await peer.reply(acceptance);
    const { timeline } = await connection;
    expect(timeline).toEqual({ dns: 0, tcp: 0, proxy: 0, tls: 0, upgrade: 0, open: 0 });
    expect(server.sockets[0]?.servername).toBe('localhost');
    expect(proxy.heads).toEqual([
      `CONNECT localhost:${server.port} HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`,
    ]);
    expect(await peer.request()).toContain(`\r\nHost: localhost:${server.port}\r\n`);
  });

  test('a wrong certificate fails, in the phase tls', async () => {
    const server = await scriptTls(otherName);
    const proxy = await startProxy();
    const { failure } = start(server.url, { tls, proxy: `http://127.0.0.1:${proxy.port}` });
    expect(await failure).toMatchObject({ phase: 'tls', guard: 'certificateNamesAnotherHost' });
  });

  test('a proxy that is spoken to over TLS', async () => {
    const server = await scriptTls(trusted);
    const proxy = await startProxy({ pair: trusted, credentials: 'a:b' });
    const url = `https://a:b@localhost:${proxy.port}/`;
    const { connection, clock } = start(server.url, { tls, proxy: url, proxyTls: tls });
    const peer = await server.peers.take();
    await peer.reply(`${acceptance}first`);
    const { head, socket } = await connection;
    expect(head.toString('latin1')).toBe('first');
    socket.write('frames');
    await peer.until('frames');
    expect(clock.waiting).toBe(0);
    socket.destroy();
    await peer.ended;
  });

  test('a proxy over TLS in front of a server in the clear', async () => {
    const proxy = await startProxy({ pair: trusted });
    const options = { proxy: `https://localhost:${proxy.port}`, proxyTls: tls };
    const { connection } = await answer(acceptance, options);
    expect((await connection).timeline).toMatchObject({ proxy: 0, tls: null, open: 0 });
  });

  test('what TLS options there are for the server do not count for the proxy', async () => {
    const proxy = await startProxy({ pair: trusted });
    const options = { tls: { ...tls, rejectUnauthorized: false }, proxy: `https://localhost:${proxy.port}` };
    const { failure, events, clock } = start('wss://server.example.com/', options);
    expect(await failure).toMatchObject({
      clause: 'rfc6455/4.1/certificate-verified',
      phase: 'proxy',
      state: 'failed',
      guard: 'certificateIssuerIsUnknown',
      message:
        'the certificate of the proxy was issued by "ws101 known authority", where a trusted authority was expected (RFC 6455 §4.1)',
    });
    expect(proxy.heads).toEqual([]);
    expect(events).toEqual(['error', 'close']);
    expect(clock.waiting).toBe(0);
  });

  test('a proxy in the clear where TLS was expected', async () => {
    const server = await script();
    const { failure } = start(far, { proxy: `https://127.0.0.1:${server.port}` });
    await (await server.peers.take()).send('HTTP/1.1 400 Bad Request\r\n\r\n');
    expect(await failure).toMatchObject({
      phase: 'proxy',
      guard: 'plainHttpIsSpoken',
      message:
        'the port of the proxy does not speak TLS, it may speak plain HTTP: http, not https, was expected (RFC 6455 §4.1)',
    });
  });
});

describe('no tunnel is formed: failed in the phase proxy, and nothing more is sent', () => {
  test.each<[string, string, string, string, number | null, string]>([
    [
      '407',
      'HTTP/1.1 407 Who are you\r\nProxy-Authenticate: Basic realm="a"\r\nContent-Length: 2\r\n\r\nno',
      'rfc9110/15.5.8/proxy-authentication',
      'statusIs407',
      407,
      'the proxy, not the server, answered CONNECT with 407 Who are you, where 2xx was expected (RFC 9110 §15.5.8)',
    ],
    [
      '502',
      'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n',
      'rfc9110/9.3.6/tunnel-refused',
      'statusIsNot2xx',
      502,
      'the proxy, not the server, answered CONNECT with 502 Bad Gateway, where 2xx was expected (RFC 9110 §9.3.6)',
    ],
    [
      'a redirect',
      'HTTP/1.1 302 Found\r\nLocation: http://a/\r\nContent-Length: 0\r\n\r\n',
      'rfc9110/9.3.6/tunnel-refused',
      'statusIsNot2xx',
      302,
      'the proxy, not the server, answered CONNECT with 302 Found, where 2xx was expected (RFC 9110 §9.3.6)',
    ],
    [
      '101, which nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n',
      'rfc9110/9.3.6/tunnel-refused',
      'statusIsNot2xx',
      101,
      'the proxy, not the server, answered CONNECT with 101 Switching Protocols, where 2xx was expected (RFC 9110 §9.3.6)',
    ],
    [
      'what is no HTTP',
      'SMTP ready\r\n',
      'rfc9112/4/status-line',
      'statusLineIsMalformed',
      null,
      "the proxy's reply to CONNECT cannot be read: a reply that does not begin with HTTP/ (RFC 9112 §4)",
    ],
    [
      'a TLS alert',
      '\x15\x03\x01\x00\x02\x02\x46',
      'rfc9112/4/status-line',
      'statusLineIsMalformed',
      null,
      "the proxy's reply to CONNECT cannot be read: a TLS alert, so the port speaks TLS: wss was expected (https of a proxy) (RFC 9112 §4)",
    ],
    [
      'HTTP/2.0',
      'HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n',
      'rfc9112/2.3/reply-version',
      'httpMajorIsNot1',
      200,
      "the client rejects the proxy's reply to CONNECT under this rule: A client fails the connection on a reply whose version is not HTTP/1 with a minor digit (RFC 9112 §2.3)",
    ],
    [
      'a malformed field line',
      'HTTP/1.1 200 OK\r\nA b\r\n\r\n',
      'rfc9112/5/reply-field-lines',
      'fieldLinesAreMalformed',
      200,
      "the proxy's reply to CONNECT cannot be read: a field line without a colon (RFC 9112 §5)",
    ],
    [
      'six interim replies',
      `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(6)}${established}`,
      'rfc6455/10.7/reply-limits',
      'interimsAreTooMany',
      100,
      "the client rejects the proxy's reply to CONNECT under this rule: A client may drop the connection when the head of a reply outgrows its limits (RFC 6455 §10.7)",
    ],
  ])('%s', async (_, reply, clause, guard, status, message) => {
    const { error, events, clock, behind } = await refused(reply);
    expect(error).toMatchObject({ phase: 'proxy', state: 'failed', clause, guard, status, message });
    expect(error.timeline).toEqual({ dns: 0, tcp: 0, proxy: null, tls: null, upgrade: null, open: null });
    expect(events).toEqual(['error', 'close']);
    expect(clock.waiting).toBe(0);
    expect(behind).toBe('');
  });

  test('the fields and the content are the proxy’s', async () => {
    const { error } = await refused(
      'HTTP/1.1 403 Forbidden\r\nVia: 1.1 a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nfor\r\n6\r\nbidden\r\n0\r\n\r\n',
    );
    expect(error).toMatchObject({
      reason: 'Forbidden',
      headers: [
        ['Via', '1.1 a'],
        ['Transfer-Encoding', 'chunked'],
      ],
      bodyTruncated: false,
    });
    expect(Buffer.from(error.body).toString('latin1')).toBe('forbidden');
    expect(Buffer.from(error.head).toString('latin1')).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
  });

  test('64 KiB of the content are kept', async () => {
    const { error } = await refused(`HTTP/1.1 403 No\r\n\r\n${'a'.repeat(100_000)}`);
    expect(error.body).toHaveLength(65_536);
    expect(error.bodyTruncated).toBe(true);
  });

  test.each([
    ['a head of one octet more than the limit', { headLimit: 36 }, 'headIsTooLarge'],
    ['one field more than the limit', { fieldLimit: 1 }, 'fieldsAreTooMany'],
  ])('%s', async (_, limit, guard) => {
    const { peer, failure } = await askProxy(far, limit);
    await peer.request();
    await peer.send('HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\nC: 3\r\n\r\n');
    expect(await failure).toMatchObject({ phase: 'proxy', clause: 'rfc6455/10.7/reply-limits', guard });
  });

  test.each([
    ['at once', '', 'the proxy closed the connection without a reply to CONNECT (RFC 6455 §4.1)'],
    [
      'in the middle of a head',
      'HTTP/1.1 200 OK\r\n',
      'the proxy closed the connection after 17 octets of a reply to CONNECT (RFC 6455 §4.1)',
    ],
  ])('the connection is closed %s', async (_, octets, message) => {
    const { peer, failure, events, clock } = await askProxy(far);
    await peer.request();
    await peer.send(octets);
    peer.end();
    const error = await failure;
    expect(error).toMatchObject({
      clause: 'rfc6455/4.1/connection-failed',
      phase: 'proxy',
      state: 'failed',
      guard: null,
      status: null,
      message,
    });
    expect(Buffer.from(error.head).toString('latin1')).toBe(octets);
    expect(events).toEqual(['error', 'close']);
    expect(clock.waiting).toBe(0);
  });

  test('the connection is reset, which is the cause', async () => {
    const { peer, failure } = await askProxy(far);
    await peer.request();
    peer.reset();
    expect(await failure).toMatchObject({ phase: 'proxy', cause: { code: 'ECONNRESET' } });
  });

  test('content that the end of the connection cuts short is reported as far as it came', async () => {
    const { peer, failure } = await askProxy(far);
    await peer.request();
    await peer.send('HTTP/1.1 403 No\r\nContent-Length: 10\r\n\r\nfirst');
    peer.end();
    const error = await failure;
    expect(error).toMatchObject({ phase: 'proxy', status: 403, bodyTruncated: true });
    expect(Buffer.from(error.body).toString('latin1')).toBe('first');
  });
});

describe('a proxy that closes the tunnel as soon as it is formed', () => {
  test.each([
    [far, '', 'upgrade', 'service/7/closed-without-response'],
    [far, 'HTTP/1.1 1', 'upgrade', 'service/7/closed-without-response'],
    ['wss://server.example.com/', '', 'tls', 'rfc6455/4.1/tls-failure'],
    ['wss://server.example.com/', '\x16\x03', 'tls', 'rfc6455/4.1/tls-failure'],
  ])('%s, with %j in it, fails in the phase %s', async (url, more, phase, clause) => {
    const { peer, failure, events, clock } = await askProxy(url);
    await peer.request();
    peer.socket.end(established + more, 'latin1');
    expect(await failure).toMatchObject({ phase, clause, state: 'failed' });
    expect(events).toEqual(['error', 'close']);
    expect(clock.waiting).toBe(0);
  });
});

test('a proxy over TLS that closes the tunnel while TLS with the server is made', async () => {
  const proxy = await scriptTls(trusted);
  const options = { proxy: proxy.url.replace('wss:', 'https:').replace('/chat', ''), proxyTls: tls };
  const { failure, clock } = start('wss://server.example.com/', options);
  const peer = await proxy.peers.take();
  const request = await peer.request();
  await peer.send(established);
  await peer.until(`${request}\x16`);
  peer.socket.destroy();
  expect(await failure).toMatchObject({ phase: 'tls', guard: 'handshakeIsCut' });
  expect(clock.waiting).toBe(0);
});

describe('the phase proxy', () => {
  test('the deadline counts in it', async () => {
    const { peer, failure, events, clock } = await askProxy(far);
    const request = await peer.request();
    clock.advance(9_999);
    expect(events).toEqual([]);
    clock.advance(1);
    expect(await failure).toMatchObject({
      clause: 'service/3/no-response',
      phase: 'proxy',
      message: 'no open connection within 10000 ms (service §3)',
    });
    expect(await peer.ended).toBe(request);
    expect(events).toEqual(['error', 'close']);
    expect(clock.waiting).toBe(0);
  });

  test('a refusal whose content does not end is reported at the deadline', async () => {
    const { peer, failure, clock } = await askProxy(far);
    await peer.request();
    await peer.send('HTTP/1.1 407 Who\r\nContent-Length: 10\r\n\r\nfirst');
    await exchangeElsewhere();
    clock.advance(10_000);
    const error = await failure;
    expect(error).toMatchObject({ phase: 'proxy', guard: 'statusIs407', status: 407, bodyTruncated: true });
    expect(Buffer.from(error.body).toString('latin1')).toBe('first');
  });

  test('the deadline counts while TLS with the proxy is made', async () => {
    const server = await script();
    const { failure, clock } = start(far, { proxy: `https://127.0.0.1:${server.port}` });
    const peer = await server.peers.take();
    await peer.until('\x16');
    clock.advance(10_000);
    expect(await failure).toMatchObject({ clause: 'service/3/no-response', phase: 'proxy' });
    await peer.ended;
    expect(clock.waiting).toBe(0);
  });

  test('aborted in it, the connection is closed and the line goes on', async () => {
    const controller = new AbortController();
    const { server, peer, failure, events, clock } = await askProxy(far, { signal: controller.signal });
    const request = await peer.request();
    const next = start(far, { proxy: `http://127.0.0.1:${server.port}` });
    await exchangeElsewhere();
    expect(server.peers.all).toHaveLength(1);
    controller.abort('enough');
    expect(await failure).toMatchObject({ phase: 'proxy', cause: 'enough' });
    expect(await peer.ended).toBe(request);
    expect(events).toEqual(['error', 'close']);
    expect(clock.waiting).toBe(0);
    await (await server.peers.take()).request();
    expect(next.events).toEqual([]);
  });

  test('aborted behind the proxy, in TLS with the server', async () => {
    const controller = new AbortController();
    const { peer, failure } = await askProxy('wss://server.example.com/', { signal: controller.signal });
    await peer.request();
    await peer.send(established);
    await peer.until('\x16');
    controller.abort('enough');
    expect(await failure).toMatchObject({ phase: 'tls', cause: 'enough' });
    await peer.ended;
  });

  test('aborted as soon as the proxy is reached: it hears nothing', async () => {
    const server = await script();
    const controller = new AbortController();
    const lookup = async () => {
      // Runs after the connecting has begun, and before the system tells how it went.
      setImmediate(() => controller.abort('enough'));
      return ['127.0.0.1'];
    };
    const proxy = `https://proxy.example.com:${server.port}`;
    const { failure } = start(far, { proxy, lookup, signal: controller.signal });
    expect(await failure).toMatchObject({ phase: 'tcp', cause: 'enough' });
    expect(await (await server.peers.take()).ended).toBe('');
  });
});
