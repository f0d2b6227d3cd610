import { TLSSocket, type TlsOptions } from 'node:tls';
import { describe, expect, test } from 'vitest';
import type { Pair } from '../../src/verify/peer/certificate.ts';
import { certificates } from '../certificate.ts';
import { startProxy } from '../client/proxy.ts';
import { acceptance, scriptTls } from '../client/scripted-server.ts';
import { failSecured, openSecured, tls } from '../client/secured.ts';
import { ask, start } from '../client/start.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { clause } from './clause.ts';

const { trusted, expired, notYetValid, otherName, selfSigned, unknownIssuer } = certificates;

const opened = (options: TlsOptions, host?: string) => openSecured(options, { tls }, host);

/** How a handshake fails with a server of TLS, and what that has received. */
async function failed(options: TlsOptions) {
  const { error, events, received } = await failSecured(options);
  const { clause: id, phase, guard, state } = error;
  return { clause: id, phase, guard, state, events, received };
}

const refusal = { phase: 'tls', state: 'failed', events: ['error', 'close'], received: '' };

/** A handshake by wss with what does not speak TLS, and what that hears first. */
async function begun(scheme: 'ws' | 'wss') {
  const asked = await ask({ tls }, `${scheme}://localhost:{port}/chat`);
  await exchangeElsewhere();
  return { ...asked, first: asked.peer.received.slice(0, 3) };
}

describe(clause('rfc6455/4.1/tls-before-handshake'), () => {
  test('wss: the first octets are those of TLS, and the opening is not among them', async () => {
    const { first, peer } = await begun('wss');
    expect(first).toBe('\x16\x03\x01');
    expect(peer.received).not.toMatch(/GET|chat|Upgrade/);
  });

  test('wss: the opening comes once TLS is done', async () => {
    const { peer } = await opened(trusted);
    expect(peer.received).toMatch(/^GET \/chat HTTP\/1\.1\r\n/);
  });

  test('ws: the opening comes at once', async () => {
    const { first } = await begun('ws');
    expect(first).toBe('GET');
  });
});

describe(clause('rfc6455/4.1/tls-failure'), () => {
  test.each<[string, string]>([
    ['plain HTTP', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n'],
    ['an alert', '\x15\x03\x03\x00\x02\x02\x28'],
    ['garbage', 'SMTP ready\r\n'],
  ])('failed: %s where TLS was expected', async (_, octets) => {
    const { peer, failure, events } = await begun('wss');
    await peer.send(octets);
    expect(await failure).toMatchObject({ clause: 'rfc6455/4.1/tls-failure', phase: 'tls', state: 'failed' });
    expect(events).toEqual(['error', 'close']);
    expect(await peer.ended).not.toContain('GET');
  });

  test('failed: the connection ends in the middle of TLS', async () => {
    const { peer, failure } = await begun('wss');
    peer.end();
    expect(await failure).toMatchObject({ clause: 'rfc6455/4.1/tls-failure', guard: 'handshakeIsCut' });
  });

  test('open: TLS that succeeds', async () => {
    const { connection } = await opened(trusted);
    expect(connection.reply.status).toBe(101);
  });
});

describe(clause('rfc6455/4.1/certificate-verified'), () => {
  test.each<[string, Pair, string]>([
    ['expired', expired, 'certificateIsExpired'],
    ['not yet valid', notYetValid, 'certificateIsNotYetValid'],
    ['for another host', otherName, 'certificateNamesAnotherHost'],
    ['signed by itself', selfSigned, 'certificateIsSelfSigned'],
    ['issued by nobody known', unknownIssuer, 'certificateIssuerIsUnknown'],
  ])('failed: a certificate that is %s', async (_, pair, guard) => {
    expect(await failed(pair)).toEqual({ ...refusal, clause: 'rfc6455/4.1/certificate-verified', guard });
  });

  test.each(['localhost', '127.0.0.1'])('open: a certificate that is right, for %s', async (host) => {
    const { connection } = await opened(trusted, host);
    expect((connection.socket as TLSSocket).authorized).toBe(true); // wss gives no other socket
  });
});

describe(clause('rfc6455/4.1/tls-all-traffic'), () => {
  test('no octet of the handshake or of a frame goes over the wire as it is', async () => {
    const server = await scriptTls(trusted);
    const wire = await startProxy();
    const { connection } = start(server.url, { tls, proxy: `http://127.0.0.1:${wire.port}` });
    const peer = await server.peers.take();
    await peer.reply(acceptance);
    const { socket } = await connection;
    expect(socket).toBeInstanceOf(TLSSocket);
    socket.write('frames');
    await peer.until('frames');
    const passed = Buffer.concat(wire.passed).toString('latin1');
    expect(passed.slice(0, 2)).toBe('\x16\x03');
    expect(passed).not.toMatch(/GET|chat|HTTP|Sec-WebSocket|frames/);
  });
});

describe(clause('rfc6455/4.1/server-name'), () => {
  test.each([
    ['localhost', 'localhost'],
    ['LOCALHOST', 'localhost'],
    ['127.0.0.1', false],
  ])('%s is named as %s', async (host, name) => {
    const { socket } = await opened(trusted, host);
    expect(socket?.servername).toBe(name);
  });
});

describe(clause('rfc6455/10.6/client-tls-supported'), () => {
  test.each(['TLSv1.2', 'TLSv1.3'] as const)('open: %s', async (version) => {
    const { socket } = await opened({ ...trusted, minVersion: version, maxVersion: version });
    expect(socket?.getProtocol()).toBe(version);
  });
});

describe(clause('rfc6455/10.6/strong-tls'), () => {
  test.each(['TLSv1', 'TLSv1.1'] as const)('failed: a server that speaks %s alone', async (version) => {
    const weak = { minVersion: 'TLSv1', maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    expect(await failed({ ...trusted, ...weak })).toEqual({
      ...refusal,
      clause: 'rfc6455/4.1/tls-failure',
      guard: 'handshakeFailed',
    });
  });

  test('open: a server that speaks it besides', async () => {
    const both = { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const { socket } = await opened({ ...trusted, ...both });
    expect(socket?.getProtocol()).toBe('TLSv1.3');
  });
});
