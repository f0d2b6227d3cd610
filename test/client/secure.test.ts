import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { TLSSocket, type TlsOptions } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { Ending } from '../../src/client/ending.ts';
import type { HandshakeOptions } from '../../src/client/index.ts';
import { readTlsOptions, secure } from '../../src/client/secure.ts';
import type { Pair } from '../../src/verify/peer/certificate.ts';
import { certificates } from '../certificate.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance, script, scriptTls } from './scripted-server.ts';
import { failSecured, openSecured, tls } from './secured.ts';
import { answer, ask, start } from './start.ts';

const { authority, trusted, expired, notYetValid, otherName, selfSigned, unknownIssuer } = certificates;

/** What `ask` secures. */
const wss = 'wss://127.0.0.1:{port}/chat';

/** The error that octets lead to where a client speaks TLS. */
async function answered(octets: Buffer, then: 'wait' | 'end' | 'reset' = 'wait') {
  const asked = await ask({ tls }, wss);
  await asked.peer.until('\x16');
  await asked.peer.send(octets.toString('latin1'));
  if (then === 'end') asked.peer.end();
  if (then === 'reset') asked.peer.reset();
  return { ...asked, error: await asked.failure };
}

describe('wss: a server whose certificate is right', () => {
  test('opens the connection, and frames go through TLS', async () => {
    const { connection, peer, events, clock } = await openSecured(trusted);
    expect(connection.socket).toBeInstanceOf(TLSSocket);
    expect(connection.reply.status).toBe(101);
    await peer.send('\x81\x02hi');
    connection.socket.write('frames');
    expect(await peer.until('frames')).toContain('\r\n\r\nframes');
    expect(events).toEqual(['open']);
    expect(clock.waiting).toBe(0);
  });

  test('nothing is listened to on the socket of an open connection', async () => {
    const { connection } = await openSecured(trusted);
    const names = ['readable', 'data', 'secureConnect'];
    expect(names.map((name) => connection.socket.listenerCount(name))).toEqual([0, 0, 0]);
    expect(connection.socket.listenerCount('error')).toBeGreaterThan(0);
  });

  test('octets behind the 101 are the head of the connection', async () => {
    const scripted = await scriptTls(trusted);
    const { connection } = start(scripted.url, { tls });
    const peer = await scripted.peers.take();
    await peer.reply(`${acceptance}first`);
    expect((await connection).head.toString('latin1')).toBe('first');
  });

  test('the name of the host is sent, and http/1.1 as the protocol', async () => {
    const { socket } = await openSecured({ ...trusted, ALPNProtocols: ['h2', 'http/1.1'] });
    expect([socket?.servername, socket?.alpnProtocol]).toEqual(['localhost', 'http/1.1']);
  });

  test('a dot behind the host is not sent', async () => {
    const lookup = async () => ['127.0.0.1'];
    const { socket } = await openSecured(trusted, { tls, lookup }, 'localhost.');
    expect(socket?.servername).toBe('localhost');
  });

  test('another name to ask for is sent, and the certificate has to be for it', async () => {
    const { socket } = await openSecured(trusted, { tls: { ...tls, servername: 'localhost' } }, '127.0.0.1');
    expect(socket?.servername).toBe('localhost');
  });

  test('an address to ask for is not sent', async () => {
    const { socket } = await openSecured(trusted, { tls: { ...tls, servername: '127.0.0.1' } });
    expect(socket?.servername).toBe(false);
  });

  test.each([
    ['localhost', {}, 'localhost'],
    ['127.0.0.1', {}, '127.0.0.1'],
    ['127.0.0.1', { servername: 'localhost' }, 'localhost'],
  ])('the certificate of %s, with %j, has to be for %s', async (host, more, expected) => {
    const names: string[] = [];
    const checkServerIdentity = (name: string) => void names.push(name);
    await openSecured(trusted, { tls: { ...tls, ...more, checkServerIdentity } }, host);
    expect(names).toEqual([expected]);
  });

  test('the certificate of the client is sent', async () => {
    const server = { ...trusted, ca: authority, requestCert: true, rejectUnauthorized: true };
    const { socket } = await openSecured(server, { tls: { ...tls, ...trusted } });
    expect(socket?.authorized).toBe(true);
  });
});

