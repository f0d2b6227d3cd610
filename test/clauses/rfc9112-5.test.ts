import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import {
  accepted,
  failed,
  fill,
  hear,
  inputError,
  latin1,
  opened,
  refused,
  reply,
  request,
  shareServer,
  withLine,
} from './peer.ts';

const server = shareServer();
const odd = refused(400, 'rfc9112/5/field-lines', 'fieldLinesAreMalformed');
const oddReply = failed('rfc9112/5/reply-field-lines', 'fieldLinesAreMalformed', 101);

const regular = ['X:', 'X:a', 'X: a', 'X:\ta', 'X: a:b', "!#$%&'*+-.^_`|~09azAZ: a", 'X: "', 'X: ,', '0: a'];
const irregular = [
  ...[
    'X',
    'X a',
    ':',
    ': a',
    'X(: a',
    'X Y: a',
    '"X": a',
    'X\xc4: a',
    'X=a',
    'X\0: a',
    'X: a\x01b',
    'X: \x0b',
  ],
];

describe(clause('rfc9112/5/field-lines'), () => {
  test.each(regular)('accepted: %j', async (line) => {
    expect(await server.ask(withLine(line, request()))).toMatchObject(accepted);
  });

  test.each(irregular)('refused: %j', async (line) => {
    expect(await server.ask(withLine(line, request()))).toMatchObject(odd);
  });

  test('refused: one behind all others', async () => {
    expect(await server.ask(`${request().slice(0, -2)}X\r\n\r\n`)).toMatchObject(odd);
  });
});

describe(clause('rfc9112/5/reply-field-lines'), () => {
  test.each(regular)('opened: %j', async (line) => {
    expect(await hear(withLine(line, reply()))).toMatchObject(opened);
  });

  test.each([...irregular, 'X : a', ' X: a'])('failed: %j', async (line) => {
    expect(await hear(withLine(line, reply()))).toMatchObject(oddReply);
  });

  test.each([
    ['403', 'HTTP/1.1 403 Forbidden\r\nX : a\r\n\r\nnot for you', 403, 'not for you', true],
    ['200 without content', 'HTTP/1.1 200 OK\r\nX\r\n\r\n', 200, '', true],
    ['204', 'HTTP/1.1 204 No Content\r\nX\r\n\r\nx', 204, '', false],
    ['101, behind which nothing is content', `${withLine('X : a', reply())}\x81\x00`, 101, '', false],
    ['103, which is no final reply then', 'HTTP/1.1 103 Early Hints\r\nX : a\r\n\r\nx', 103, '', false],
  ])('failed, and the error tells what can be read: %s', async (_, answer, status, body, bodyTruncated) => {
    const told = await hear((peer) => peer.socket.end(fill(answer, peer), 'latin1'));
    expect(told).toMatchObject({ ...oddReply, status });
    expect(told.error).toMatchObject({ headers: [], bodyTruncated });
    expect(latin1(told.error?.body ?? Buffer.from('none'))).toBe(body);
  });
});

describe(clause('rfc9112/5.1/space-before-colon'), () => {
  test.each(['X : a', 'X\t: a', 'X  : a', 'X :', 'Host : server.example.com'])(
    'refused: %j',
    async (line) => {
      expect(await server.ask(withLine(line, request()))).toMatchObject({
        ...odd,
        problem: 'white space before the colon',
      });
    },
  );

  test.each(['Upgrade', 'Sec-WebSocket-Key', 'Sec-WebSocket-Version'])('refused: behind %s', async (name) => {
    expect(await server.ask(request().replace(`${name}:`, `${name} :`))).toMatchObject(odd);
  });
});

describe(clause('rfc9112/5.1/surrounding-space'), () => {
  test.each([
    ['none', request().replaceAll(': ', ':')],
    ['tabs and spaces before', request().replaceAll(': ', ': \t \t')],
    ['tabs and spaces behind', request().replaceAll(/(?<=: .+)\r\n/g, ' \t\r\n')],
  ])('accepted: %s', async (_, octets) => {
    expect(await server.ask(octets)).toMatchObject({
      ...accepted,
      fields: { 'sec-websocket-accept': ['s3pPLMBiTxaQ9kYGzzhZRbK+xOo='] },
    });
  });

  test('refused: other white space belongs to the value', async () => {
    expect(await server.ask(request({ 'Sec-WebSocket-Version': '\xa013' }))).toMatchObject(
      refused(400, 'rfc6455/4.3/version-grammar', 'versionIsMalformed'),
    );
  });
});

