import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ServedConnection } from '../../src/verify/peer/connection/served-connection.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { clause } from './clause.ts';
import { closed, connectTo, failed, fill, hear, opened, reply, startAnswering } from './peer.ts';

const two = { subprotocols: ['chat', 'superchat'] };

describe(clause('rfc6455/4.1/status-101'), () => {
  test('opened: 101', async () => {
    expect(await hear(reply())).toMatchObject(opened);
  });

  test.each([
    ['200 with every field of a 101', '200 OK', 200],
    ['201', '201 Created', 201],
    ['204', '204 No Content', 204],
    ['400', '400 Bad Request', 400],
    ['426 with every field of a 101', '426 Upgrade Required', 426],
    ['503', '503 Service Unavailable', 503],
    ['999, which nobody has registered', '999 ', 999],
    ['001', '001 x', 1],
  ])('failed: %s', async (_, status, code) => {
    const answer = reply({ 'Content-Length': '0' }, `HTTP/1.1 ${status}`);
    expect(await hear(answer)).toMatchObject(failed('rfc6455/4.1/status-101', 'statusIsNot101', code));
  });
});

describe(clause('rfc6455/4.1/redirect-not-followed'), () => {
  test.each([301, 302, 303, 307, 308])('failed: %i is reported with its Location', async (status) => {
    const answer = `HTTP/1.1 ${status} x\r\nLocation: ws://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n`;
    const told = await hear(answer);
    expect(told).toMatchObject(failed('rfc6455/4.1/status-101', 'statusIsNot101', status));
    expect(told.error?.headers).toContainEqual(['Location', 'ws://127.0.0.1:1/']);
  });

  test('failed: the Location is not asked for, though the same server has it', async () => {
    const redirect = 'HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n';
    const server = await startAnswering(redirect);
    const { error } = await connectTo(server.port);
    expect(error).toMatchObject({ status: 302 });
    await exchangeElsewhere();
    expect(server.connections).toHaveLength(1);
  });
});

describe(clause('rfc6455/4.1/reply-upgrade-present'), () => {
  test('failed: none', async () => {
    expect(await hear(reply({ Upgrade: null }))).toMatchObject(
      failed('rfc6455/4.1/reply-upgrade-present', 'upgradeIsAbsent'),
    );
  });
});

describe(clause('rfc6455/4.1/reply-upgrade-websocket'), () => {
  test('opened: websocket', async () => {
    expect(await hear(reply())).toMatchObject(opened);
  });

  test.each([
    ...['', 'h2c', 'websocke', 'websockets', 'web socket', '"websocket"', 'websocket/13', 'websocket;'],
    ...['websocket, h2c', 'h2c, websocket', 'websocket,'],
  ])('failed: %j', async (value) => {
    expect(await hear(reply({ Upgrade: value }))).toMatchObject(
      failed('rfc6455/4.1/reply-upgrade-websocket', 'upgradeIsNotWebsocket'),
    );
  });

  test.each([
    ['the same value', ['websocket', 'websocket']],
    ['another', ['websocket', 'h2c']],
  ])('failed: a second line with %s', async (_, values) => {
    expect(await hear(reply({ Upgrade: values }))).toMatchObject(
      failed('rfc6455/4.1/reply-upgrade-websocket', 'upgradeIsNotWebsocket'),
    );
  });
});

describe(clause('rfc6455/4.1/reply-upgrade-case'), () => {
  test.each(['WebSocket', 'WEBSOCKET', 'wEbSoCkEt'])('opened: %s', async (value) => {
    expect(await hear(reply({ Upgrade: value }))).toMatchObject(opened);
  });

  test('failed: a letter that only Unicode folds to k', async () => {
    const answer = (text: string) => hear((peer) => peer.socket.write(fill(text, peer), 'utf8'));
    expect(await answer(reply({ Upgrade: 'webso\u212Aet' }))).toMatchObject({
      clause: 'rfc6455/4.1/reply-upgrade-websocket',
    });
  });
});

describe(clause('rfc6455/4.1/reply-connection-present'), () => {
  test('failed: none', async () => {
    expect(await hear(reply({ Connection: null }))).toMatchObject(
      failed('rfc6455/4.1/reply-connection-present', 'connectionIsAbsent'),
    );
  });
});

describe(clause('rfc6455/4.1/reply-connection-token'), () => {
  test.each([
    ['a list', 'Upgrade, Keep-Alive'],
    ['a list with the token last', 'keep-alive, Upgrade'],
    ['two lines', ['keep-alive', 'Upgrade']],
    ['two lines in the other order', ['Upgrade', 'keep-alive']],
  ])('opened: %s', async (_, value) => {
    expect(await hear(reply({ Connection: value }))).toMatchObject(opened);
  });

  test.each([
    ...['', 'close', 'websocket', 'upgrad', 'upgraded', 'not-upgrade', 'Upgrade/1', '"Upgrade"'],
    ...['keep-alive Upgrade', 'keep-alive; Upgrade', 'Upgrade;'],
  ])('failed: %j', async (value) => {
    expect(await hear(reply({ Connection: value }))).toMatchObject(
      failed('rfc6455/4.1/reply-connection-token', 'connectionLacksUpgrade'),
    );
  });
});