describe('a certificate that is wrong: failed, and nothing is sent', () => {
  test.each<[string, Pair, string, RegExp]>([
    [
      'expired',
      expired,
      'certificateIsExpired',
      /^the certificate of the server, or one above it, has expired: that of the server itself is valid from 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ to 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ \(RFC 6455 §4\.1\)$/,
    ],
    [
      'not yet valid',
      notYetValid,
      'certificateIsNotYetValid',
      /^the certificate of the server, or one above it, is not valid yet: that of the server itself is valid from 20\d\d-\S+Z to 20\d\d-\S+Z \(/,
    ],
    [
      'for another name',
      otherName,
      'certificateNamesAnotherHost',
      /^the certificate of the server is for DNS:other\.example, where one for localhost was expected \(/,
    ],
    [
      'signed by itself',
      selfSigned,
      'certificateIsSelfSigned',
      /^the certificate of the server, of "ws101", is self-signed, where one from a trusted authority was expected \(/,
    ],
    [
      'issued by somebody unknown',
      unknownIssuer,
      'certificateIssuerIsUnknown',
      /^the certificate of the server was issued by "ws101 unknown authority", where a trusted authority was expected \(/,
    ],
  ])('%s', async (_, pair, guard, message) => {
    const { error, events, clock, received } = await failSecured(pair);
    expect(error).toMatchObject({
      clause: 'rfc6455/4.1/certificate-verified',
      phase: 'tls',
      state: 'failed',
      guard,
      status: null,
      message: expect.stringMatching(message),
      timeline: { tcp: 0, tls: null, upgrade: null },
    });
    expect(events).toEqual(['error', 'close']);
    expect(clock.waiting).toBe(0);
    expect(received).toBe('');
  });

  test('a trusted one, where the authority is not known', async () => {
    const { error } = await failSecured(trusted, {});
    expect(error).toMatchObject({
      guard: 'certificateIssuerIsUnknown',
      cause: { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
    });
  });

  test('a chain that ends in an authority that is not known', async () => {
    const chain = { key: trusted.key, cert: `${trusted.cert}\n${authority}` };
    const { error } = await failSecured(chain, {});
    expect(error).toMatchObject({
      guard: 'certificateIssuerIsUnknown',
      cause: { code: 'SELF_SIGNED_CERT_IN_CHAIN' },
    });
  });

  test('one for no address, where the host is one', async () => {
    const server = await scriptTls(otherName);
    const { failure } = start(server.url.replace('localhost', '127.0.0.1'), { tls });
    expect(await failure).toMatchObject({
      guard: 'certificateNamesAnotherHost',
      message:
        'the certificate of the server is for DNS:other.example, where one for 127.0.0.1 was expected: an address counts only as an IP address of subjectAltName (RFC 6455 §4.1)',
    });
  });

  test('one that the user does not accept', async () => {
    const checkServerIdentity = () => new Error('another key was expected');
    const { error, received } = await failSecured(trusted, { tls: { ...tls, checkServerIdentity } });
    expect(error).toMatchObject({
      clause: 'rfc6455/4.1/certificate-verified',
      guard: 'certificateIsUnacceptable',
      message: 'the certificate of the server is unacceptable: another key was expected (RFC 6455 §4.1)',
    });
    expect(received).toBe('');
  });

  test.each([
    ['expired', expired],
    ['not yet valid', notYetValid],
    ['for another name', otherName],
    ['signed by itself', selfSigned],
    ['issued by somebody unknown', unknownIssuer],
  ])('%s, where none is to be verified: open', async (_, pair) => {
    const { events } = await openSecured(pair, { tls: { ...tls, rejectUnauthorized: false } });
    expect(events).toEqual(['open']);
  });
});

describe('a TLS handshake that is not completed: failed, and nothing is sent', () => {
  test.each<[string, TlsOptions]>([
    ['a server of HTTP/2 alone', { ALPNProtocols: ['h2'] }],
    ['a server of HTTP/2 and TLS 1.2 alone', { ALPNProtocols: ['h2'], maxVersion: 'TLSv1.2' }],
  ])('%s', async (_, more) => {
    const { error, received } = await failSecured({ ...trusted, ...more });
    expect(error).toMatchObject({
      clause: 'rfc7301/3.2/protocol-refused',
      phase: 'tls',
      state: 'failed',
      guard: 'protocolIsRefused',
      message: 'the server refused the protocol that was offered by ALPN, http/1.1 (RFC 7301 §3.2)',
      cause: { code: 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL' },
    });
    expect(received).toBe('');
  });

  test('a server of TLS 1.1 alone', async () => {
    const old: TlsOptions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
    const { error, scripted } = await failSecured({ ...trusted, ...old });
    expect(error).toMatchObject({
      clause: 'rfc6455/4.1/tls-failure',
      guard: 'handshakeFailed',
      message: 'the TLS handshake with the server failed: tlsv1 alert protocol version (RFC 6455 §4.1)',
    });
    expect(await scripted.faults.take()).toBe('ERR_SSL_UNSUPPORTED_PROTOCOL');
  });

  test('a server that wants a certificate, by TLS 1.2', async () => {
    const asks = { requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' } as const;
    const { error } = await failSecured({ ...trusted, ca: authority, ...asks });
    expect(error).toMatchObject({ guard: 'handshakeFailed', phase: 'tls' });
  });

  test('a server that wants a certificate, by TLS 1.3: it says so once it is spoken to', async () => {
    const asks = { requestCert: true, rejectUnauthorized: true };
    const { error, events } = await failSecured({ ...trusted, ca: authority, ...asks });
    expect(error).toMatchObject({
      clause: 'service/7/closed-without-response',
      phase: 'upgrade',
      message: 'the connection was closed without a reply: tlsv13 alert certificate required (service §7)',
      cause: { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' },
    });
    expect(events).toEqual(['error', 'close']);
  });

  test.each<[string, Buffer]>([
    ['plain HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['another protocol', Buffer.from('SSH-2.0-OpenSSH_9.9\r\n')],
    ['a record that is too long', Buffer.from([0x16, 3, 3, 0xff, 0xff, 1, 2, 3])],
  ])('%s where TLS was expected', async (_, octets) => {
    const { error, events, clock, peer } = await answered(octets);
    expect(error).toMatchObject({
      clause: 'rfc6455/4.1/tls-failure',
      phase: 'tls',
      state: 'failed',
      guard: 'plainHttpIsSpoken',
      message:
        'the port of the server does not speak TLS, it may speak plain HTTP: ws, not wss, was expected (RFC 6455 §4.1)',
    });
    expect(events).toEqual(['error', 'close']);
    expect(clock.waiting).toBe(0);
    expect(await peer.ended).not.toMatch(/GET|HTTP/);
  });

  test.each<[string, Buffer, 'end' | 'reset', string]>([
    [
      'is ended',
      Buffer.alloc(0),
      'end',
      'Client network socket disconnected before secure TLS connection was established',
    ],
    [
      'is ended in the middle of a record',
      Buffer.from([0x16, 3, 3]),
      'end',
      'Client network socket disconnected before secure TLS connection was established',
    ],
    ['is reset', Buffer.alloc(0), 'reset', 'read ECONNRESET'],
  ])('a connection that %s', async (_, octets, then, why) => {
    const { error, events, clock } = await answered(octets, then);
    expect(error).toMatchObject({
      clause: 'rfc6455/4.1/tls-failure',
      phase: 'tls',
      guard: 'handshakeIsCut',
      message: `the server closed the connection during the TLS handshake: ${why} (RFC 6455 §4.1)`,
      cause: { code: 'ECONNRESET' },
    });
    expect(events).toEqual(['error', 'close']);
    expect(clock.waiting).toBe(0);
  });

  test('an alert', async () => {
    const { error } = await answered(Buffer.from([0x15, 3, 3, 0, 2, 2, 40]));
    expect(error).toMatchObject({
      guard: 'handshakeFailed',
      // In the words of OpenSSL, which differ from version to version.
      message: expect.stringMatching(
        /^the TLS handshake with the server failed: (sslv3|ssl\/tls) alert handshake failure \(RFC 6455 §4\.1\)$/,
      ),
    });
  });
});

describe('a connection that is over before TLS begins', () => {
  test.each<[string, (socket: Socket) => Promise<unknown>]>([
    ['destroyed', async (socket) => socket.destroy()],
    ['closed', (socket) => once(socket.destroy(), 'close')],
    ['ended by the other side', (socket) => once(socket.resume(), 'end')],
  ])('%s', async (_, prepare) => {
    const server = await script();
    const socket = createConnection({ host: '127.0.0.1', port: server.port });
    (await server.peers.take()).end();
    await prepare(socket);
    const settings = readTlsOptions({});
    const ending = new Ending();
    expect(await secure({ socket, peer: 'server', host: 'localhost', settings, ending })).toMatchObject({
      ok: false,
      event: 'TLS_FAILED',
      failure: {
        guard: 'handshakeIsCut',
        message: 'the server closed the connection during the TLS handshake: the connection was closed',
      },
    });
    socket.destroy();
  });
});

test('a connection that is destroyed while TLS is made', async () => {
  const server = await script();
  const socket = createConnection({ host: '127.0.0.1', port: server.port });
  const peer = await server.peers.take();
  const settings = readTlsOptions({});
  const ending = new Ending();
  const secured = secure({ socket, peer: 'server', host: 'localhost', settings, ending });
  await peer.until('\x16');
  socket.destroy();
  expect(await secured).toMatchObject({ ok: false, failure: { guard: 'handshakeIsCut' } });
});

describe('the phase tls', () => {
  test('the deadline counts in it', async () => {
    const { failure, events, clock, peer } = await ask({}, wss);
    await peer.until('\x16');
    clock.advance(9_999);
    expect(events).toEqual([]);
    clock.advance(1);
    expect(await failure).toMatchObject({
      clause: 'service/3/no-response',
      phase: 'tls',
      message: 'no open connection within 10000 ms (service §3)',
    });
    expect(await peer.ended).not.toContain('GET');
    expect(events).toEqual(['error', 'close']);
    expect(clock.waiting).toBe(0);
  });

  test('aborted in it, the connection is closed and the line goes on', async () => {
    const controller = new AbortController();
    const { server, failure, events, clock, peer } = await ask({ signal: controller.signal }, wss);
    const next = start(server.url);
    await peer.until('\x16');
    expect(server.peers.all).toHaveLength(1);
    controller.abort('enough');
    expect(await failure).toMatchObject({ phase: 'tls', state: 'failed', cause: 'enough' });
    await peer.ended;
    expect(events).toEqual(['error', 'close']);
    expect(clock.waiting).toBe(0);
    await (await server.peers.take()).reply(acceptance);
    await next.connection;
  });

  test('one that fails in it lets the next begin', async () => {
    const { server, peer, failure } = await ask({}, wss);
    const second = start(server.url);
    await peer.send('SMTP\r\n');
    expect(await failure).toMatchObject({ phase: 'tls' });
    await (await server.peers.take()).reply(acceptance);
    await second.connection;
    expect(second.events).toEqual(['open']);
  });

  test('one that is in it holds up the next', async () => {
    const { server, peer, clock } = await ask({}, wss);
    await peer.until('\x16');
    const second = start(server.url);
    await exchangeElsewhere();
    expect(server.peers.all).toHaveLength(1);
    clock.advance(10_000);
    await (await server.peers.take()).reply(acceptance);
    await second.connection;
  });

  test('is in the timeline', async () => {
    const { connection } = await openSecured(trusted);
    expect(connection.timeline).toEqual({ dns: 0, tcp: 0, proxy: null, tls: 0, upgrade: 0, open: 0 });
  });
});

describe('options of TLS that are of no use are refused before anything is sent', () => {
  test.each<[string, HandshakeOptions]>([
    ['a certificate that is none', { tls: { cert: 'no PEM' } }],
    ['a key that belongs to another certificate', { tls: { cert: trusted.cert, key: expired.key } }],
    ['ciphers that are none', { tls: { ciphers: 'none of them' } }],
    ['those for a proxy', { proxy: 'https://127.0.0.1:1', proxyTls: { cert: 'no PEM' } }],
  ])('%s', async (_, options) => {
    expect(() => start('wss://127.0.0.1:1/', options)).toThrow(
      expect.objectContaining({
        phase: 'input',
        clause: 'rfc6455/10.6/client-tls-supported',
        message: expect.stringMatching(/^the TLS options cannot be used: .+ \(RFC 6455 §10\.6\)$/),
        cause: expect.any(Error),
      }),
    );
  });
});

describe('ws to a port that speaks TLS', () => {
  test.each<[string, string]>([
    ['a TLS alert', '\x15\x03\x01\x00\x02\x02\x46'],
    ['the first octet of one', '\x15'],
  ])('%s is told as such', async (_, reply) => {
    const { failure } = await answer(reply);
    expect(await failure).toMatchObject({
      clause: 'rfc9112/4/status-line',
      guard: 'statusLineIsMalformed',
      phase: 'upgrade',
      message:
        'the reply cannot be read: a TLS alert, so the port speaks TLS: wss was expected (https of a proxy) (RFC 9112 §4)',
    });
  });

  test('a server of Node’s closes without a word', async () => {
    const server = await scriptTls(trusted);
    const { failure } = start(server.url.replace('wss://localhost', 'ws://127.0.0.1'));
    expect(await failure).toMatchObject({ clause: 'service/7/closed-without-response' });
    expect(await server.faults.take()).toBe('ERR_SSL_HTTP_REQUEST');
  });
});