describe(clause('rfc9112/5.2/no-folding'), () => {
  test('sent: no line that starts with white space, however many subprotocols there are', async () => {
    const subprotocols = Array.from({ length: 200 }, (_, n) => `protocol-${n}`);
    expect((await hear(reply(), { subprotocols })).sent).not.toMatch(/\r\n[ \t]/);
  });

  test('refused: a fold in a field of the user', () => {
    expect(inputError('ws://a/', { headers: [['A', 'b\r\n c']] })).toMatchObject({
      clause: 'rfc9110/5.5/no-injection',
    });
  });
});

describe(clause('rfc9112/5.2/no-folding-in-reply'), () => {
  test.each([
    ['101', request({ 'Sec-WebSocket-Protocol': 'chat', Expect: '100-continue' })],
    ['405', request({}, 'PUT /chat HTTP/1.1')],
    ['426', request({ 'Sec-WebSocket-Version': '8' })],
  ])('sent with a %s: no line that starts with white space', async (_, octets) => {
    expect((await server.ask(octets)).octets).not.toMatch(/\r\n[ \t]/);
  });
});

describe(clause('rfc9112/5.2/folding'), () => {
  test.each([
    ['a field that nobody knows', 'X: a\r\n b'],
    ['with a tab', 'X: a\r\n\tb'],
    ['over three lines', 'X: a\r\n b\r\n c'],
    ['of nothing but white space', 'X: a\r\n '],
  ])('refused: %s', async (_, lines) => {
    expect(await server.ask(withLine(lines, request()))).toMatchObject({
      ...odd,
      problem: 'a folded line (obs-fold)',
    });
  });

  test.each([
    ['Upgrade', '\r\n websocket'],
    ['Connection', 'keep-alive,\r\n Upgrade'],
    ['Sec-WebSocket-Version', '13\r\n '],
  ])('refused: %s, folded', async (name, value) => {
    expect(await server.ask(request({ [name]: value }))).toMatchObject(odd);
  });
});

describe(clause('rfc9112/5.1/reply-surrounding-space'), () => {
  test.each([
    ['none', reply().replaceAll(': ', ':')],
    ['tabs and spaces before', reply().replaceAll(': ', ': \t \t')],
    ['tabs and spaces behind', reply().replaceAll(/(?<=: .+)\r\n/g, ' \t\r\n')],
  ])('opened: %s', async (_, answer) => {
    expect(await hear(answer)).toMatchObject(opened);
  });

  test('failed: other white space belongs to the value', async () => {
    expect(await hear(reply({ Upgrade: '\xa0websocket' }))).toMatchObject(
      failed('rfc6455/4.1/reply-upgrade-websocket', 'upgradeIsNotWebsocket'),
    );
  });
});

describe(clause('rfc9112/5.2/reply-folding'), () => {
  test.each([
    ['a field that nobody knows', withLine('X: a\r\n b\r\n\tc', reply())],
    ['Upgrade', reply({ Upgrade: '\r\n websocket' })],
    ['Connection', reply({ Connection: 'keep-alive,\r\n\tUpgrade' })],
    ['the accept value', reply({ 'Sec-WebSocket-Accept': '\r\n {accept}\r\n ' })],
  ])('opened, the fold taken for spaces: %s', async (_, answer) => {
    expect(await hear(answer)).toMatchObject(opened);
  });

  test('failed: a fold in the middle of a value leaves spaces in it', async () => {
    expect(await hear(reply({ Upgrade: 'web\r\n socket' }))).toMatchObject(
      failed('rfc6455/4.1/reply-upgrade-websocket', 'upgradeIsNotWebsocket'),
    );
  });

  test('failed: white space in front of the first field is no fold', async () => {
    expect(await hear(withLine(' X: a', reply()))).toMatchObject(oddReply);
  });
});
