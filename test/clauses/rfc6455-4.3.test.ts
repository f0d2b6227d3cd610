import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { accepted, closed, hear, opened, refused, reply, request, shareServer } from './peer.ts';

const server = shareServer();

describe(clause('rfc6455/4.3/key-grammar'), () => {
  test.each([
    ['letters and digits', 'RnQZ27eOdb6dV72aXk1wNw=='],
    ['+ and /', '79QXu/yy2PB0a892l/f+bg=='],
    ['white space around it', ' \tRnQZ27eOdb6dV72aXk1wNw==\t '],
    ['pad bits that are not zero, as in the example of §4.1', 'AQIDBAUGBwgJCgsMDQ4PEC=='],
  ])('accepted: %s', async (_, key) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Key': key }))).toMatchObject(accepted);
  });

  test.each([
    ['nothing', ''],
    ['padding alone', '=='],
    ['no padding', 'dGhlIHNhbXBsZSBub25jZQ'],
    ['half the padding', 'dGhlIHNhbXBsZSBub25jZQ='],
    ['padding in excess', 'dGhlIHNhbXBsZSBub25jZQ==='],
    ['padding in the middle', 'dGhlIHNhbX==ZSBub25jZQ=='],
    ['24 characters outside the alphabet', '!!!!!!!!!!!!!!!!!!!!!!=='],
    ['what is no base64 at all', '<not Base64 data>'],
    ['a space within', 'dGhlIHNhbXBs ZSBub25jZQ='],
    ['quotes', '"dGhlIHNhbXBsZSBub25jZQ=="'],
    ['a comma behind it', 'dGhlIHNhbXBsZSBub25jZQ==,'],
    ['a semicolon behind it', 'dGhlIHNhbXBsZSBub25jZQ==;'],
    ['garbage behind it', 'dGhlIHNhbXBsZSBub25jZQ==abcd'],
    ['two in one line', 'dGhlIHNhbXBsZSBub25jZQ==, dGhlIHNhbXBsZSBub25jZQ=='],
    ['octets above ASCII', 'dGhlIHNhbXBsZSBub25jZ\xe4=='],
  ])('refused: %s', async (_, key) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Key': key }))).toMatchObject(
      refused(400, 'rfc6455/4.3/key-grammar', 'keyIsMalformed'),
    );
  });
});

describe(clause('rfc6455/4.3/version-grammar'), () => {
  test.each(['13', ' 13', '13\t'])('accepted: %j', async (value) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Version': value }))).toMatchObject(accepted);
  });

  test.each(['0', '9', '10', '99', '100', '199', '200', '249', '255'])(
    'refused as a number, not for its grammar: %s',
    async (value) => {
      expect(await server.ask(request({ 'Sec-WebSocket-Version': value }))).toMatchObject(
        refused(426, 'rfc6455/4.2.2/version-unsupported', 'versionIsNot13'),
      );
    },
  );

  test.each([
    ...['', 'abc', '013', '00', '+13', '-13', '13.0', '0xd', '1.3e1', '13;', '13/', '"13"', '1 3'],
    ...['13, 8', '25, 13', '13,', '256', '1313', '\xb9\xb3'],
  ])('refused: %j', async (value) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Version': value }))).toMatchObject({
      ...refused(400, 'rfc6455/4.3/version-grammar', 'versionIsMalformed'),
      fields: { 'sec-websocket-version': ['13'] },
    });
  });
});

describe(clause('rfc6455/4.3/subprotocol-offer-grammar'), () => {
  test.each(['chat', 'chat,superchat', 'chat , superchat', "chat, !#$%&'*+-.^_`|~09azAZ"])(
    'accepted: %s',
    async (value) => {
      expect(await server.ask(request({ 'Sec-WebSocket-Protocol': value }))).toMatchObject({
        ...accepted,
        fields: { 'sec-websocket-protocol': ['chat'] },
      });
    },
  );

  test.each([
    ...['', ' ', ', ,', 'a b', 'chat;superchat', 'chat; a=b', 'chat/1', '"chat"', 'chat, a@b'],
    ...['chat, (a)', 'chat\tsuperchat', 'chat, \xe4', '{chat}'],
  ])('refused: %j', async (value) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Protocol': value }))).toMatchObject(
      refused(400, 'rfc6455/4.3/subprotocol-offer-grammar', 'subprotocolsAreMalformed'),
    );
  });

  test('refused: a second line that is malformed', async () => {
    expect(await server.ask(request({ 'Sec-WebSocket-Protocol': ['chat', 'a b'] }))).toMatchObject(
      refused(400, 'rfc6455/4.3/subprotocol-offer-grammar', 'subprotocolsAreMalformed'),
    );
  });
});

describe(clause('rfc6455/4.3/subprotocol-sent-grammar'), () => {
  test.each([
    ['a list', 'chat, superchat'],
    ['two lines', ['chat', 'superchat']],
    ['white space around the name', ' \tchat\t '],
  ])('one token is sent, whatever was offered: %s', async (_, offer) => {
    const { octets } = await server.ask(request({ 'Sec-WebSocket-Protocol': offer }));
    expect(octets.match(/^Sec-WebSocket-Protocol:.*\r\n/gim)).toEqual(['Sec-WebSocket-Protocol: chat\r\n']);
  });
});

describe(clause('rfc6455/4.3/subprotocol-reply-grammar'), () => {
  const two = { subprotocols: ['chat', 'superchat'] };

  test.each(['chat', ' chat', 'chat\t'])('opened: %j', async (value) => {
    const told = await hear(reply({ 'Sec-WebSocket-Protocol': value }), two);
    expect(told).toMatchObject({ ...opened, connection: { subprotocol: 'chat' } });
  });

  test.each(['chat, superchat', 'chat,', ',chat', '"chat"', 'chat superchat', 'chat;', 'chat/1', '\xe4'])(
    'closed: %j',
    async (value) => {
      expect(await hear(reply({ 'Sec-WebSocket-Protocol': value }), two)).toMatchObject(
        closed('rfc6455/4.3/subprotocol-reply-grammar', 'subprotocolIsMalformed'),
      );
    },
  );
});

describe(clause('rfc6455/4.3/version-sent-grammar'), () => {
  test.each([
    ['another version', { 'Sec-WebSocket-Version': '8' }],
    ['no version', { 'Sec-WebSocket-Version': null }],
    ['no Upgrade', { Upgrade: null }],
  ])('the version is written as 13: refused for %s', async (_, fields) => {
    const { octets } = await server.ask(request(fields));
    expect(octets.match(/^Sec-WebSocket-Version:.*\r\n/gim)).toEqual(['Sec-WebSocket-Version: 13\r\n']);
  });
});
