import { describe, expect, test } from 'vitest';
import { behaviours } from '../../src/intermediary/behaviour.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { clause } from './clause.ts';
import { closed, connectTo, failed, hear, opened, reply, seen, shareServer, startRoute } from './peer.ts';

const server = shareServer();

describe(clause('service/3/not-101-failed'), () => {
  test('opened: 101', async () => {
    expect(await hear(reply())).toMatchObject(opened);
  });

  test.each([200, 400, 401, 403, 404, 426, 500, 503])('failed: %i', async (status) => {
    const answer = reply({ 'Content-Length': '0' }, `HTTP/1.1 ${status} No`);
    expect(await hear(answer)).toMatchObject(failed('rfc6455/4.1/status-101', 'statusIsNot101', status));
  });
});

describe(clause('service/3/accept-mismatch-closed'), () => {
  test('opened: the computed value', async () => {
    expect(await hear(reply())).toMatchObject(opened);
  });

  test('closed, at once: another value', async () => {
    const answer = reply({ 'Sec-WebSocket-Accept': 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=' });
    expect(await hear(answer)).toMatchObject(closed('rfc6455/4.1/accept-value', 'acceptIsWrong'));
  });
});

describe(clause('service/3/subprotocol-unoffered-closed'), () => {
  test('opened: one that was offered', async () => {
    const told = await hear(reply({ 'Sec-WebSocket-Protocol': 'chat' }), { subprotocols: ['chat'] });
    expect(told).toMatchObject(opened);
  });

  test('closed: one that was not offered', async () => {
    const told = await hear(reply({ 'Sec-WebSocket-Protocol': 'mqtt' }), { subprotocols: ['chat'] });
    expect(told).toMatchObject(closed('rfc6455/4.1/subprotocol-offered', 'subprotocolIsUnoffered'));
  });
});

describe(clause('service/3/no-response'), () => {
  test('opened: a reply one millisecond before the deadline', async () => {
    const clock = new HandClock();
    const told = await hear(
      (peer) => {
        clock.advance(9_999);
        peer.socket.write(reply({ 'Sec-WebSocket-Accept': peer.accept }));
      },
      { clock },
    );
    expect(told).toMatchObject(opened);
    clock.advance(1);
    expect(told.events).toEqual(['open']);
  });

  test.each([
    ['by default', 10_000, {}],
    ['as the user wants', 250, { deadline: 250 }],
  ])('failed: no reply at the deadline, %s', async (_, wait, options) => {
    const clock = new HandClock();
    const told = await hear(() => clock.advance(wait), { clock, ...options });
    expect(told).toMatchObject(failed('service/3/no-response', null, null));
  });

  test('failed: half a reply at the deadline', async () => {
    const clock = new HandClock();
    const told = await hear((peer) => peer.socket.write('HTTP/1.1 101 Sw', () => clock.advance(10_000)), {
      clock,
    });
    expect(told).toMatchObject(failed('service/3/no-response', null, null));
  });
});

describe(clause('service/3/proxy-drop'), () => {
  test('kept: a hop that carries the opening', async () => {
    const route = await startRoute(server.port);
    expect(await connectTo(route.port)).toMatchObject({ error: null });
    expect(route.passage()).toMatchObject(seen());
  });

  test.each([
    ['the opening comes', behaviours.dropsConnection, 'requestIsDropped'],
    ['the reply comes', behaviours.dropsReply, 'replyIsDropped'],
  ] as const)(
    'broken: a hop that drops the connection when %s; the client fails',
    async (_, behaviour, guard) => {
      const route = await startRoute(server.port, behaviour);
      const { error } = await connectTo(route.port);
      expect(error).toMatchObject({
        state: 'failed',
        clause: 'service/7/closed-without-response',
        status: null,
      });
      expect(route.passage()).toMatchObject({ ...seen(guard), returned: '' });
    },
  );
});
