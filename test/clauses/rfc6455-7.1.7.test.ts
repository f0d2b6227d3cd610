import { describe, expect, test } from 'vitest';
import { clauses } from '../../models/index.ts';
import { clause } from './clause.ts';
import { closed, failed, hear, opened, refused, reply, request, shareServer } from './peer.ts';

const server = shareServer();

describe(clause('rfc6455/7.1.7/closed-on-failure'), () => {
  // `hear` resolves once the client's side of the connection is closed.
  test.each([
    ['no WebSocket at all', 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'],
    ['no HTTP at all', '220 smtp.example.com ready\r\n'],
  ])('failed, and the connection ends: %s', async (_, answer) => {
    expect(await hear(answer)).toMatchObject({ state: 'failed', events: ['error', 'close'] });
  });

  test('closed, and the connection ends: no accept value', async () => {
    expect(await hear(reply({ 'Sec-WebSocket-Accept': null }))).toMatchObject(
      closed('rfc6455/4.1/accept-present', 'acceptIsAbsent'),
    );
  });
});

describe(clause('rfc6455/7.1.7/failure-reported'), () => {
  test('the error names the clause, its source, the phase and what was seen', async () => {
    const { error } = await hear(reply({ Upgrade: 'h2c' }));
    expect(error).toMatchObject({
      ...{ clause: 'rfc6455/4.1/reply-upgrade-websocket', source: 'RFC 6455 §4.1' },
      ...{ phase: 'upgrade', state: 'failed', guard: 'upgradeIsNotWebsocket', status: 101 },
      reason: 'Switching Protocols',
    });
    expect(error?.message).toContain('h2c');
  });
});

describe(clause('rfc6455/7.1.7/no-close-frame'), () => {
  test.each([
    ['a fault before the accept value', reply({ Upgrade: null })],
    ['a fault from the accept value onward', reply({ 'Sec-WebSocket-Accept': null })],
    ['an extension that was not offered', reply({ 'Sec-WebSocket-Extensions': 'foo' })],
    ['a refusal', 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'],
  ])('nothing is sent behind the opening: %s', async (_, answer) => {
    expect(await hear(answer)).toMatchObject({ events: ['error', 'close'], behind: '' });
  });

  test('nothing is sent behind the opening: the user gives up', async () => {
    const giveUp = new AbortController();
    const told = await hear(() => giveUp.abort(), { signal: giveUp.signal });
    expect(told).toMatchObject(failed('rfc6455/7.1.7/no-close-frame', null, null));
  });
});

describe(clause('rfc6455/7.1.7/no-further-data'), () => {
  test('a valid reply behind one that fails changes nothing', async () => {
    const told = await hear(`HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n${reply()}`);
    expect(told).toMatchObject(failed('rfc6455/4.1/status-101', 'statusIsNot101', 403));
    expect(told.error?.body).toHaveLength(0);
  });

  test('frames behind a reply that is closed are not handed to anybody', async () => {
    const told = await hear(`${reply({ 'Sec-WebSocket-Accept': 'x' })}\x81\x05first`);
    expect(told).toMatchObject({ ...closed('rfc6455/4.1/accept-value', 'acceptIsWrong'), connection: null });
    expect(told.error?.body).toHaveLength(0);
  });

  test('where nothing fails they are', async () => {
    const told = await hear(`${reply()}\x81\x05first`);
    expect(told).toMatchObject(opened);
    expect(told.connection?.head.toString('latin1')).toBe('\x81\x05first');
  });
});

describe(clause('rfc6455/7.1.7/server-closed-on-failure'), () => {
  test.each([
    ['an opening that is refused', request({ 'Sec-WebSocket-Key': null }), 400],
    ['what is no HTTP', '\x16\x03\x01\x00', 400],
    ['a head without end', `GET /chat HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`, 431],
  ])('the server ends the connection behind its reply: %s', async (_, octets, status) => {
    expect(await server.ask(octets)).toMatchObject({ type: 'refused', status, ended: true });
  });
});

describe(clause('rfc6455/7.1.7/failure-logged'), () => {
  test('the observer is told the clause, the guard and the facts', async () => {
    const peer = await server.dial(request({ 'Sec-WebSocket-Key': 'AAAA' }));
    expect(await server.told(peer)).toMatchObject({
      ...{ type: 'refused', clause: 'rfc6455/4.2.1/key-16-octets', source: 'RFC 6455 §4.2.1' },
      ...{ guard: 'keyIsNot16Octets', status: 400, method: 'GET', target: '/chat', problem: null },
      facts: { key: 'wrongLength' },
      remoteAddress: '127.0.0.1',
      remotePort: peer.localPort,
    });
    expect(clauses['rfc6455/7.1.7/failure-logged'].observable).toBe(false);
  });

  test('of broken syntax it is told the problem', async () => {
    expect((await server.ask('GET /chat HTTP/1.1\r\nHost : a\r\n\r\n')).problem).toBe(
      'white space before the colon',
    );
  });
});

describe(clause('rfc6455/7.1.7/server-no-further-data'), () => {
  test('a valid opening behind one that is refused is not answered', async () => {
    const answer = await server.ask(request({ 'Sec-WebSocket-Version': '8' }) + request());
    expect(answer).toMatchObject({
      ...refused(426, 'rfc6455/4.2.2/version-unsupported', 'versionIsNot13'),
      body: '426 Upgrade Required\n',
    });
    expect(answer.octets.match(/HTTP\//g)).toHaveLength(1);
  });

  test('a valid opening that is sent after the refusal has been read is not answered', async () => {
    const peer = await server.dial(request({ 'Sec-WebSocket-Key': null }));
    await peer.ended();
    const before = peer.octets.length;
    await new Promise<void>((resolve) => peer.socket.end(request(), () => resolve()));
    await new Promise((resolve) => peer.socket.once('close', resolve));
    expect(peer.octets).toHaveLength(before);
  });
});
