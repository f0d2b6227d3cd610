import { describe, expect, onTestFinished, test } from 'vitest';
import { type HandshakeEvents, type HandshakeOptions, startHandshake } from '../../src/client/index.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { Mailbox } from '../mailbox.ts';
import { acceptance, script } from './scripted-server.ts';

const refusal = 'HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n';

/** What is thrown and not caught until the test is over, which would fail the run otherwise. */
function catchUncaught(onUncaught: () => void): Mailbox<unknown> {
  const uncaught = new Mailbox<unknown>();
  const listeners = process.rawListeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', (error) => {
    onUncaught();
    uncaught.put(error);
  });
  onTestFinished(() => {
    process.removeAllListeners('uncaughtException');
    for (const listener of listeners) {
      process.on('uncaughtException', (...told) => listener.apply(process, told));
    }
  });
  return uncaught;
}

/** A handshake that gets the reply, with a listener of each event that throws; and what was seen in which order. */
async function answer(reply: string, names: readonly (keyof HandshakeEvents)[], options: HandshakeOptions) {
  const server = await script();
  const clock = new HandClock();
  const seen: string[] = [];
  const uncaught = catchUncaught(() => seen.push('uncaught'));
  const handshake = startHandshake(server.url, { clock, ...options });
  handshake.on('open', ({ socket }) => onTestFinished(() => void socket.destroy()));
  for (const name of names) {
    handshake.on(name, () => {
      seen.push(name);
      throw new Error(`thrown by ${name}`);
    });
  }
  const peer = await server.peers.take();
  await peer.reply(reply);
  return { clock, handshake, peer, seen, server, uncaught };
}

describe.each(['compiled', 'actor'] as const)('what a listener throws is uncaught, %s', (interpreter) => {
  test('by open: the connection stays open, and the next handshake has its turn', async () => {
    const { clock, peer, seen, server, uncaught } = await answer(acceptance, ['open', 'close'], {
      interpreter,
    });
    expect(await uncaught.take()).toEqual(new Error('thrown by open'));
    expect(seen).toEqual(['open', 'uncaught']);
    expect(clock.waiting).toBe(0);
    expect(peer.socket.readableEnded).toBe(false);
    startHandshake(server.url, { clock: new HandClock() }).on('error', () => {});
    expect(await (await server.peers.take()).request()).toContain('GET /chat HTTP/1.1\r\n');
  });

  test('by error and by close: both come, before either is uncaught', async () => {
    const { clock, peer, seen, uncaught } = await answer(refusal, ['error', 'close'], { interpreter });
    expect(await uncaught.take()).toEqual(new Error('thrown by error'));
    expect(await uncaught.take()).toEqual(new Error('thrown by close'));
    expect(seen).toEqual(['error', 'close', 'uncaught', 'uncaught']);
    expect(clock.waiting).toBe(0);
    await peer.ended;
  });

  test('by onFailure: error and close come all the same', async () => {
    const onFailure = () => {
      throw new Error('thrown by onFailure');
    };
    const server = await script();
    const seen: string[] = [];
    const uncaught = catchUncaught(() => seen.push('uncaught'));
    const handshake = startHandshake(server.url, { interpreter, onFailure });
    handshake.on('error', () => seen.push('error')).on('close', () => seen.push('close'));
    await (await server.peers.take()).reply(refusal);
    expect(await uncaught.take()).toEqual(new Error('thrown by onFailure'));
    expect(seen).toEqual(['error', 'close', 'uncaught']);
  });

  test('an error that nobody listens to is uncaught itself, and close comes', async () => {
    const { seen, uncaught } = await answer(refusal, ['close'], { interpreter });
    expect(await uncaught.take()).toMatchObject({ name: 'HandshakeError', status: 403 });
    expect(await uncaught.take()).toEqual(new Error('thrown by close'));
    expect(seen).toEqual(['close', 'uncaught', 'uncaught']);
  });

  test('by error at the deadline: close comes, and so do other timers', async () => {
    const { clock, seen, uncaught } = await answer('', ['error', 'close'], { interpreter });
    let ticks = 0;
    clock.after(10_000, () => {
      ticks += 1;
    });
    clock.advance(10_000);
    expect(seen).toEqual(['error', 'close']);
    expect(ticks).toBe(1);
    expect(await uncaught.take()).toEqual(new Error('thrown by error'));
    expect(await uncaught.take()).toEqual(new Error('thrown by close'));
  });
});
