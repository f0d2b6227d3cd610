import { describe, expect, test } from 'vitest';
import { accept, basic, bearer, refuse, toWebSocket } from '../../src/server/index.ts';
import { clause } from './clause.ts';
import {
  accepted,
  closed,
  connectTo,
  failed,
  hear,
  opened,
  refused,
  reply,
  request,
  shareServer,
} from './peer.ts';

const server = shareServer();
const several = shareServer({ paths: (path) => path.startsWith('/room/') });
const first = shareServer({ onConnection: (connection) => toWebSocket(connection).send('first') });
const chat = shareServer({ subprotocols: ['chat', 'constructor', '__proto__', 'ocpp1.6'] });
const compressing = shareServer({ permessageDeflate: true });
const guarded = shareServer({
  authentication: [bearer('right', { realm: 'the room' }), basic('user:right', { realm: 'the room' })],
});
const listing = shareServer({ origins: ['https://a.example', 'HTTPS://UPPER.EXAMPLE', 'https://k.example'] });
const deciding = shareServer({
  authorize: ({ query }) =>
    query === null
      ? accept()
      : refuse(Number(query), { headers: [['Location', 'wss://other.example/chat']] }),
});

describe(clause('rfc6455/4.2.2/client-authentication'), () => {
  test('refused: a 401 that asks for credentials', async () => {
    expect(await guarded.ask(request())).toMatchObject({
      ...refused(401, 'service/5.2/credential-missing', 'credentialIsAbsent'),
      fields: { 'www-authenticate': ['Bearer realm="the room"', 'Basic realm="the room", charset="UTF-8"'] },
    });
  });

  test.each(['Bearer right', 'Basic dXNlcjpyaWdodA=='])(
    'accepted: whoever answers that: %s',
    async (value) => {
      expect(await guarded.ask(request({ Authorization: value }))).toMatchObject(accepted);
    },
  );
});

describe(clause('rfc6455/4.2.2/refused-by-application'), () => {
  test.each([
    ['400', 'Bad Request'],
    ['402', 'Payment Required'],
    ['403', 'Forbidden'],
    ['410', 'Gone'],
    ['429', 'Too Many Requests'],
    ['503', 'Service Unavailable'],
  ])('refused: with %s', async (status, reason) => {
    const answer = await deciding.ask(request({}, `GET /chat?${status} HTTP/1.1`));
    expect(answer).toMatchObject({
      ...refused(Number(status), 'rfc6455/4.2.2/refused-by-application', 'authorizationIsRefused'),
      fields: { connection: ['close'] },
      body: `${status} ${reason}\n`,
    });
  });

  test('accepted: what the application lets pass', async () => {
    expect(await deciding.ask(request())).toMatchObject(accepted);
  });
});

describe(clause('rfc6455/4.2.2/redirect'), () => {
  test.each(['301', '302', '307', '308'])('refused: with %s and where to go', async (status) => {
    expect(await deciding.ask(request({}, `GET /chat?${status} HTTP/1.1`))).toMatchObject({
      ...refused(Number(status), 'rfc6455/4.2.2/refused-by-application', 'authorizationIsRefused'),
      fields: { location: ['wss://other.example/chat'] },
    });
  });
});

describe(clause('rfc6455/4.2.2/origin-considered'), () => {
  test('accepted: an origin that is listed; refused: another', async () => {
    expect(await listing.ask(request({ Origin: 'https://a.example' }))).toMatchObject(accepted);
    expect(await listing.ask(request({ Origin: 'https://b.example' }))).toMatchObject(
      refused(403, 'service/5.4/origin-allowlist', 'originIsForeign'),
    );
  });

  test('accepted: any origin, where none is listed', async () => {
    expect(await server.ask(request({ Origin: 'https://b.example' }))).toMatchObject(accepted);
  });
});

describe(clause('rfc6455/4.2.2/origin-lowercase'), () => {
  test.each(['HTTPS://A.EXAMPLE', 'https://A.example', 'Https://a.Example:443'])(
    'accepted: %s',
    async (value) => {
      expect(await listing.ask(request({ Origin: value }))).toMatchObject(accepted);
    },
  );

  test('accepted: one that is listed in upper case', async () => {
    expect(await listing.ask(request({ Origin: 'https://upper.example' }))).toMatchObject(accepted);
  });

  test('refused: letters that are those of the list in lower case alone by another alphabet', async () => {
    // KELVIN SIGN, in UTF-8
    expect(await listing.ask(request({ Origin: 'https://\xe2\x84\xaa.example' }))).toMatchObject(
      refused(403, 'rfc6455/4.2.2/origin-refused', 'originIsMalformed'),
    );
  });
});

