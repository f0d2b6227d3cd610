import { describe, expect, test } from 'vitest';
import { receiveReply } from '../../src/verify/peer/received-reply.ts';
import { clause } from './clause.ts';
import { accepted, failed, hear, opened, refused, reply, request, shareServer } from './peer.ts';

const server = shareServer();
const strict = shareServer({ plainHttp: 'badRequest', subprotocolMismatch: 'refuse' });
const demanding = shareServer({ subprotocols: ['chat'], subprotocolRequired: true });
const broker = shareServer({ subprotocols: ['mqtt'] });

describe(clause('service/7/malformed-400'), () => {
  test('accepted: nothing malformed', async () => {
    expect(await server.ask(request())).toMatchObject(accepted);
  });

  test.each([
    ['no Host', { Host: null }, 'rfc9112/3.2/host-present', 'hostIsAbsent'],
    [
      'a key of the wrong length',
      { 'Sec-WebSocket-Key': 'AAAA' },
      'rfc6455/4.2.1/key-16-octets',
      'keyIsNot16Octets',
    ],
    ['a key that is no base64', { 'Sec-WebSocket-Key': '?' }, 'rfc6455/4.3/key-grammar', 'keyIsMalformed'],
    [
      'garbage as version',
      { 'Sec-WebSocket-Version': 'hi' },
      'rfc6455/4.3/version-grammar',
      'versionIsMalformed',
    ],
    ['garbage as Host', { Host: 'a b' }, 'rfc9112/3.2/host-valid', 'hostIsMalformed'],
  ] as const)('refused: %s', async (_, fields, broken, guard) => {
    expect(await server.ask(request(fields))).toMatchObject(refused(400, broken, guard));
  });

  test.each([
    ['no Upgrade', { Upgrade: null }, 'rfc6455/4.2.1/upgrade-present', 'upgradeIsAbsent'],
    ['garbage in Upgrade', { Upgrade: '"' }, 'rfc6455/4.2.1/upgrade-websocket', 'upgradeIsNotWebsocket'],
    [
      'garbage in Connection',
      { Connection: '"' },
      'rfc6455/4.2.1/connection-token',
      'connectionLacksUpgrade',
    ],
  ] as const)('refused, where plain HTTP is called bad: %s', async (_, fields, broken, guard) => {
    expect(await strict.ask(request(fields))).toMatchObject(refused(400, broken, guard));
  });
});

describe(clause('service/7/upgrade-absent-refused'), () => {
  test.each([
    ['Upgrade', 'rfc6455/4.2.1/upgrade-present', 'upgradeIsAbsent'],
    ['Connection', 'rfc6455/4.2.1/connection-token', 'connectionLacksUpgrade'],
  ] as const)('refused: an opening without %s, by 426 or by 400', async (name, broken, guard) => {
    const lacking = request({ [name]: null });
    expect(await server.ask(lacking)).toMatchObject({
      ...refused(426, broken, guard),
      fields: { upgrade: ['websocket'], 'sec-websocket-version': ['13'] },
    });
    expect(await strict.ask(lacking)).toMatchObject(refused(400, broken, guard));
  });

  test('refused: a plain request, as a browser sends it', async () => {
    expect(await server.ask('GET /chat HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n')).toMatchObject(
      refused(426, 'rfc6455/4.2.1/upgrade-present', 'upgradeIsAbsent'),
    );
  });
});

describe(clause('service/7/no-upgrade-after-refusal'), () => {
  test.each([
    ['400', { 'Sec-WebSocket-Key': null }, 400],
    ['426', { 'Sec-WebSocket-Version': '8' }, 426],
  ])('after a %s comes the end of the connection, and no frame is answered', async (_, fields, status) => {
    const peer = await server.dial(`${request(fields)}\x89\x80\x01\x02\x03\x04`);
    const { reply: head, body, ended } = await receiveReply(peer);
    expect(head?.status).toBe(status);
    expect(head?.fields.map(({ name }) => name)).not.toContain('Sec-WebSocket-Accept');
    expect(ended).toBe(true);
    expect(peer.octets.toString('latin1').endsWith(`\r\n\r\n${Buffer.from(body).toString()}`)).toBe(true);
  });
});

