import { describe, expect, test, vi } from 'vitest';
import { refuse } from '../../src/server/index.ts';
import { faultlessRequest } from '../models/decisions/server-expectation.ts';
import { acceptance, badRequest, opening, serve } from './serve.ts';

test('an acceptance is told once, with its clause, its facts and the peer', async () => {
  const { dial, outcomes, clock } = await serve();
  const peer = await dial();
  await clock.runs(1);
  clock.advance(25);
  await peer.send(opening);
  await peer.until('\r\n\r\n');
  expect(outcomes.all).toEqual([
    {
      type: 'accepted',
      clause: 'rfc6455/4.2.2/status-101',
      source: 'RFC 6455 §4.2.2',
      guard: 'otherwise',
      status: 101,
      closeCode: null,
      method: 'GET',
      target: '/chat',
      facts: { ...faultlessRequest, subprotocol: 'absent', origin: 'absent' },
      problem: null,
      error: null,
      remoteAddress: '127.0.0.1',
      remotePort: peer.socket.localPort,
      durationMs: 25,
    },
  ]);
});

test('a refusal is told once, with its clause, its guard and its status', async () => {
  const { ask, outcomes } = await serve();
  await ask(opening.replace('Version: 13', 'Version: 8'));
  expect(outcomes.all).toMatchObject([
    {
      type: 'refused',
      clause: 'rfc6455/4.2.2/version-unsupported',
      source: 'RFC 6455 §4.2.2',
      guard: 'versionIsNot13',
      status: 426,
      method: 'GET',
      target: '/chat',
      facts: { version: 'other', key: 'ok' },
      problem: null,
    },
  ]);
});

test('a fault of syntax is told with what is wrong', async () => {
  const { ask, outcomes } = await serve();
  await ask(opening.replace('Host:', 'Host :'));
  expect(outcomes.all).toMatchObject([
    { clause: 'rfc9112/5/field-lines', problem: 'white space before the colon', method: null },
  ]);
});

test('nothing of an outcome is on the wire', async () => {
  const { ask } = await serve();
  const reply = await ask(opening.replace('Host: server.example.com\r\n', ''));
  expect(reply).toBe(badRequest);
  expect(reply).not.toMatch(/rfc|service|host|clause|ws101/i);
});

test('what the application answered is told with its status, its error and the time that it took', async () => {
  const thrown = new Error('no database');
  const { ask, outcomes, clock } = await serve({
    authorize({ query }) {
      clock.advance(40);
      if (query === 'throw') throw thrown;
      return refuse(402, { headers: [['Set-Cookie', 'a=b']], body: 'pay' });
    },
  });
  await ask(opening);
  await ask(opening.replace('/chat', '/chat?throw'));
  expect(outcomes.all).toMatchObject([
    {
      ...{ type: 'refused', clause: 'rfc6455/4.2.2/refused-by-application', source: 'RFC 6455 §4.2.2' },
      ...{ guard: 'authorizationIsRefused', status: 402, error: null, durationMs: 40 },
    },
    {
      ...{ type: 'refused', clause: 'rfc9110/15.6.1/internal-error', source: 'RFC 9110 §15.6.1' },
      ...{ guard: 'authorizationThrew', status: 500, error: thrown, durationMs: 40 },
    },
  ]);
  expect(JSON.stringify(outcomes.all)).not.toMatch(/a=b|pay/);
});

describe('credentials in the target are replaced', () => {
  test.each([
    ['/chat?token=secret', '/chat?token=***'],
    ['/chat?a=b&access_token=secret&c=d', '/chat?a=***&access_token=***&c=***'],
    ['/chat?to%6ben=secret', '/chat?to%6ben=***'],
    ['/chat?token=secret#secret', '/chat?token=***'],
    ['http://server.example.com/chat?token=secret', 'http://server.example.com/chat?token=***'],
    ['http://user:secret@a/chat', 'http://***@a/chat'],
    ['/chat?a=1', '/chat?a=1'],
  ])('%s is told as %s', async (target, told) => {
    const { dial, outcomes } = await serve();
    await (await dial()).send(opening.replace('/chat', target));
    expect((await outcomes.take()).target).toBe(told);
  });
});

test('each of several connections is told once', async () => {
  const { begin, ask, outcomes } = await serve();
  await ask('\n');
  await ask(opening.replace('Version: 13', 'Version: 8'));
  const peer = await begin(opening);
  await peer.until('\r\n\r\n');
  peer.end();
  expect(outcomes.all.map(({ type, status }) => [type, status])).toEqual([
    ['refused', 400],
    ['refused', 426],
    ['accepted', 101],
  ]);
});

test('an observer that throws does not disturb the reply; what it throws is uncaught', async () => {
  const microtasks: (() => void)[] = [];
  const spy = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => {
    microtasks.push(task);
  });
  const { begin, ask, server } = await serve({
    onConnection() {
      throw new Error('thrown by onConnection');
    },
    onOutcome() {
      throw new Error('thrown by onOutcome');
    },
  });
  const peer = await begin(opening);
  expect(await peer.until('\r\n\r\n')).toBe(acceptance);
  peer.reset();
  expect(await ask('\n')).toBe(badRequest);
  spy.mockRestore();
  expect(server.pending).toBe(0);
  expect(microtasks).toHaveLength(3);
  expect(microtasks[0]).toThrow('thrown by onOutcome');
  expect(microtasks[1]).toThrow('thrown by onConnection');
  expect(microtasks[2]).toThrow('thrown by onOutcome');
});
