import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { accept, firstMessage } from '../../src/server/index.ts';
import { RawConnection } from '../../src/verify/peer/connection/raw-connection.ts';
import { certificates } from '../certificate.ts';
import { exchangeElsewhere, RawPeer } from '../raw-peer.ts';
import { startAttached } from './attach.ts';
import { acceptance, badRequest, opening, refusal, serve } from './serve.ts';
import { serveTls } from './tls.ts';

const fieldsTooLarge = refusal('431 Request Header Fields Too Large');

const targetTooLong = refusal('414 URI Too Long');

const serviceUnavailable = refusal('503 Service Unavailable');

describe('limits of a head', () => {
  // The opening has 161 octets and five field lines, its target five octets.
  test.each([
    ['a head of exactly the limit', { headOctets: 161 }],
    ['exactly as many fields as the limit', { fields: 5 }],
    ['a target of exactly the limit', { targetOctets: 5 }],
  ])('%s passes', async (_, limits) => {
    const { open } = await serve({ limits });
    expect(await open(opening)).toBe(acceptance);
  });

  test.each([
    ['a head of one octet more than the limit: 431', { headOctets: 160 }, 'headIsTooLarge', fieldsTooLarge],
    ['one field more than the limit: 431', { fields: 4 }, 'fieldsAreTooMany', fieldsTooLarge],
    ['a target of one octet more than the limit: 414', { targetOctets: 4 }, 'targetIsTooLong', targetTooLong],
  ])('%s', async (_, limits, guard, reply) => {
    const { ask, outcomes } = await serve({ limits });
    expect(await ask(opening)).toBe(reply);
    expect(outcomes.all).toMatchObject([{ type: 'refused', guard }]);
  });
});

describe('the limit on pending handshakes', () => {
  test('the next one is refused with 503 before anything is read of it', async () => {
    const { server, dial, clock, outcomes } = await serve({ limits: { pending: 2 } });
    await dial();
    await dial();
    await clock.runs(2);
    const next = await dial();
    expect(await next.ended).toBe(serviceUnavailable);
    expect(server.pending).toBe(2);
    expect(outcomes.all).toMatchObject([
      {
        type: 'refused',
        clause: 'rfc9110/15.6.4/overloaded',
        guard: 'pendingLimitIsReached',
        status: 503,
        method: null,
        target: null,
      },
    ]);
  });

  test('an accepted one frees its place', async () => {
    const { server, dial, clock, connections, open } = await serve({ limits: { pending: 1 } });
    const first = await dial();
    await clock.runs(1);
    await first.send(opening);
    await connections.take();
    expect(server.pending).toBe(0);
    expect(await open(opening)).toBe(acceptance);
  });

  test('one whose connection is reset frees its place', async () => {
    const { dial, clock, outcomes, open } = await serve({ limits: { pending: 1 } });
    const first = await dial();
    await clock.runs(1);
    first.reset();
    await outcomes.take();
    expect(await open(opening)).toBe(acceptance);
  });

  test('refused peers that linger do not count', async () => {
    const { server, begin, open } = await serve({ limits: { pending: 1 } });
    const first = await begin('\n', { allowHalfOpen: true });
    await first.ended;
    const second = await begin('\n', { allowHalfOpen: true });
    expect((await second.ended).slice(0, 12)).toBe('HTTP/1.1 400');
    expect(server.pending).toBe(0);
    expect(await open(opening)).toBe(acceptance);
  });

  test('no more than twice as many peers are waited for, and each still gets its whole reply', async () => {
    const { server, dial, clock } = await serve({ limits: { pending: 3 } });
    const peers: RawPeer[] = [];
    for (let count = 0; count < 20; count += 1) {
      const peer = await dial({ allowHalfOpen: true });
      peers.push(peer);
      await peer.send('\n');
      expect(await peer.ended).toBe(badRequest);
    }
    expect(clock.waiting).toBe(6);
    expect(server.pending).toBe(0);
    // Who is not waited for has no socket any more at the server: octets are answered by a reset.
    for (const text of ['answered by a reset', 'seen to be reset']) {
      for (const peer of peers) if (!peer.socket.destroyed) await peer.send(text);
      await exchangeElsewhere();
    }
    await Promise.all(peers.slice(6).map(({ closed }) => closed));
    expect(peers.map(({ socket }) => socket.destroyed)).toEqual([
      ...Array(6).fill(false),
      ...Array(14).fill(true),
    ]);
    clock.advance(2_000);
    await server.close();
    expect(clock.waiting).toBe(0);
  });

  test('a flood beyond the limit leaves as many sockets as may be waited for', async () => {
    const { server, dial, begin, clock } = await serve({ limits: { pending: 2 } });
    const held = [await dial({ allowHalfOpen: true }), await dial({ allowHalfOpen: true })];
    await clock.runs(2);
    const flood: RawPeer[] = [];
    for (let count = 0; count < 20; count += 1) {
      const peer = await dial({ allowHalfOpen: true });
      flood.push(peer);
      expect(await peer.ended).toBe(serviceUnavailable);
    }
    // Two handshakes are under way, and two peers are waited for.
    expect(clock.waiting).toBe(4);
    expect(server.pending).toBe(2);
    for (const peer of held) {
      await peer.send(opening);
      expect(await peer.until('\r\n\r\n')).toBe(acceptance);
    }
    expect(clock.waiting).toBe(2);
    // There is room again.
    const next = await begin('\n', { allowHalfOpen: true });
    expect(await next.ended).toBe(badRequest);
    expect(clock.waiting).toBe(3);
  });
});

