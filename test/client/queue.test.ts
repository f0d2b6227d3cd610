import { describe, expect, test } from 'vitest';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance, script } from './scripted-server.ts';
import { ask, start } from './start.ts';

describe('no more than one handshake is under way with an IP address and port', () => {
  test.each([
    ['open', acceptance],
    ['refused', 'HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n'],
    ['closed', acceptance.replace('{accept}', '')],
  ])('the second connects only once the first is %s', async (_, reply) => {
    const { server, peer, ...first } = await ask();
    const second = start(server.url);
    await exchangeElsewhere();
    expect(server.peers.all).toHaveLength(1);
    await peer.reply(reply);
    const next = await server.peers.take();
    expect(first.events).not.toEqual([]);
    await next.reply(acceptance);
    await second.connection;
    expect(second.events).toEqual(['open']);
  });

  test('several go one after the other, in the order in which they came', async () => {
    const server = await script();
    const paths = ['/1', '/2', '/3', '/4'];
    const all = paths.map((path) => start(`ws://127.0.0.1:${server.port}${path}`));
    const seen: string[] = [];
    for (const { connection } of all) {
      const peer = await server.peers.take();
      seen.push((await peer.request()).split(' ')[1] ?? '');
      await exchangeElsewhere();
      expect(server.peers.all).toHaveLength(seen.length);
      await peer.reply(acceptance);
      await connection;
    }
    expect(seen).toEqual(['/1', '/2', '/3', '/4']);
  });

  test.each([
    ['127.0.0.1', '127.0.0.1', '::ffff:127.0.0.1'],
    ['127.0.0.1', '::ffff:127.0.0.1', '127.0.0.1'],
    ['127.0.0.1', '::ffff:127.0.0.1', '0:0:0:0:0:FFFF:7f00:1'],
    ['::1', '::1', '0:0:0:0:0:0:0:1'],
    ['::1', '0000:0000:0000:0000:0000:0000:0000:0001', '::0.0.0.1'],
  ])('to %s, written %s and %s', async (host, one, another) => {
    const server = await script(host);
    const first = start(`ws://one.example.com:${server.port}/`, { lookup: async () => [one] });
    const peer = await server.peers.take();
    const second = start(`ws://two.example.com:${server.port}/`, { lookup: async () => [another] });
    await exchangeElsewhere();
    expect(server.peers.all).toHaveLength(1);
    second.clock.advance(9_999);
    expect(second.events).toEqual([]);
    await peer.reply(acceptance);
    await first.connection;
    const next = await server.peers.take();
    await next.reply(acceptance);
    await second.connection;
  });

  test('other addresses are independent', async () => {
    const [one, two] = [await script('127.0.0.1'), await script('127.0.0.2')];
    start(one.url);
    await one.peers.take();
    const { connection } = start(`ws://two.example.com:${two.port}/`, {
      lookup: async () => ['::ffff:127.0.0.2'],
    });
    const peer = await two.peers.take();
    await peer.reply(acceptance);
    expect((await connection).reply.status).toBe(101);
  });

  test('other ports are independent', async () => {
    const [one, two] = [await script(), await script()];
    start(one.url);
    await one.peers.take();
    const { connection } = start(two.url);
    const peer = await two.peers.take();
    await peer.reply(acceptance);
    expect((await connection).reply.status).toBe(101);
  });

  test('an open connection does not hold up the next handshake', async () => {
    const server = await script();
    for (const _ of ['first', 'second', 'third']) {
      const { connection } = start(server.url);
      const peer = await server.peers.take();
      await peer.reply(acceptance);
      await connection;
    }
    expect(server.peers.all.map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
  });

  test('one whose deadline passes while it waits fails, and does not block the line', async () => {
    const { server, peer, ...first } = await ask();
    const second = start(server.url, { deadline: 1_000 });
    const third = start(server.url);
    await exchangeElsewhere();
    second.clock.advance(999);
    expect(second.events).toEqual([]);
    second.clock.advance(1);
    expect(await second.failure).toMatchObject({
      clause: 'service/3/no-response',
      phase: 'turn',
      state: 'failed',
      message: 'another handshake with this address did not end within 1000 ms (service §3)',
      timeline: { dns: 0, tcp: null, tls: null, upgrade: null, open: null },
    });
    expect(second.events).toEqual(['error', 'close']);
    expect(second.clock.waiting).toBe(0);
    await exchangeElsewhere();
    expect(server.peers.all).toHaveLength(1);
    await peer.reply(acceptance);
    await first.connection;
    const next = await server.peers.take();
    await next.reply(acceptance);
    await third.connection;
    expect(server.peers.all).toHaveLength(2);
    expect(second.events).toEqual(['error', 'close']);
  });
});
