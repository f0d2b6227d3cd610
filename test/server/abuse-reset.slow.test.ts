import { EventEmitter, once } from 'node:events';
import { createConnection } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type AuthorizeRequest, accept, firstMessage } from '../../src/server/index.ts';
import { writeFrame } from '../frames/frame.ts';
import { runs } from '../property.ts';
import { startAttached } from './attach.ts';
import { opening, serve } from './serve.ts';
import { captureHello, serveTls } from './tls.ts';

/** How a peer goes about it before it resets: what it sends, and what it then waits for. */
type Stage = readonly [octets: string, awaits: 'nothing' | 'an answer' | 'the application'];

const ask = opening.replace('/chat', '/ask');
const auth = (token: string) => writeFrame('client', 0x81, `{"type":"auth","token":"${token}"}`);
const held = writeFrame('client', 0x81, 'held').repeat(3);

const openings: readonly Stage[] = [
  [opening, 'nothing'],
  [opening.replace('13', '8'), 'an answer'],
  [ask, 'the application'],
  [`${ask}frames`, 'the application'],
  [opening, 'an answer'],
  [opening + auth('token').slice(0, 9), 'an answer'],
  [opening + auth('token'), 'the application'],
  [opening + auth('token') + held, 'the application'],
  [opening + auth('valid') + held, 'an answer'],
  [opening + writeFrame('client', 0x81, 'no credential'), 'an answer'],
];
const stages: readonly Stage[] = [
  ['', 'nothing'],
  ['GET /', 'nothing'],
  [opening.slice(0, 100), 'nothing'],
  ['\n', 'nothing'],
  ['\n', 'an answer'],
  ...openings,
];

/** An endpoint that is asked, and never answers; it tells by the port of a peer that it was. */
function createEndpoint() {
  const asked = new EventEmitter();
  const never = ({ socket }: AuthorizeRequest) => {
    asked.emit(String(socket.remotePort));
    return new Promise<never>(() => {});
  };
  const endpoint = {
    authorize: (request: AuthorizeRequest) => (request.path === '/ask' ? never(request) : accept()),
    authentication: firstMessage((token, request) => (token === 'valid' ? true : never(request))),
  };
  return { endpoint, asked };
}

/** Opens connections, some at a time, that go through the stages in turn, and resets each. */
async function resetAll(port: number, count: number, plays: readonly Stage[], asked = new EventEmitter()) {
  let begun = 0;
  const work = async () => {
    while (begun < count) {
      const [octets, awaits] = plays[begun % plays.length] ?? ['', 'nothing'];
      begun += 1;
      const socket = createConnection({ host: '127.0.0.1', port, noDelay: true }).on('error', () => {});
      await once(socket, 'connect');
      const isAsked = awaits === 'the application' && once(asked, String(socket.localPort));
      if (octets) socket.write(octets, 'latin1');
      if (awaits === 'an answer') await once(socket, 'data');
      await isAsked;
      socket.resetAndDestroy();
    }
  };
  await Promise.all(Array.from({ length: 50 }, work));
}

/** What keeps the process alive. */
function countResources() {
  const kinds = process.getActiveResourcesInfo();
  const count = (kind: string) => kinds.filter((each) => each === kind).length;
  return { sockets: count('TCPSocketWrap'), servers: count('TCPServerWrap'), timers: count('Timeout') };
}

type Resources = ReturnType<typeof countResources>;

/** Waits until nothing more is alive than before; the timer of the test itself comes and goes. */
function isBackTo(before: Resources): Promise<void> {
  return until(() => {
    const now = countResources();
    return now.sockets === 0 && now.servers === before.servers && now.timers <= Math.max(before.timers, 1);
  });
}

/** Lets the event loop turn until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

describe('connections that are reset in the middle of their handshake leave nothing behind', () => {
  test('at every stage', async () => {
    const count = runs(1_500, 10_000);
    await until(() => countResources().sockets === 0);
    const before = countResources();
    const { endpoint, asked } = createEndpoint();
    const { server, clock, outcomes } = await serve({ ...endpoint, onConnection: () => {} });
    await resetAll(server.port, count, stages, asked);
    await until(() => outcomes.all.length === count);
    expect(server.pending).toBe(0);
    clock.advance(2_000);
    expect(clock.waiting).toBe(0);
    await server.close();
    await isBackTo(before);
    expect(new Set(outcomes.all.map(({ type }) => type))).toEqual(new Set(['closed', 'refused', 'accepted']));
  }, 120_000);

  test('on a server of Node’s', async () => {
    const count = runs(200, 1_000);
    await until(() => countResources().sockets === 0);
    const { endpoint, asked } = createEndpoint();
    const paths = { '/chat': { ...endpoint, onConnection: () => {} }, '/ask': endpoint };
    const { server, port, clock, outcomes, attachment } = await startAttached(paths);
    const before = countResources();
    const listeners = () => server.eventNames().map((name) => [name, server.listenerCount(name)]);
    const listenersBefore = listeners();
    await resetAll(port, count, openings.slice(1), asked);
    await until(() => outcomes.all.length === count);
    expect(attachment.pending).toBe(0);
    clock.advance(2_000);
    expect(clock.waiting).toBe(0);
    await isBackTo(before);
    expect(listeners()).toEqual(listenersBefore);
    await attachment.detach();
  });

  test('in the middle of TLS', async () => {
    const count = runs(200, 1_000);
    const hello = await captureHello();
    await until(() => countResources().sockets === 0);
    const before = countResources();
    const { server, clock, outcomes } = await serveTls();
    await resetAll(server.port, count, [
      ['', 'nothing'],
      [hello.slice(0, 30), 'nothing'],
      [hello, 'nothing'],
      [hello, 'an answer'],
      [opening, 'nothing'],
    ]);
    await until(() => outcomes.all.length === count);
    expect([server.pending, clock.waiting]).toEqual([0, 0]);
    await server.close();
    await isBackTo(before);
    expect(new Set(outcomes.all.map(({ type }) => type))).toEqual(new Set(['closed']));
  });
});
