import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { accepted, refused, request, shareServer, withLine } from './peer.ts';

const server = shareServer();
const strict = shareServer({ plainHttp: 'badRequest' });
const beside = shareServer({ application: createServer((_, response) => response.end('plain')) });

describe(clause('rfc6455/4.2.1/stop-processing'), () => {
  test('accepted: an opening that matches the description', async () => {
    expect(await server.ask(request())).toMatchObject(accepted);
  });

  test('refused, and the application is never told of it: one with several faults', async () => {
    const faulty = request({ 'Sec-WebSocket-Version': '8', 'Sec-WebSocket-Key': 'x', Host: null });
    expect(await server.ask(faulty)).toMatchObject(refused(400, 'rfc9112/3.2/host-present', 'hostIsAbsent'));
  });

  test('refused: an opening of the drafts, whose key came in other fields and in its body', async () => {
    const hixie = {
      'Sec-WebSocket-Key': null,
      'Sec-WebSocket-Version': null,
      'Sec-WebSocket-Key1': '4 @1  46546xW%0l 1 5',
      'Sec-WebSocket-Key2': '12998 5 Y3 1  .P00',
    };
    expect(await server.ask(`${request(hixie)}^n:ds[4U`)).toMatchObject(
      refused(400, 'rfc6455/4.2.1/version-present', 'versionIsAbsent'),
    );
  });
});

