import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import {
  accepted,
  badInput,
  closed,
  failed,
  hear,
  inputError,
  opened,
  refused,
  reply,
  request,
  sampleAccept,
  shareServer,
} from './peer.ts';

const server = shareServer();
const compressing = shareServer({ permessageDeflate: true });
const two = { subprotocols: ['chat', 'superchat'] };
const [key, other] = ['dGhlIHNhbXBsZSBub25jZQ==', 'AAAAAAAAAAAAAAAAAAAAAA=='];

describe(clause('rfc6455/11.3.1/key-sent-once'), () => {
  test('sent: once', async () => {
    expect((await hear(reply())).sent.match(/^Sec-WebSocket-Key:/gim)).toHaveLength(1);
  });

  test('refused: a second one from the user', () => {
    expect(inputError('ws://a/', { headers: [['SEC-WEBSOCKET-KEY', key]] })).toMatchObject(
      badInput('rfc6455/11.3.1/key-sent-once'),
    );
  });
});

describe(clause('rfc6455/11.3.1/key-once'), () => {
  test('accepted: one', async () => {
    expect(await server.ask(request({ 'Sec-WebSocket-Key': key }))).toMatchObject(accepted);
  });

  test.each([
    ['the same twice', [key, key]],
    ['two', [key, other]],
    ['two in the other order', [other, key]],
    ['one and an empty one', [key, '']],
    ['an empty one and one', ['', key]],
  ])('refused: %s', async (_, keys) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Key': keys }))).toMatchObject(
      refused(400, 'rfc6455/11.3.1/key-once', 'keyIsRepeated'),
    );
  });

  test('refused: a second one under a name in other letter case', async () => {
    expect(await server.ask(request({ 'sec-websocket-key': key }))).toMatchObject(
      refused(400, 'rfc6455/11.3.1/key-once', 'keyIsRepeated'),
    );
  });
});

describe(clause('rfc6455/11.3.2/offers-split'), () => {
  test('accepted: offers over three lines', async () => {
    const lines = { 'Sec-WebSocket-Extensions': ['foo', 'bar; baz=2', 'foo; x'] };
    expect(await server.ask(request(lines))).toMatchObject({
      ...accepted,
      facts: { extensions: 'declined' },
    });
  });

  test.each([
    ['the first line', ['permessage-deflate', 'foo', 'bar; baz=2']],
    ['the last line', ['foo', 'bar; baz=2', 'permessage-deflate']],
  ])('accepted, and one of them agreed to: on %s', async (_, lines) => {
    expect(await compressing.ask(request({ 'Sec-WebSocket-Extensions': lines }))).toMatchObject({
      ...accepted,
      fields: { 'sec-websocket-extensions': ['permessage-deflate'] },
    });
  });
});

describe(clause('rfc6455/11.3.2/reply-extensions-combined'), () => {
  test.each([
    ['an unoffered one on the second line', ['', 'foo']],
    ['an unoffered one on the first line', ['foo', '']],
    ['one on each line', ['foo', 'bar; baz']],
  ])('closed for the extension, not for the number of lines or an empty one: %s', async (_, lines) => {
    expect(await hear(reply({ 'Sec-WebSocket-Extensions': lines }))).toMatchObject(
      closed('rfc6455/4.1/extension-offered', 'extensionIsUnoffered'),
    );
  });

  test('closed for its grammar: one line of two', async () => {
    expect(await hear(reply({ 'Sec-WebSocket-Extensions': ['foo', 'bar;'] }))).toMatchObject(
      closed('rfc6455/9.1/reply-extension-grammar', 'extensionsAreMalformed'),
    );
  });
});

describe(clause('rfc6455/11.3.3/accept-sent-once'), () => {
  test('sent: once, with a 101 only', async () => {
    expect((await server.ask(request())).fields['sec-websocket-accept']).toEqual([sampleAccept]);
    const { octets } = await server.ask(request({ 'Sec-WebSocket-Version': '8' }));
    expect(octets).not.toMatch(/sec-websocket-accept/i);
  });
});

