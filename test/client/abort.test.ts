import { describe, expect, test } from 'vitest';
import { connect } from '../../src/client/index.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance, script } from './scripted-server.ts';
import { answer, ask, start } from './start.ts';

const reason = new Error('nobody waits');

describe('a handshake that is aborted fails with the reason as its cause', () => {
  test('before it starts: nothing is looked up', async () => {
    const lookups: string[] = [];
    const { failure, events, clock } = start('ws://server.example.com/', {
      signal: AbortSignal.abort(reason),
      lookup: async (host) => {
        lookups.push(host);
        return ['127.0.0.1'];
      },
    });
    expect(events).toEqual([]);
    expect(await failure).toMatchObject({
      clause: 'rfc6455/7.1.7/no-close-frame',
      state: 'failed',
      cause: reason,
      message: 'the handshake was aborted (RFC 6455 §7.1.7)',
    });
    expect(events).toEqual(['error', 'close']);
    expect(lookups).toEqual([]);
    expect(clock.waiting).toBe(0);
  });

  test('before it starts: connect() rejects', async () => {
    const connecting = connect('ws://127.0.0.1:1/', { signal: AbortSignal.abort(reason) });
    await expect(connecting).rejects.toMatchObject({ cause: reason });
  });

  test('while a name is looked up: no connection is made, even if the name is resolved later', async () => {
    const server = await script();
    const controller = new AbortController();
    let resolveName = (_: readonly string[]) => {};
    const { failure } = start(server.url, {
      signal: controller.signal,
      lookup: () =>
        new Promise((resolve) => {
          resolveName = resolve;
        }),
    });
    controller.abort(reason);
    expect(await failure).toMatchObject({ phase: 'dns', cause: reason });
    resolveName(['127.0.0.1']);
    await exchangeElsewhere();
    expect(server.peers.all).toEqual([]);
  });

  test('while it waits for its turn: no connection is made, and the line goes on', async () => {
    const controller = new AbortController();
    const { server, peer, connection } = await ask();
    const second = start(server.url, { signal: controller.signal });
    const third = start(server.url);
    await exchangeElsewhere();
    controller.abort(reason);
    expect(await second.failure).toMatchObject({
      phase: 'turn',
      cause: reason,
      message: 'the handshake was aborted (RFC 6455 §7.1.7)',
    });
    await peer.reply(acceptance);
    await connection;
    const next = await server.peers.take();
    await next.reply(acceptance);
    await third.connection;
    expect(server.peers.all).toHaveLength(2);
  });

  test('while it connects: no request is sent, and the line goes on', async () => {
    const server = await script();
    const controller = new AbortController();
    const { failure, events } = start(server.url, {
      signal: controller.signal,
      lookup: async () => {
        // Runs after the connecting has begun, and before the system tells how it went.
        setImmediate(() => controller.abort(reason));
        return ['127.0.0.1'];
      },
    });
    expect(await failure).toMatchObject({ phase: 'tcp', cause: reason, timeline: { tcp: null } });
    expect(events).toEqual(['error', 'close']);
    const { connection } = start(server.url);
    const peers = [await server.peers.take(), await server.peers.take()];
    expect(await peers[0]?.ended).toBe('');
    await peers[1]?.reply(acceptance);
    await connection;
    expect(events).toEqual(['error', 'close']);
  });

  test.each([
    ['ws:', {}],
    ['wss:', {}],
    ['ws:', { proxy: true }],
  ])(
    'at the moment when it is connected, for %s %j: no request is sent, and the line goes on',
    async (scheme, through) => {
      const server = await script();
      const controller = new AbortController();
      const clock = new HandClock();
      const times = [0, 1]; // of the start and of the lookup
      const now = () => times.shift() ?? Number(controller.abort(reason));
      const proxy = 'proxy' in through ? { proxy: `http://127.0.0.1:${server.port}` } : {};
      const url = server.url.replace('ws:', scheme);
      const { failure } = start(url, { signal: controller.signal, clock: { ...clock, now }, ...proxy });
      expect(await failure).toMatchObject({ phase: 'tcp', cause: reason });
      expect(await (await server.peers.take()).ended).toBe('');
      const { connection } = start(server.url);
      await (await server.peers.take()).reply(acceptance);
      await connection;
    },
  );

  test('while it waits for the reply: the socket is closed, and nothing more is sent', async () => {
    const controller = new AbortController();
    const { failure, events, clock, peer } = await ask({ signal: controller.signal });
    const request = await peer.request();
    controller.abort(reason);
    expect(await failure).toMatchObject({ phase: 'upgrade', cause: reason });
    expect(await peer.ended).toBe(request);
    expect(events).toEqual(['error', 'close']);
    expect(clock.waiting).toBe(0);
  });

  test('a reason that is no error is the cause as well', async () => {
    const controller = new AbortController();
    const { failure } = await ask({ signal: controller.signal });
    controller.abort('enough');
    expect((await failure).cause).toBe('enough');
  });
});

test('a signal that is aborted once the connection is open does nothing', async () => {
  const controller = new AbortController();
  const { connection, events, peer } = await answer(acceptance, { signal: controller.signal });
  const { socket } = await connection;
  controller.abort(reason);
  socket.write('frames');
  expect(await peer.until('frames')).toContain('frames');
  expect(events).toEqual(['open']);
});

test('a signal that is aborted after a failure does nothing', async () => {
  const controller = new AbortController();
  const { failure, events } = await answer('SMTP', { signal: controller.signal });
  await failure;
  controller.abort(reason);
  expect(events).toEqual(['error', 'close']);
});