describe(clause('rfc6455/4.2.1/error-status'), () => {
  test.each([
    ['a method other than GET', request({}, 'POST /chat HTTP/1.1'), 405],
    ['no key', request({ 'Sec-WebSocket-Key': null }), 400],
    ['no Upgrade', request({ Upgrade: null }), 426],
    ['an unknown path', request({}, 'GET / HTTP/1.1'), 404],
  ])('%s: a whole HTTP reply with an error status', async (_, octets, status) => {
    const { octets: answer, body } = await server.ask(octets);
    expect(answer).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} [A-Z][A-Za-z ]+\\r\\n([\\w-]+: .+\\r\\n)+\\r\\n`),
    );
    expect(answer).toContain(`\r\nContent-Length: ${body.length}\r\n`);
  });
});

describe(clause('rfc6455/4.2.1/method-get'), () => {
  test('accepted: GET', async () => {
    expect(await server.ask(request())).toMatchObject(accepted);
  });

  test.each(['POST', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'BREW', 'GETT', 'GE', '__proto__'])(
    'refused: %s',
    async (method) => {
      expect(await server.ask(request({}, `${method} /chat HTTP/1.1`))).toMatchObject({
        ...refused(405, 'rfc6455/4.2.1/method-get', 'methodIsNotGet'),
        fields: { allow: ['GET'] },
      });
    },
  );

  test('refused: POST with a body, of which nothing is read as frames', async () => {
    const post = request({ 'Content-Length': '6' }, 'POST /chat HTTP/1.1');
    expect(await server.ask(`${post}\x89\x80\x01\x02\x03\x04`)).toMatchObject(
      refused(405, 'rfc6455/4.2.1/method-get', 'methodIsNotGet'),
    );
  });
});

describe(clause('rfc6455/4.2.1/resource-name'), () => {
  test.each([
    '/chat',
    '/chat?a=b',
    'http://example.com/chat',
    'http://example.com/chat?a',
    'HTTP://a:1/chat',
  ])('accepted: %s', async (target) => {
    expect(await server.ask(request({}, `GET ${target} HTTP/1.1`))).toMatchObject(accepted);
  });

  test('a resource all the same, but not on this plain server: https://example.com/chat?a', async () => {
    expect(await server.ask(request({}, 'GET https://example.com/chat?a HTTP/1.1'))).toMatchObject(
      refused(421, 'rfc9110/7.4/https-on-plain', 'targetIsUnsecured'),
    );
  });

  test.each([
    'ws://example.com/chat',
    'wss://example.com/chat',
    'ftp://example.com/chat',
    'example.com:80',
    '*',
  ])('refused: %s', async (target) => {
    expect(await server.ask(request({}, `GET ${target} HTTP/1.1`))).toMatchObject(
      refused(400, 'rfc6455/4.2.1/resource-name', 'targetNamesNoResource'),
    );
  });
});

describe(clause('rfc6455/4.2.1/upgrade-present'), () => {
  const lacking = request({ Upgrade: null });

  test('refused or served, by choice: none', async () => {
    expect(await server.ask(lacking)).toMatchObject(
      refused(426, 'rfc6455/4.2.1/upgrade-present', 'upgradeIsAbsent'),
    );
    expect(await strict.ask(lacking)).toMatchObject(
      refused(400, 'rfc6455/4.2.1/upgrade-present', 'upgradeIsAbsent'),
    );
    expect(await beside.ask(lacking)).toMatchObject({
      ...{ type: 'passed', status: 200, body: 'plain', clause: 'rfc6455/4.2.1/upgrade-present' },
    });
  });
});

describe(clause('rfc6455/4.2.1/upgrade-websocket'), () => {
  test('accepted: websocket', async () => {
    expect(await server.ask(request({ Upgrade: 'websocket' }))).toMatchObject(accepted);
  });

  test.each([
    ...['', ',', 'h2c', 'made-up/1.0', 'websocketa', 'notwebsocket', 'websocke', 'web, socket'],
    ...['"websocket"', 'websocket;', 'websocket/13', 'h2c websocket'],
  ])('refused or served, by choice: %j', async (value) => {
    const other = request({ Upgrade: value });
    expect(await server.ask(other)).toMatchObject(
      refused(426, 'rfc6455/4.2.1/upgrade-websocket', 'upgradeIsNotWebsocket'),
    );
    expect(await strict.ask(other)).toMatchObject(
      refused(400, 'rfc6455/4.2.1/upgrade-websocket', 'upgradeIsNotWebsocket'),
    );
    expect(await beside.ask(other)).toMatchObject({
      ...{ type: 'passed', status: 200, body: 'plain', clause: 'rfc6455/4.2.1/upgrade-websocket' },
    });
  });
});

describe(clause('rfc6455/4.2.1/upgrade-case'), () => {
  test.each(['WebSocket', 'WEBSOCKET', 'Websocket', 'wEbSoCkEt'])('accepted: %s', async (value) => {
    expect(await server.ask(request({ Upgrade: value }))).toMatchObject(accepted);
  });

  test('refused: a letter that only Unicode folds to k', async () => {
    expect(await server.ask(request({ Upgrade: 'webso\xe2\x84\xaaet' }))).toMatchObject(
      refused(426, 'rfc6455/4.2.1/upgrade-websocket', 'upgradeIsNotWebsocket'),
    );
  });
});

describe(clause('rfc6455/4.2.1/connection-token'), () => {
  test.each([
    ['a list as one browser sends it', 'keep-alive, Upgrade'],
    ['the list in the other order', 'Upgrade, keep-alive'],
    ['two lines', ['keep-alive', 'Upgrade']],
    ['two lines in the other order', ['Upgrade', 'keep-alive']],
    ['beside close, which is left open', 'close, Upgrade'],
  ])('accepted: %s', async (_, value) => {
    expect(await server.ask(request({ Connection: value }))).toMatchObject(accepted);
  });

  test.each([
    ...['', 'close', 'not-upgrade', 'Upgradex', 'upgrad', 'websocket', '"Upgrade"', 'Upgrade/1'],
    ...['keep-alive Upgrade', 'Upgrade;', 'up, grade'],
  ])('refused or served, by choice: %j', async (value) => {
    const other = request({ Connection: value });
    expect(await server.ask(other)).toMatchObject(
      refused(426, 'rfc6455/4.2.1/connection-token', 'connectionLacksUpgrade'),
    );
    expect(await strict.ask(other)).toMatchObject(
      refused(400, 'rfc6455/4.2.1/connection-token', 'connectionLacksUpgrade'),
    );
    expect(await beside.ask(other)).toMatchObject({
      ...{ type: 'passed', status: 200, body: 'plain', clause: 'rfc6455/4.2.1/connection-token' },
    });
  });

  test('refused: none', async () => {
    expect(await server.ask(request({ Connection: null }))).toMatchObject(
      refused(426, 'rfc6455/4.2.1/connection-token', 'connectionLacksUpgrade'),
    );
  });
});

describe(clause('rfc6455/4.2.1/connection-case'), () => {
  test.each(['upgrade', 'UPGRADE', 'uPgRaDe', 'Keep-Alive, upGRADE'])('accepted: %s', async (value) => {
    expect(await server.ask(request({ Connection: value }))).toMatchObject(accepted);
  });
});

describe(clause('rfc6455/4.2.1/key-present'), () => {
  test('refused: none', async () => {
    expect(await server.ask(request({ 'Sec-WebSocket-Key': null }))).toMatchObject(
      refused(400, 'rfc6455/4.2.1/key-present', 'keyIsAbsent'),
    );
  });

  test('refused: one in a field of a similar name', async () => {
    const similar = { 'Sec-WebSocket-Key': null, 'Sec-WebSocket-Keys': 'dGhlIHNhbXBsZSBub25jZQ==' };
    expect(await server.ask(request(similar))).toMatchObject(
      refused(400, 'rfc6455/4.2.1/key-present', 'keyIsAbsent'),
    );
  });
});

describe(clause('rfc6455/4.2.1/key-16-octets'), () => {
  test.each([
    ['16 octets of zero', 'AAAAAAAAAAAAAAAAAAAAAA=='],
    ['16 octets that are no text', '/////////////////////w=='],
  ])('accepted: %s', async (_, key) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Key': key }))).toMatchObject(accepted);
  });

  test.each([
    ['1 octet', 'AA=='],
    ['2 octets', 'AAA='],
    ['8 octets', 'AAAAAAAAAAA='],
    ['12 octets', 'AAAAAAAAAAAAAAAA'],
    ['15 octets', 'AAAAAAAAAAAAAAAAAAAA'],
    ['17 octets, in 24 characters', 'AAAAAAAAAAAAAAAAAAAAAAA='],
    ['18 octets, in 24 characters', 'AAAAAAAAAAAAAAAAAAAAAAAA'],
    ['34 octets', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=='],
    ['48 octets', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ])('refused: %s', async (_, key) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Key': key }))).toMatchObject(
      refused(400, 'rfc6455/4.2.1/key-16-octets', 'keyIsNot16Octets'),
    );
  });
});

describe(clause('rfc6455/4.2.1/version-present'), () => {
  test('refused: none; the version that is spoken comes along', async () => {
    expect(await server.ask(request({ 'Sec-WebSocket-Version': null }))).toMatchObject({
      ...refused(400, 'rfc6455/4.2.1/version-present', 'versionIsAbsent'),
      fields: { 'sec-websocket-version': ['13'] },
    });
  });
});

describe(clause('rfc6455/4.2.1/origin-absent-not-browser'), () => {
  test('the facts of an opening without Origin say so, and nothing is assumed in its place', async () => {
    expect(await server.ask(request())).toMatchObject({ ...accepted, facts: { origin: 'absent' } });
    expect(await server.ask(request({ Origin: 'null' }))).toMatchObject({ facts: { origin: 'allowed' } });
  });
});

describe(clause('rfc6455/4.2.1/optional-fields-absent'), () => {
  test('accepted: neither, and the reply has neither', async () => {
    const answer = await server.ask(request());
    expect(answer).toMatchObject({ ...accepted, facts: { subprotocol: 'absent', extensions: 'absent' } });
    expect(Object.keys(answer.fields)).toEqual(['upgrade', 'connection', 'sec-websocket-accept']);
  });
});

describe(clause('rfc6455/4.2.1/unknown-fields'), () => {
  test.each([
    'X-Unknown',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'Sec-WebSocket-Unknown',
    'Cookie',
    'Via',
    '0',
  ])('accepted: a field %s, once and twice', async (name) => {
    expect(await server.ask(withLine(`${name}: a`, request()))).toMatchObject(accepted);
    expect(await server.ask(withLine(`${name}:\r\n${name}: \xe4`, request()))).toMatchObject(accepted);
  });
});