describe(clause('rfc6455/11.3.3/accept-once'), () => {
  test('opened: one', async () => {
    expect(await hear(reply({ 'Sec-WebSocket-Accept': '{accept}' }))).toMatchObject(opened);
  });

  test.each([
    ['twice', ['{accept}', '{accept}']],
    ['three times', ['{accept}', '{accept}', '{accept}']],
  ])('closed: the right one %s', async (_, values) => {
    expect(await hear(reply({ 'Sec-WebSocket-Accept': values }))).toMatchObject(
      closed('rfc6455/11.3.3/accept-once', 'acceptIsRepeated'),
    );
  });

  test.each([
    ['the right one, then a wrong one', ['{accept}', sampleAccept]],
    ['a wrong one, then the right one', [sampleAccept, '{accept}']],
    ['the right one, then an empty one', ['{accept}', '']],
  ])('closed: %s', async (_, values) => {
    expect(await hear(reply({ 'Sec-WebSocket-Accept': values }))).toMatchObject(
      closed('rfc6455/4.1/accept-value', 'acceptIsWrong'),
    );
  });
});

describe(clause('rfc6455/11.3.4/offers-split'), () => {
  test.each([
    ['the second line', ['mqtt', 'chat'], 'chat'],
    ['the first line', ['superchat', 'chat'], 'superchat'],
    ['a list on the second line', ['mqtt', 'x, superchat'], 'superchat'],
  ])('accepted, and chosen from %s', async (_, lines, chosen) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Protocol': lines }))).toMatchObject({
      ...accepted,
      fields: { 'sec-websocket-protocol': [chosen] },
    });
  });
});

describe(clause('rfc6455/11.3.4/subprotocol-sent-once'), () => {
  test.each([
    ['one offer', 'chat', 1],
    ['two offers that are both supported', 'chat, superchat', 1],
    ['two lines', ['chat', 'superchat'], 1],
    ['none that is supported', 'mqtt', 0],
  ])('%s', async (_, offer, times) => {
    const { octets } = await server.ask(request({ 'Sec-WebSocket-Protocol': offer }));
    expect(octets.match(/^sec-websocket-protocol:/gim) ?? []).toHaveLength(times);
  });
});

describe(clause('rfc6455/11.3.4/subprotocol-once'), () => {
  test('opened: one', async () => {
    expect(await hear(reply({ 'Sec-WebSocket-Protocol': 'chat' }), two)).toMatchObject(opened);
  });

  test.each([
    ['two that were offered', ['chat', 'superchat']],
    ['the same twice', ['chat', 'chat']],
    ['one and an empty one', ['chat', '']],
  ])('closed: %s', async (_, values) => {
    expect(await hear(reply({ 'Sec-WebSocket-Protocol': values }), two)).toMatchObject(
      closed('rfc6455/11.3.4/subprotocol-once', 'subprotocolIsRepeated'),
    );
  });
});

describe(clause('rfc6455/11.3.5/version-sent-once'), () => {
  test('sent: once', async () => {
    expect((await hear(reply())).sent.match(/^Sec-WebSocket-Version:/gim)).toHaveLength(1);
  });

  test('refused: a second one from the user', () => {
    expect(inputError('ws://a/', { headers: [['sec-websocket-version', '8']] })).toMatchObject(
      badInput('rfc6455/11.3.5/version-sent-once'),
    );
  });
});

describe(clause('rfc6455/11.3.5/version-once'), () => {
  test('accepted: one', async () => {
    expect(await server.ask(request({ 'Sec-WebSocket-Version': ['13'] }))).toMatchObject(accepted);
  });

  test.each([
    ['13 twice', ['13', '13']],
    ['13, then 8', ['13', '8']],
    ['8, then 13', ['8', '13']],
    ['13, then 11', ['13', '11']],
    ['13, then nothing', ['13', '']],
  ])('refused: %s', async (_, versions) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Version': versions }))).toMatchObject({
      ...refused(400, 'rfc6455/11.3.5/version-once', 'versionIsRepeated'),
      fields: { 'sec-websocket-version': ['13'] },
    });
  });
});

describe(clause('rfc6455/11.3.5/versions-split'), () => {
  test('the client hands on every line that a server advertises', async () => {
    const lines = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Version: 8, 7\r\n';
    const told = await hear(`HTTP/1.1 400 Bad Request\r\n${lines}Content-Length: 0\r\n\r\n`);
    expect(told).toMatchObject(failed('rfc6455/4.1/status-101', 'statusIsNot101', 400));
    expect(told.error?.headers.slice(0, 2)).toEqual([
      ['Sec-WebSocket-Version', '13'],
      ['Sec-WebSocket-Version', '8, 7'],
    ]);
  });
});

describe(clause('rfc6455/11.3.5/refused-version-unlisted'), () => {
  test.each(['0', '8', '12', '14', '255'])('refused: %s, which the reply does not list', async (version) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Version': version }))).toMatchObject({
      status: 426,
      fields: { 'sec-websocket-version': ['13'] },
    });
  });
});
