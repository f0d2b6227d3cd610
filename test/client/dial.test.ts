import { describe, expect, test } from 'vitest';
import { connect } from '../../src/client/index.ts';
import { findFreePort } from '../process-group.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance, script } from './scripted-server.ts';
import { ask, start } from './start.ts';

describe('a host that is not reached: failed', () => {
  test('the name is not resolved', async () => {
    const cause = new Error('no such name');
    const { failure, events, clock } = start('ws://server.example.com/', {
      lookup: () => Promise.reject(cause),
    });
    expect(await failure).toMatchObject({
      clause: 'rfc6455/4.1/connection-failed',
      phase: 'dns',
      state: 'failed',
      cause,
      message: 'the host server.example.com cannot be resolved: no such name (RFC 6455 §4.1)',
      timeline: { dns: null, tcp: null, tls: null, upgrade: null, open: null },
    });
    expect(events).toEqual(['error', 'close']);
    expect(clock.waiting).toBe(0);
  });

  test('a lookup that throws at once', async () => {
    const cause = new Error('no resolver');
    const { failure } = start('ws://server.example.com/', {
      lookup: () => {
        throw cause;
      },
    });
    expect(await failure).toMatchObject({ phase: 'dns', cause });
  });

  test('the name has no address', async () => {
    const { failure } = start('ws://server.example.com/', { lookup: async () => [] });
    expect(await failure).toMatchObject({
      clause: 'rfc6455/4.1/connection-failed',
      phase: 'tcp',
      cause: { message: 'server.example.com has no address' },
      timeline: { dns: expect.any(Number), tcp: null },
      message:
        'no TCP connection to server.example.com:80: server.example.com has no address (RFC 6455 §4.1)',
    });
  });

  test.each([
    ['a name', ['localhost'], '"localhost" is no IP address'],
    ['nothing', [''], '"" is no IP address'],
    ['an address in brackets', ['[::1]'], '"[::1]" is no IP address'],
    ['an address with a port', ['127.0.0.1:80'], '"127.0.0.1:80" is no IP address'],
    ['an IPv4 address with a zero before a digit', ['127.0.0.01'], '"127.0.0.01" is no IP address'],
    ['a path', ['/tmp/socket'], '"/tmp/socket" is no IP address'],
    ['a name behind an address', ['127.0.0.1', 'localhost'], '"localhost" is no IP address'],
  ])('the lookup gives %s: nothing is connected to', async (_, addresses, problem) => {
    const server = await script();
    const { failure, events, clock } = start(`ws://server.example.com:${server.port}/`, {
      lookup: async () => addresses,
    });
    expect(await failure).toMatchObject({
      clause: 'rfc6455/4.1/connection-failed',
      phase: 'dns',
      state: 'failed',
      cause: { name: 'TypeError', message: problem },
      message: `the host server.example.com cannot be resolved: ${problem} (RFC 6455 §4.1)`,
      timeline: { dns: null, tcp: null },
    });
    expect(events).toEqual(['error', 'close']);
    expect(clock.waiting).toBe(0);
    await exchangeElsewhere();
    expect(server.peers.all).toEqual([]);
  });

  test('the connection is refused', async () => {
    const port = await findFreePort();
    const { failure, events } = start(`ws://127.0.0.1:${port}/`);
    const error = await failure;
    expect(error).toMatchObject({
      clause: 'rfc6455/4.1/connection-failed',
      phase: 'tcp',
      state: 'failed',
      cause: { code: 'ECONNREFUSED' },
      message: `no TCP connection to 127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port} (RFC 6455 §4.1)`,
    });
    expect(error.timeline).toMatchObject({ tcp: null, upgrade: null, open: null });
    expect(events).toEqual(['error', 'close']);
  });

  test('of several addresses that are refused, the last is the cause', async () => {
    const port = await findFreePort();
    const { failure } = start(`ws://server.example.com:${port}/`, {
      lookup: async () => ['127.0.0.1', '127.0.0.2'],
    });
    expect((await failure).message).toBe(
      `no TCP connection to server.example.com:${port}: connect ECONNREFUSED 127.0.0.2:${port} (RFC 6455 §4.1)`,
    );
  });

  test('connect() rejects with the same error', async () => {
    const port = await findFreePort();
    await expect(connect(`ws://127.0.0.1:${port}/`)).rejects.toMatchObject({
      name: 'HandshakeError',
      phase: 'tcp',
      cause: { code: 'ECONNREFUSED' },
    });
  });
});

describe('the addresses of a host', () => {
  test('are tried in their order until one answers', async () => {
    const lookup = async () => ['::1', '127.0.0.1'];
    const { connection, events, peer } = await ask({ lookup }, 'ws://server.example.com:{port}/');
    await peer.reply(acceptance);
    await connection;
    expect(events).toEqual(['open']);
  });

  test('are not tried any further once one has answered, whatever it says', async () => {
    const lookup = async () => ['127.0.0.1', '127.0.0.1'];
    const { failure, server, peer } = await ask({ lookup }, 'ws://server.example.com:{port}/');
    await peer.reply('SMTP');
    expect(await failure).toMatchObject({ clause: 'rfc9112/4/status-line' });
    expect(server.peers.all).toHaveLength(1);
  });

  test('those of the system are used by default', async () => {
    const { connection, peer } = await ask({}, 'ws://localhost:{port}/');
    await peer.reply(acceptance);
    expect((await connection).reply.status).toBe(101);
  });
});