describe(clause('service/7/closed-without-response'), () => {
  test.each([
    ['at once', ''],
    ['within the status line', 'HTTP/1.1 101'],
    ['within the fields', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: webso'],
    ['behind an interim reply', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('failed: the connection ends %s', async (_, answer) => {
    const told = await hear((peer) => peer.socket.end(answer));
    expect(told).toMatchObject(failed('service/7/closed-without-response', null, null));
  });

  test('failed: the connection is reset', async () => {
    const told = await hear((peer) => peer.socket.resetAndDestroy());
    expect(told).toMatchObject(failed('service/7/closed-without-response', null, null));
    expect(told.error?.cause).toMatchObject({ code: 'ECONNRESET' });
  });

  test('opened: the connection ends behind the reply', async () => {
    const told = await hear((peer) => peer.socket.end(reply({ 'Sec-WebSocket-Accept': peer.accept })));
    expect(told).toMatchObject(opened);
  });
});

describe(clause('service/7/subprotocol-mismatch'), () => {
  const unknown = request({ 'Sec-WebSocket-Protocol': 'mqtt, wamp.2.json' });

  test('accepted without a subprotocol, by choice', async () => {
    const answer = await server.ask(unknown);
    expect(answer).toMatchObject({ ...accepted, facts: { subprotocol: 'mismatched' } });
    expect(answer.fields).not.toHaveProperty('sec-websocket-protocol');
  });

  test('refused, by choice', async () => {
    expect(await strict.ask(unknown)).toMatchObject(
      refused(400, 'service/7/subprotocol-mismatch', 'subprotocolIsMismatched'),
    );
  });

  test('accepted by both: one of several is supported, or none is offered', async () => {
    const known = request({ 'Sec-WebSocket-Protocol': 'mqtt, chat' });
    expect(await server.ask(known)).toMatchObject(accepted);
    expect(await strict.ask(known)).toMatchObject(accepted);
    expect(await strict.ask(request())).toMatchObject(accepted);
  });
});

describe(clause('service/7/subprotocol-required'), () => {
  test('accepted: one that is offered', async () => {
    const answer = await demanding.ask(request({ 'Sec-WebSocket-Protocol': 'chat' }));
    expect(answer).toMatchObject({ ...accepted, fields: { 'sec-websocket-protocol': ['chat'] } });
    const mqtt = await broker.ask(request({ 'Sec-WebSocket-Protocol': 'mqtt' }));
    expect(mqtt).toMatchObject({ ...accepted, fields: { 'sec-websocket-protocol': ['mqtt'] } });
  });

  test('refused: none offered, as a broker of MQTT does without being told', async () => {
    const without = refused(400, 'service/7/subprotocol-required', 'subprotocolIsAbsent');
    expect(await demanding.ask(request())).toMatchObject(without);
    expect(await broker.ask(request())).toMatchObject(without);
  });

  test('refused: others offered', async () => {
    expect(await broker.ask(request({ 'Sec-WebSocket-Protocol': 'mqttv3.1' }))).toMatchObject(
      refused(400, 'service/7/subprotocol-mismatch', 'subprotocolIsMismatched'),
    );
  });
});

describe(clause('service/7/extension-unsupported-omitted'), () => {
  test.each([
    'unknown',
    'permessage-deflate',
    'x-webkit-deflate-frame',
    '__proto__',
    'constructor; toString=1',
    'unknown; a=1, permessage-deflate; client_max_window_bits, other',
  ])('accepted, and left out of the reply: %s', async (offer) => {
    const answer = await server.ask(request({ 'Sec-WebSocket-Extensions': offer }));
    expect(answer).toMatchObject({ ...accepted, connection: { extensions: [] } });
    expect(answer.fields).not.toHaveProperty('sec-websocket-extensions');
  });
});