describe(clause('rfc6455/4.2.2/origin-refused'), () => {
  test('accepted: one origin', async () => {
    expect(await listing.ask(request({ Origin: 'https://a.example' }))).toMatchObject(accepted);
  });

  test.each([
    ['no origin', 'a.example'],
    ['an empty one', ''],
    ['a URL with a path', 'https://a.example/'],
    ['a URL with a query', 'https://a.example?'],
    ['user information', 'https://a.example@a.example'],
    ['NULL', 'NULL'],
    ['two origins', 'https://a.example https://a.example'],
    ['a port that is none', 'https://a.example:0443'],
  ])('refused, and the connection is ended: %s', async (_, value) => {
    expect(await listing.ask(request({ Origin: value }))).toMatchObject(
      refused(403, 'rfc6455/4.2.2/origin-refused', 'originIsMalformed'),
    );
  });

  test.each([
    ['both are welcome', ['https://a.example', 'https://a.example']],
    ['the first is welcome', ['https://a.example', 'https://c.example']],
    ['the second is welcome', ['https://c.example', 'https://a.example']],
  ])('refused: two lines, though %s', async (_, values) => {
    expect(await listing.ask(request({ Origin: values }))).toMatchObject(
      refused(403, 'rfc6455/4.2.2/origin-refused', 'originIsRepeated'),
    );
  });
});

describe(clause('rfc6455/4.2.2/key-not-decoded'), () => {
  test('two keys that decode to the same octets have different accept values, each of the text as sent', async () => {
    const zero = await server.ask(request({ 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==' }));
    const same = await server.ask(request({ 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAB==' }));
    expect(zero).toMatchObject({
      ...accepted,
      fields: { 'sec-websocket-accept': ['ICX+Yqv66kxgM0FcWaLWlFLwTAI='] },
    });
    expect(same).toMatchObject({
      ...accepted,
      fields: { 'sec-websocket-accept': ['NRJrplgTSmBqvVaQhF+6peBS1S8='] },
    });
  });
});

describe(clause('rfc6455/4.2.2/version-unsupported'), () => {
  test('accepted: 13', async () => {
    expect(await server.ask(request({ 'Sec-WebSocket-Version': '13' }))).toMatchObject(accepted);
  });

  test.each(['0', '1', '3', '7', '8', '11', '12', '14', '15', '25', '99', '100', '130', '255'])(
    'refused: %s',
    async (version) => {
      expect(await server.ask(request({ 'Sec-WebSocket-Version': version }))).toMatchObject({
        ...refused(426, 'rfc6455/4.2.2/version-unsupported', 'versionIsNot13'),
        fields: { 'sec-websocket-version': ['13'] },
      });
    },
  );
});

describe(clause('rfc6455/4.2.2/version-advertised'), () => {
  test.each([
    ['another version', '8', 426],
    ['a version that is none', 'abc', 400],
    ['no version', null, 400],
    ['two versions', ['13', '8'], 400],
  ])('refused for %s: the reply has Sec-WebSocket-Version with 13', async (_, value, status) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Version': value }))).toMatchObject({
      status,
      fields: { 'sec-websocket-version': ['13'] },
    });
  });

  test.each([
    ['a key', request({ 'Sec-WebSocket-Key': 'x' })],
    ['a path', request({}, 'GET / HTTP/1.1')],
  ])('refused for %s: it has none', async (_, octets) => {
    expect((await server.ask(octets)).fields).not.toHaveProperty('sec-websocket-version');
  });
});

describe(clause('rfc6455/4.2.2/resource-unavailable'), () => {
  test('accepted: the path that is served', async () => {
    expect(await server.ask(request())).toMatchObject(accepted);
  });

  test.each([
    '/',
    '/other',
    '/chat/',
    '/chatx',
    '//chat',
    '/CHAT',
    '/cha%74',
    '/chat%00',
    '/?/chat',
    'http://a/',
    'http://a',
  ])('refused: %s', async (target) => {
    expect(await server.ask(request({}, `GET ${target} HTTP/1.1`))).toMatchObject(
      refused(404, 'rfc6455/4.2.2/resource-unavailable', 'pathIsUnknown'),
    );
  });
});

describe(clause('rfc6455/4.2.2/resource-from-request'), () => {
  test.each(['/room/1', '/room/2', 'http://server.example.com/room/1'])(
    'accepted: %s, and the application is told which',
    async (target) => {
      expect(await several.ask(request({}, `GET ${target} HTTP/1.1`))).toMatchObject({
        ...accepted,
        connection: { path: target.replace('http://server.example.com', ''), request: { target } },
      });
    },
  );

  test('refused: a service that there is not', async () => {
    expect(await several.ask(request())).toMatchObject(
      refused(404, 'rfc6455/4.2.2/resource-unavailable', 'pathIsUnknown'),
    );
  });
});

describe(clause('rfc6455/4.2.2/subprotocol-from-offer'), () => {
  test.each([
    ['the only one', 'chat', 'chat'],
    ['the second of the server', 'superchat', 'superchat'],
    ['the first of the client, of two that are supported', 'superchat, chat', 'superchat'],
    ['the first of the client, in the other order', 'chat, superchat', 'chat'],
    ['the known one behind an unknown one', 'mqtt, chat', 'chat'],
    ['the known one before an unknown one', 'chat, mqtt', 'chat'],
    ['without spaces in the list', 'mqtt,superchat,x', 'superchat'],
    ['with tabs and spaces in the list', 'mqtt\t, \t chat \t', 'chat'],
    ['one that is offered twice', 'chat, chat', 'chat'],
    ['over two lines', ['mqtt', 'chat'], 'chat'],
    ['one of 61', [...Array.from({ length: 60 }, (_, n) => `p${n}`), 'chat'].join(', '), 'chat'],
  ])('accepted, and echoed as it was offered: %s', async (_, offer, chosen) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Protocol': offer }))).toMatchObject({
      ...accepted,
      fields: { 'sec-websocket-protocol': [chosen] },
      connection: { subprotocol: chosen },
    });
  });

  test.each(['constructor', '__proto__', 'ocpp1.6'])('a name like any other: %s', async (name) => {
    expect(await chat.ask(request({ 'Sec-WebSocket-Protocol': name }))).toMatchObject({
      ...accepted,
      fields: { 'sec-websocket-protocol': [name] },
    });
  });

  test.each(['mqtt', 'Chat', 'CHAT', 'cha', 'chats', 'toString', 'hasOwnProperty'])(
    'never chosen: %s',
    async (name) => {
      const answer = await server.ask(request({ 'Sec-WebSocket-Protocol': name }));
      expect(answer).toMatchObject({ ...accepted, connection: { subprotocol: null } });
      expect(answer.fields).not.toHaveProperty('sec-websocket-protocol');
    },
  );
});

