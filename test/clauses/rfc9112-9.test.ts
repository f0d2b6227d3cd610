import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type AuthorizeRequest, accept, firstMessage } from '../../src/server/index.ts';
import { Mailbox } from '../mailbox.ts';
import { clause } from './clause.ts';
import { accepted, refused, request, shareServer } from './peer.ts';

const server = shareServer();
const asked = new Mailbox<AuthorizeRequest>();
const answers = new Mailbox<() => void>();
const asking = shareServer({
  authorize(opening) {
    asked.put(opening);
    return new Promise((resolve) => answers.put(() => resolve(accept())));
  },
});
const holding = shareServer({ authentication: firstMessage('right') });

const refusals = [
  ['400', request({ Host: null }), 400],
  ['404', request({}, 'GET / HTTP/1.1'), 404],
  ['405', request({}, 'POST /chat HTTP/1.1'), 405],
  ['414', request({}, `GET /${'a'.repeat(9_000)} HTTP/1.1`), 414],
  ['426', request({ 'Sec-WebSocket-Version': '8' }), 426],
  ['426 for a plain request', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n', 426],
  ['431', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`, 431],
  ['505', request({}, 'GET / HTTP/2.0'), 505],
] as const;

describe(clause('rfc9112/9.6/no-close-in-101'), () => {
  test.each([
    ['an opening', request()],
    ['one with the close option', request({ Connection: 'Upgrade, close' })],
  ])('Connection has nothing but Upgrade: %s', async (_, octets) => {
    const answer = await server.ask(octets);
    expect(answer).toMatchObject({ ...accepted, fields: { connection: ['Upgrade'] } });
  });
});

describe(clause('rfc9112/9.5/closed-at-any-time'), () => {
  const closed = { type: 'closed', clause: 'rfc9112/9.5/closed-at-any-time', guard: null };

  test.each([
    ['ends its side', (socket: Socket) => socket.end()],
    ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
  ])('a client that %s while the application is asked gets no reply', async (_, leave) => {
    const peer = await asking.dial(request());
    const { signal } = await asked.take();
    leave(peer.socket);
    expect(await asking.told(peer)).toMatchObject({ ...closed, status: null });
    expect(signal.aborted).toBe(true);
    (await answers.take())();
    await peer.ended();
    expect([peer.octets.length, asking.connections.has(peer.localPort)]).toEqual([0, false]);
  });

  test('a client that leaves before its first message is no connection', async () => {
    const peer = await holding.dial(request());
    await peer.until(({ octets }) => octets.includes('\r\n\r\n'), 'a reply');
    peer.socket.resetAndDestroy();
    expect(await holding.told(peer)).toMatchObject({ ...closed, status: 101 });
    expect(holding.connections.has(peer.localPort)).toBe(false);
  });

  test('a client that stays is answered', async () => {
    const answered = asking.ask(request());
    await asked.take();
    (await answers.take())();
    expect(await answered).toMatchObject(accepted);
  });
});

describe(clause('rfc9112/9.6/close-option-sent'), () => {
  test.each(refusals)('sent with a %s', async (_, octets, status) => {
    const answer = await server.ask(octets);
    expect(answer.status).toBe(status);
    expect(answer.fields['connection']).toEqual([status === 426 ? 'Upgrade, close' : 'close']);
  });

  test('not sent with a 101', async () => {
    expect(await server.ask(request())).toMatchObject({ ...accepted, fields: { connection: ['Upgrade'] } });
  });
});

describe(clause('rfc9112/9.6/close-after-close-option'), () => {
  test.each(refusals)('closed after a %s, and a second opening gets no answer', async (_, octets, status) => {
    const answer = await server.ask(octets + request());
    expect(answer).toMatchObject({ status, ended: true });
    expect(answer.octets.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
  });
});

describe(clause('rfc9112/9.6/close-option-received'), () => {
  test.each(['close, Upgrade', 'Upgrade, close', 'Close, upgrade'])(
    'accepted, and it changes nothing: %s',
    async (value) => {
      expect(await server.ask(request({ Connection: value }))).toMatchObject(accepted);
    },
  );

  test('refused and closed', async () => {
    const closing = request({ Connection: 'close, Upgrade', 'Sec-WebSocket-Version': '8' });
    expect(await server.ask(closing)).toMatchObject(
      refused(426, 'rfc6455/4.2.2/version-unsupported', 'versionIsNot13'),
    );
    expect(await server.ask(request({ Connection: 'close' }))).toMatchObject(
      refused(426, 'rfc6455/4.2.1/connection-token', 'connectionLacksUpgrade'),
    );
  });
});