describe('where one address has taken every place, another gets the oldest of them', () => {
  const { trusted } = certificates;
  const authorize = ({ path }: { path: string }) =>
    path === '/ask' ? new Promise<never>(() => {}) : accept();
  const held = { authentication: firstMessage('token') };
  const ask = opening.replace('/chat', '/ask');

  /** Dials from 127.0.0.2; where it is secured, it is by TLS. */
  async function dialElsewhere(port: number, isSecured: boolean): Promise<RawPeer> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    const secured = isSecured ? connectTls({ socket, ca: certificates.authority }) : socket;
    onTestFinished(() => void socket.destroy());
    const peer = new RawPeer(new RawConnection(secured));
    await once(secured, isSecured ? 'secureConnect' : 'connect');
    return peer;
  }

  test.each([
    ['says nothing', '', {}, /^HTTP\/1\.1 503 /],
    ['is within its head', opening.slice(0, 50), {}, /^HTTP\/1\.1 503 /],
    ['waits for the application', ask, { authorize }, /^HTTP\/1\.1 503 /],
    ['owes its first message', opening, held, /^HTTP\/1\.1 101 [\s\S]*authentication failed$/],
    ['says nothing where TLS is spoken', '', { tls: trusted }, /^$/],
  ])('when it %s', async (_, octets, options, farewell) => {
    const { server, dial } = await serve({ limits: { pending: 3 }, ...options });
    const silent = [await dial(), await dial(), await dial()];
    for (const peer of silent) await peer.send(octets);
    await exchangeElsewhere();
    expect(server.pending).toBe(3);
    const other = await dialElsewhere(server.port, 'tls' in options);
    expect(await silent[0]?.ended).toMatch(farewell);
    await other.send(opening);
    expect(await other.until('\r\n\r\n')).toBe(acceptance);
    expect(silent.slice(1).map(({ connection }) => connection.ending)).toEqual(['open', 'open']);
  });

  test('when a request before its opening is not answered', async () => {
    const {
      port,
      attachment,
      dial,
      held: requests,
    } = await startAttached({ '/chat': {} }, { limits: { pending: 2 } });
    const silent = [await dial(), await dial()];
    for (const peer of silent) {
      await peer.send(`GET /held HTTP/1.1\r\nHost: a\r\n\r\n${opening}`);
      await requests.take();
    }
    expect(attachment.pending).toBe(2);
    const other = await dialElsewhere(port, false);
    await other.send(opening);
    expect(await other.until('\r\n\r\n')).toBe(acceptance);
    await silent[0]?.closed;
    expect([silent[1]?.connection.ending, attachment.pending]).toEqual(['open', 1]);
  });

  test('peers that read their refusal keep nobody out where TLS is spoken', async () => {
    const { secured } = await serveTls({ limits: { pending: 1 } });
    for (let count = 0; count < 3; count += 1) {
      const peer = await secured.begin('\n', { allowHalfOpen: true });
      expect(await peer.ended).toBe(badRequest);
    }
  });

  test('but both have as many then: one that has no less is refused', async () => {
    const { server, dial } = await serve({ limits: { pending: 3 } });
    for (const peer of [await dial(), await dial(), await dial()]) await peer.send('GET');
    const others = [await dialElsewhere(server.port, false), await dialElsewhere(server.port, false)];
    expect(await others[1]?.ended).toBe(serviceUnavailable);
    expect(others[0]?.connection.ending).toBe('open');
  });
});