describe(clause('rfc6455/4.2.2/subprotocol-supported'), () => {
  test.each([
    ['chat', 'mqtt, chat'],
    [null, 'mqtt, Chat, chatx'],
  ])('chosen: %s, of: %s', async (chosen, offer) => {
    const answer = await chat.ask(request({ 'Sec-WebSocket-Protocol': offer }));
    expect(answer).toMatchObject({ ...accepted, connection: { subprotocol: chosen } });
  });
});

describe(clause('rfc6455/4.2.2/subprotocol-null'), () => {
  test.each([
    ['none was offered', null],
    ['none is supported', 'mqtt, wamp.2.json'],
  ])('accepted without Sec-WebSocket-Protocol: %s', async (_, offer) => {
    const answer = await server.ask(request({ 'Sec-WebSocket-Protocol': offer }));
    expect(answer).toMatchObject({ ...accepted, connection: { subprotocol: null } });
    expect(answer.fields).not.toHaveProperty('sec-websocket-protocol');
  });
});

describe(clause('rfc6455/4.2.2/subprotocol-empty-not-sent'), () => {
  test.each([
    ['nothing was offered', request()],
    ['nothing was agreed', request({ 'Sec-WebSocket-Protocol': 'mqtt' })],
    ['an offer was refused', request({ 'Sec-WebSocket-Protocol': '' })],
  ])('%s: no field', async (_, octets) => {
    expect((await server.ask(octets)).octets).not.toMatch(/sec-websocket-protocol/i);
  });
});

describe(clause('rfc6455/4.2.2/subprotocol-not-empty'), () => {
  const two = { subprotocols: ['chat', 'superchat'] };

  test('opened: not empty', async () => {
    expect(await hear(reply({ 'Sec-WebSocket-Protocol': 'chat' }), two)).toMatchObject(opened);
  });

  test.each([
    ['nothing', '', two],
    ['white space', ' \t ', two],
    ['nothing, where nothing was offered', '', {}],
  ])('closed: %s', async (_, value, options) => {
    expect(await hear(reply({ 'Sec-WebSocket-Protocol': value }), options)).toMatchObject(
      closed('rfc6455/4.2.2/subprotocol-not-empty', 'subprotocolIsEmpty'),
    );
  });
});