describe(clause('rfc6455/4.1/reply-connection-case'), () => {
  test.each(['upgrade', 'UPGRADE', 'uPgRaDe', 'KEEP-ALIVE, upGRADE'])('opened: %s', async (value) => {
    expect(await hear(reply({ Connection: value }))).toMatchObject(opened);
  });
});

describe(clause('rfc6455/4.1/accept-present'), () => {
  test('closed: none', async () => {
    expect(await hear(reply({ 'Sec-WebSocket-Accept': null }))).toMatchObject(
      closed('rfc6455/4.1/accept-present', 'acceptIsAbsent'),
    );
  });
});

describe(clause('rfc6455/4.1/accept-value'), () => {
  const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
  const sha1 = (...parts: readonly (string | Buffer)[]) =>
    createHash('sha1')
      .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
      .digest();

  test('opened: the base64 of the SHA-1 of the key, as sent, and the GUID', async () => {
    const told = await hear((peer) =>
      peer.socket.write(reply({ 'Sec-WebSocket-Accept': sha1(keyOf(peer), guid).toString('base64') })),
    );
    expect(told).toMatchObject(opened);
  });

  test.each<[string, (key: string) => string]>([
    ['that of another key', () => 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='],
    ['nothing', () => ''],
    ['the key itself', (key) => key],
    ['the SHA-1 in hexadecimal', (key) => sha1(key, guid).toString('hex')],
    ['the SHA-1 of the decoded key', (key) => sha1(Buffer.from(key, 'base64'), guid).toString('base64')],
    ['the SHA-1 of the key alone', (key) => sha1(key).toString('base64')],
    ['the SHA-1 with the GUID in lower case', (key) => sha1(key, guid.toLowerCase()).toString('base64')],
    ['the SHA-1 of the GUID and the key', (key) => sha1(guid, key).toString('base64')],
    ['the alphabet for URLs and no padding', (key) => sha1(key, guid).toString('base64url')],
    ['no padding', (key) => sha1(key, guid).toString('base64').slice(0, -1)],
    ['twice the padding', (key) => `${sha1(key, guid).toString('base64')}=`],
    ['quotes around it', (key) => `"${sha1(key, guid).toString('base64')}"`],
    ['a comma behind it', (key) => `${sha1(key, guid).toString('base64')},`],
    ['itself behind a comma', (key) => [1, 2].map(() => sha1(key, guid).toString('base64')).join(', ')],
    ['a space in it', (key) => sha1(key, guid).toString('base64').replace(/^.{9}/, '$& ')],
  ])('closed: %s', async (_, valueFor) => {
    const told = await hear((peer) =>
      peer.socket.write(reply({ 'Sec-WebSocket-Accept': valueFor(keyOf(peer)) })),
    );
    expect(told).toMatchObject(closed('rfc6455/4.1/accept-value', 'acceptIsWrong'));
  });

  test.each([
    ['upper case', (accept: string) => accept.toUpperCase()],
    ['lower case', (accept: string) => accept.toLowerCase()],
    [
      'the case of one letter changed',
      (accept: string) => accept.replace(/[a-z]/i, (l) => (l < 'a' ? l.toLowerCase() : l.toUpperCase())),
    ],
  ])('closed: %s', async (_, change) => {
    const told = await hear((peer) =>
      peer.socket.write(reply({ 'Sec-WebSocket-Accept': change(peer.accept) })),
    );
    expect(told).toMatchObject(closed('rfc6455/4.1/accept-value', 'acceptIsWrong'));
  });

  function keyOf({ request }: ServedConnection): string {
    return request?.fields.find(({ name }) => name === 'Sec-WebSocket-Key')?.value ?? '';
  }
});

describe(clause('rfc6455/4.1/accept-surrounding-space'), () => {
  test.each(['  {accept}', '{accept}  ', '\t{accept}\t', ' \t {accept} \t '])('opened: %j', async (value) => {
    expect(await hear(reply({ 'Sec-WebSocket-Accept': value }))).toMatchObject(opened);
  });

  test('opened: no white space at all', async () => {
    expect(await hear(reply().replaceAll(': ', ':'))).toMatchObject(opened);
  });

  test.each(['\u00a0{accept}', '{accept}\u0085'])(
    'closed: other white space around it: %j',
    async (value) => {
      expect(await hear(reply({ 'Sec-WebSocket-Accept': value }))).toMatchObject(
        closed('rfc6455/4.1/accept-value', 'acceptIsWrong'),
      );
    },
  );
});

describe(clause('rfc6455/4.1/extension-offered'), () => {
  test('opened: none', async () => {
    expect(await hear(reply())).toMatchObject({ ...opened, connection: { extensions: [] } });
  });

  test.each(['permessage-deflate', 'foo', 'foo; bar=1', 'foo, permessage-deflate', '__proto__', 'length'])(
    'closed: %s',
    async (value) => {
      expect(await hear(reply({ 'Sec-WebSocket-Extensions': value }))).toMatchObject(
        closed('rfc6455/4.1/extension-offered', 'extensionIsUnoffered'),
      );
    },
  );
});

describe(clause('rfc6455/4.1/subprotocol-offered'), () => {
  test.each(['chat', 'superchat'])('opened: %s, of two that were offered', async (name) => {
    const told = await hear(reply({ 'Sec-WebSocket-Protocol': name }), two);
    expect(told).toMatchObject({ ...opened, connection: { subprotocol: name } });
  });

  test.each([
    ['one where none was offered', 'chat', {}],
    ['another', 'mqtt', two],
    ['one in other letter case', 'Chat', two],
    ['the beginning of one', 'cha', two],
    ['the name of a built-in member', 'constructor', two],
    ['the name of a built-in member where none was offered', '__proto__', {}],
  ])('closed: %s', async (_, name, options) => {
    expect(await hear(reply({ 'Sec-WebSocket-Protocol': name }), options)).toMatchObject(
      closed('rfc6455/4.1/subprotocol-offered', 'subprotocolIsUnoffered'),
    );
  });
});

describe(clause('rfc6455/4.1/subprotocol-none-chosen'), () => {
  test('opened: no Sec-WebSocket-Protocol, although two were offered', async () => {
    expect(await hear(reply(), two)).toMatchObject({ ...opened, connection: { subprotocol: null } });
  });
});

describe(clause('rfc6455/4.1/reply-field-name-case'), () => {
  test.each([
    ['lower case', reply().replace(/^[\w-]+:/gm, (name) => name.toLowerCase())],
    ['upper case', reply().replace(/^[\w-]+:/gm, (name) => name.toUpperCase())],
  ])('opened: names in %s', async (_, answer) => {
    expect(await hear(answer)).toMatchObject(opened);
  });

  test('closed: a wrong value counts under a name in other letter case too', async () => {
    const answer = reply({ 'Sec-WebSocket-Accept': null, 'SEC-WEBSOCKET-ACCEPT': 'x' });
    expect(await hear(answer)).toMatchObject(closed('rfc6455/4.1/accept-value', 'acceptIsWrong'));
  });
});

describe(clause('rfc6455/4.1/established'), () => {
  test.each([
    ['the canonical reply', reply()],
    ['further fields', reply({ Server: 'x', Date: 'y', __proto__x: 'z', constructor: 'c' })],
    ['the minor version of another day', reply({}, 'HTTP/1.2 101 Switching Protocols')],
  ])('opened: %s', async (_, answer) => {
    expect(await hear(answer)).toMatchObject(opened);
  });

  test.each([
    ['octet by octet', (text: string) => [...text]],
    ['cut within a line end', (text: string) => [text.slice(0, 33), text.slice(33)]],
    ['cut before the last octet', (text: string) => [text.slice(0, -1), '\n']],
  ])('opened: a reply that comes %s', async (_, cut) => {
    const told = await hear((peer) => {
      for (const piece of cut(fill(reply(), peer))) peer.socket.write(piece);
    });
    expect(told).toMatchObject(opened);
  });
});

describe(clause('rfc6455/4.1/extensions-in-use'), () => {
  test('none in the reply, so none in use', async () => {
    expect((await hear(reply())).connection?.extensions).toEqual([]);
  });
});

describe(clause('rfc6455/4.1/subprotocol-in-use'), () => {
  test.each([
    ['superchat', { 'Sec-WebSocket-Protocol': 'superchat' }],
    [null, {}],
  ])('in use: %s', async (subprotocol, fields) => {
    expect((await hear(reply(fields), two)).connection).toMatchObject({ subprotocol });
  });
});

describe(clause('rfc6455/4.1/cookies-exposed'), () => {
  test('handed on one by one, in their order', async () => {
    const answer = reply({ 'Set-Cookie': ['a=1; Path=/', 'b=2, c'], 'set-cookie': 'd=3' });
    expect((await hear(answer)).connection?.cookies).toEqual(['a=1; Path=/', 'b=2, c', 'd=3']);
  });

  test('none', async () => {
    expect((await hear(reply())).connection?.cookies).toEqual([]);
  });
});
