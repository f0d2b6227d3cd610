import { describe, expect, test, vi } from 'vitest';
import { exchangeElsewhere, RawPeer } from '../raw-peer.ts';
import { acceptance, badRequest, opening, serve } from './serve.ts';

describe('close()', () => {
  test('stops listening', async () => {
    const { server } = await serve();
    await server.close();
    await expect(RawPeer.connect(server.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('resolves at once when no handshake is under way', async () => {
    const { server } = await serve();
    expect(await server.close()).toBe(undefined);
  });

  test('lets handshakes that are under way finish, and resolves when none is left', async () => {
    const { server, dial, clock } = await serve();
    const [first, second] = [await dial(), await dial()];
    await clock.runs(2);
    const closed = vi.fn();
    const closing = server.close().then(closed);
    await first.send(opening);
    expect(await first.until('\r\n\r\n')).toBe(acceptance);
    await exchangeElsewhere();
    expect(closed).not.toHaveBeenCalled();
    await second.send('\n');
    expect(await second.ended).toBe(badRequest);
    await closing;
    expect(server.pending).toBe(0);
  });

  test('waits no longer than the deadline and the lingering time', async () => {
    const { server, dial, clock } = await serve();
    const peer = await dial({ allowHalfOpen: true });
    await clock.runs(1);
    const closed = vi.fn();
    const closing = server.close().then(closed);
    clock.advance(10_000);
    await peer.ended;
    expect(closed).not.toHaveBeenCalled();
    clock.advance(2_000);
    await closing;
  });

  test('may be called twice: both calls resolve', async () => {
    const { server, dial, clock } = await serve();
    const peer = await dial();
    await clock.runs(1);
    const closings = [server.close(), server.close()];
    peer.reset();
    expect(await Promise.all(closings)).toEqual([undefined, undefined]);
    expect(await server.close()).toBe(undefined);
  });

  test('leaves open connections to their owner', async () => {
    const { server, begin, connections } = await serve();
    const peer = await begin(opening);
    const { socket } = await connections.take();
    await server.close();
    socket.end('frames');
    expect(await peer.ended).toBe(`${acceptance}frames`);
  });
});

test('host, port and url say where the server listens', async () => {
  const { server } = await serve();
  expect(server.host).toBe('127.0.0.1');
  expect(server.url).toBe(`ws://127.0.0.1:${server.port}`);
});

test('a port that is taken rejects with the error of the system', async () => {
  const { server } = await serve();
  await expect(serve({ port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