describe(clause('rfc6455/4.2.2/extension-from-offer'), () => {
  test.each([
    ['none offered', null],
    ['one offered', 'permessage-deflate'],
    ['several offered', 'foo; a=1, permessage-deflate; client_max_window_bits, foo'],
  ])('accepted, and none listed that was not offered: %s', async (_, offer) => {
    const answer = await server.ask(request({ 'Sec-WebSocket-Extensions': offer }));
    expect(answer).toMatchObject(accepted);
    expect(answer.fields).not.toHaveProperty('sec-websocket-extensions');
  });

  test.each([
    ['permessage-deflate', ['permessage-deflate']],
    ['foo; a=1, permessage-deflate, bar', ['permessage-deflate']],
  ])('accepted, with the one that is supported of: %s', async (offer, listed) => {
    expect(await compressing.ask(request({ 'Sec-WebSocket-Extensions': offer }))).toMatchObject({
      ...accepted,
      fields: { 'sec-websocket-extensions': listed },
    });
  });

  test.each([
    ['none offered', null],
    ['others offered', 'foo; a=1, bar'],
  ])('accepted with none, though one is supported: %s', async (_, offer) => {
    const answer = await compressing.ask(request({ 'Sec-WebSocket-Extensions': offer }));
    expect(answer).toMatchObject({ ...accepted, connection: { extensions: [] } });
    expect(answer.fields).not.toHaveProperty('sec-websocket-extensions');
  });
});

describe(clause('rfc6455/4.2.2/extension-empty-not-sent'), () => {
  test.each([
    ['nothing was offered', request()],
    ['nothing was agreed', request({ 'Sec-WebSocket-Extensions': 'foo' })],
    ['an offer was refused', request({ 'Sec-WebSocket-Extensions': '' })],
  ])('%s: no field', async (_, octets) => {
    expect((await server.ask(octets)).octets).not.toMatch(/sec-websocket-extensions/i);
  });
});

describe(clause('rfc6455/4.2.2/status-101'), () => {
  test('accepted: 101 with the fields of the handshake and no others', async () => {
    const answer = await server.ask(request({ 'Sec-WebSocket-Protocol': 'chat' }));
    expect(answer).toMatchObject(accepted);
    expect(answer.octets).toBe(
      [
        'HTTP/1.1 101 Switching Protocols',
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
        'Sec-WebSocket-Protocol: chat',
        '\r\n',
      ].join('\r\n'),
    );
  });
});

describe(clause('rfc6455/4.2.2/reply-http11'), () => {
  test('opened: HTTP/1.1', async () => {
    expect(await hear(reply())).toMatchObject(opened);
  });

  test.each(['HTTP/1.0 101 Switching Protocols', 'HTTP/1.0 101 '])('failed: %j', async (line) => {
    expect(await hear(reply({}, line))).toMatchObject(
      failed('rfc6455/4.2.2/reply-http11', 'httpVersionIs10'),
    );
  });

  test('failed for its status and not for that: HTTP/1.0 with another', async () => {
    expect(await hear('HTTP/1.0 400 Bad Request\r\nContent-Length: 0\r\n\r\n')).toMatchObject(
      failed('rfc6455/4.1/status-101', 'statusIsNot101', 400),
    );
  });
});

describe(clause('rfc6455/4.2.2/reply-upgrade'), () => {
  test.each(['websocket', 'WebSocket', 'h2c, websocket'])('sent for Upgrade: %s', async (value) => {
    expect(await server.ask(request({ Upgrade: value }))).toMatchObject({
      ...accepted,
      fields: { upgrade: ['websocket'] },
    });
  });
});

describe(clause('rfc6455/4.2.2/reply-connection'), () => {
  test.each(['Upgrade', 'upgrade', 'keep-alive, Upgrade'])('sent for Connection: %s', async (value) => {
    expect(await server.ask(request({ Connection: value }))).toMatchObject({
      ...accepted,
      fields: { connection: ['Upgrade'] },
    });
  });
});

describe(clause('rfc6455/4.2.2/data-after-reply'), () => {
  test('a message that the server sends at once reaches the client behind the reply', async () => {
    const { connection } = await connectTo(first.port);
    const message = await new Promise((resolve) => {
      if (connection) toWebSocket(connection).on('message', (data) => resolve(String(data)));
    });
    expect(message).toBe('first');
  });
});
