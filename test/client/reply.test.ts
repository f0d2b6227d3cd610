import { describe, expect, test } from 'vitest';
import { HandshakeError, type HandshakeOptions } from '../../src/client/index.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance, script } from './scripted-server.ts';
import { start } from './start.ts';

const two: HandshakeOptions = { subprotocols: ['chat', 'superchat'] };

/** The connection that a reply leads to. */
async function opened(reply: string, options: HandshakeOptions = {}) {
  const server = await script();
  const started = start(server.url, options);
  const peer = await server.peers.take();
  await peer.reply(reply);
  return { ...started, peer, connection: await started.connection };
}

/** The error that a reply leads to, and what else the server received behind the request. */
async function failed(reply: string, options: HandshakeOptions = {}) {
  const server = await script();
  const { events, failure } = start(server.url, options);
  const peer = await server.peers.take();
  const request = await peer.request();
  await peer.reply(reply);
  const error = await failure;
  const received = await peer.ended;
  return { error, events, sentBehind: received.slice(request.length) };
}

const withField = (line: string) => acceptance.replace('Upgrade: websocket', `${line}\r\nUpgrade: websocket`);

describe('a reply that keeps every rule opens the connection', () => {
  test.each<[string, string, HandshakeOptions]>([
    ['the canonical reply', acceptance, {}],
    [
      'names in other letter case',
      acceptance.replace('Upgrade:', 'uPGRADE:').replace('Sec-WebSocket-Accept', 'SEC-WEBSOCKET-ACCEPT'),
      {},
    ],
    ['Upgrade in other letter case', acceptance.replace('websocket', 'WebSocket'), {}],
    ['Connection in other letter case', acceptance.replace('Connection: Upgrade', 'Connection: uPgRaDe'), {}],
    [
      'Connection as a list',
      acceptance.replace('Connection: Upgrade', 'Connection: keep-alive, Upgrade'),
      {},
    ],
    [
      'Connection over two lines',
      acceptance.replace('Connection: Upgrade', 'Connection: keep-alive\r\nConnection: Upgrade'),
      {},
    ],
    [
      'Connection with empty list elements',
      acceptance.replace('Connection: Upgrade', 'Connection: ,, Upgrade ,'),
      {},
    ],
    ['no white space before the values', acceptance.replaceAll(': ', ':'), {}],
    [
      'much white space around the values',
      acceptance.replaceAll(': ', ': \t ').replace('{accept}', '{accept} \t '),
      {},
    ],
    ['another reason phrase', acceptance.replace('Switching Protocols', 'Web Socket Protocol Handshake'), {}],
    ['no reason phrase', acceptance.replace('Switching Protocols', ''), {}],
    ['HTTP/1.2', acceptance.replace('HTTP/1.1', 'HTTP/1.2'), {}],
    [
      'fields in another order',
      'HTTP/1.1 101 Yes\r\nSec-WebSocket-Accept: {accept}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      {},
    ],
    ['unknown fields', withField('constructor: a\r\n__proto__: b\r\nX: c'), {}],
    ['no subprotocol chosen of those offered', acceptance, two],
    ['fields of a body, which a 101 has not', withField('Content-Length: 5'), {}],
  ])('%s', async (_, reply, options) => {
    const { connection, events, peer } = await opened(reply, options);
    expect(connection).toMatchObject({ role: 'client', subprotocol: null, extensions: [], cookies: [] });
    expect(connection.head).toHaveLength(0);
    expect(connection.reply.status).toBe(101);
    await peer.send('frames');
    connection.socket.write('frames back');
    expect(await peer.until('frames back')).toContain('\r\n\r\nframes back');
    expect(events).toEqual(['open']);
  });

  test('the subprotocol that was chosen', async () => {
    const { connection } = await opened(withField('Sec-WebSocket-Protocol: superchat'), two);
    expect(connection.subprotocol).toBe('superchat');
  });

  test('cookies that are set, one by one', async () => {
    const { connection } = await opened(withField('Set-Cookie: a=1; Path=/\r\nset-cookie: b=2, c'));
    expect(connection.cookies).toEqual(['a=1; Path=/', 'b=2, c']);
  });

  test('interim replies, each with fields, are passed over', async () => {
    const { connection, events } = await opened(
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${acceptance}`,
    );
    expect(connection.reply).toMatchObject({ status: 101, reason: 'Switching Protocols' });
    expect(events).toEqual(['open']);
  });

  test('five interim replies are passed over', async () => {
    const { connection } = await opened('HTTP/1.1 102 \r\n\r\n'.repeat(5) + acceptance);
    expect(connection.reply.status).toBe(101);
  });

  test('a reply octet by octet', async () => {
    const server = await script();
    const { connection } = start(server.url);
    const peer = await server.peers.take();
    await peer.reply('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n');
    for (const octet of 'Connection: Upgrade\r\n') await peer.send(octet);
    await peer.reply('Sec-WebSocket-Accept: {accept}\r');
    await exchangeElsewhere();
    await peer.send('\n\r');
    await exchangeElsewhere();
    await peer.send('\nfirst');
    expect((await connection).reply.fields).toHaveLength(3);
  });
});

test('a reset of an open connection is swallowed', async () => {
  const { connection, peer, events } = await opened(acceptance);
  const closed = new Promise((resolve) => connection.socket.once('close', resolve));
  peer.reset();
  expect(await closed).toBe(true);
  expect(events).toEqual(['open']);
});

describe('octets behind a 101 are frames', () => {
  test('`head` has exactly those that came in the same segment', async () => {
    const { connection } = await opened(`${acceptance}\x81\x02hi\x81\x00`);
    expect(connection.head.toString('latin1')).toBe('\x81\x02hi\x81\x00');
  });

  test('those that come later are left in the socket', async () => {
    const { connection, peer } = await opened(`${acceptance}first`);
    await peer.send('second');
    await exchangeElsewhere();
    connection.socket.pipe(connection.socket);
    expect((await peer.until('second')).split('\r\n\r\n')[1]).toBe('second');
    expect(connection.head.toString('latin1')).toBe('first');
  });

  test('those that come behind an interim reply and a 101 in one segment', async () => {
    const { connection } = await opened(`HTTP/1.1 100 Continue\r\n\r\n${acceptance}first`);
    expect(connection.head.toString('latin1')).toBe('first');
  });
});

const manyFields = acceptance.replace('Upgrade:', `${'A: a\r\n'.repeat(198)}Upgrade:`);
const largeHead = `HTTP/1.1 101 Yes\r\nA: ${'a'.repeat(70_000)}\r\n\r\n`;

describe('a fault before the accept value: failed', () => {
  test.each([
    [
      'a status line that is none',
      'SMTP ready\r\n\r\n',
      'rfc9112/4/status-line',
      'statusLineIsMalformed',
      null,
    ],
    [
      'a status line without status',
      'HTTP/1.1\r\n\r\n',
      'rfc9112/4/status-line',
      'statusLineIsMalformed',
      null,
    ],
    ['frames without a reply', '\x81\x02hi', 'rfc9112/4/status-line', 'statusLineIsMalformed', null],
    ['a bare LF', 'HTTP/1.1 101 Yes\n', 'rfc9112/4/status-line', 'statusLineIsMalformed', null],
    [
      'HTTP/2.0',
      acceptance.replace('HTTP/1.1', 'HTTP/2.0'),
      'rfc9112/2.3/reply-version',
      'httpMajorIsNot1',
      101,
    ],
    [
      'HTTP/1.0',
      acceptance.replace('HTTP/1.1', 'HTTP/1.0'),
      'rfc6455/4.2.2/reply-http11',
      'httpVersionIs10',
      101,
    ],
    [
      'a malformed field line',
      withField('A b'),
      'rfc9112/5/reply-field-lines',
      'fieldLinesAreMalformed',
      101,
    ],
    ['a head beyond its limit', largeHead, 'rfc6455/10.7/reply-limits', 'headIsTooLarge', null],
    ['too many fields', manyFields, 'rfc6455/10.7/reply-limits', 'fieldsAreTooMany', null],
    [
      'six interim replies',
      'HTTP/1.1 100 Continue\r\n\r\n'.repeat(6) + acceptance,
      'rfc6455/10.7/reply-limits',
      'interimsAreTooMany',
      100,
    ],
    [
      '200 with all fields of a 101',
      acceptance.replace('101 Switching Protocols', '200 OK\r\nContent-Length: 0'),
      'rfc6455/4.1/status-101',
      'statusIsNot101',
      200,
    ],
    [
      'a 404 in HTTP/1.0, which is told by its status',
      'HTTP/1.0 404 Not Found\r\nContent-Length: 0\r\n\r\n',
      'rfc6455/4.1/status-101',
      'statusIsNot101',
      404,
    ],
    [
      'HTTP/1.0 and no Upgrade',
      acceptance.replace('HTTP/1.1', 'HTTP/1.0').replace('Upgrade: websocket\r\n', ''),
      'rfc6455/4.2.2/reply-http11',
      'httpVersionIs10',
      101,
    ],
    [
      'HTTP/1.0 behind an interim reply in HTTP/1.0',
      `HTTP/1.0 100 Continue\r\n\r\n${acceptance.replace('HTTP/1.1', 'HTTP/1.0')}`,
      'rfc6455/4.2.2/reply-http11',
      'httpVersionIs10',
      101,
    ],
    [
      'a malformed field line in HTTP/1.0',
      withField('A b').replace('HTTP/1.1', 'HTTP/1.0'),
      'rfc9112/5/reply-field-lines',
      'fieldLinesAreMalformed',
      101,
    ],
    [
      'a malformed field line in an interim reply',
      'HTTP/1.1 100 Continue\r\nA b\r\n\r\n',
      'rfc9112/5/reply-field-lines',
      'fieldLinesAreMalformed',
      100,
    ],
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n', 'rfc6455/4.1/status-101', 'statusIsNot101', 204],
    [
      'a status that is not registered',
      'HTTP/1.1 999 \r\nContent-Length: 0\r\n\r\n',
      'rfc6455/4.1/status-101',
      'statusIsNot101',
      999,
    ],
    [
      'no Upgrade',
      acceptance.replace('Upgrade: websocket\r\n', ''),
      'rfc6455/4.1/reply-upgrade-present',
      'upgradeIsAbsent',
      101,
    ],
    [
      'another Upgrade',
      acceptance.replace('websocket', 'h2c'),
      'rfc6455/4.1/reply-upgrade-websocket',
      'upgradeIsNotWebsocket',
      101,
    ],
    [
      'an Upgrade with a version',
      acceptance.replace('websocket', 'websocket/13'),
      'rfc6455/4.1/reply-upgrade-websocket',
      'upgradeIsNotWebsocket',
      101,
    ],
    [
      'an Upgrade list',
      acceptance.replace('websocket', 'websocket, h2c'),
      'rfc6455/4.1/reply-upgrade-websocket',
      'upgradeIsNotWebsocket',
      101,
    ],
    [
      'no Connection',
      acceptance.replace('Connection: Upgrade\r\n', ''),
      'rfc6455/4.1/reply-connection-present',
      'connectionIsAbsent',
      101,
    ],
    [
      'Connection without the token',
      acceptance.replace('Connection: Upgrade', 'Connection: close'),
      'rfc6455/4.1/reply-connection-token',
      'connectionLacksUpgrade',
      101,
    ],
    [
      'Connection with the token inside another',
      acceptance.replace('Connection: Upgrade', 'Connection: Upgraded'),
      'rfc6455/4.1/reply-connection-token',
      'connectionLacksUpgrade',
      101,
    ],
  ])('%s', async (_, reply, clause, guard, status) => {
    const { error, events, sentBehind } = await failed(reply);
    expect(error).toMatchObject({ phase: 'upgrade', state: 'failed', clause, guard, status });
    expect(error).toBeInstanceOf(HandshakeError);
    expect(error).toBeInstanceOf(Error);
    expect(events).toEqual(['error', 'close']);
    expect(sentBehind).toBe('');
  });
});

describe('a fault from the accept value onward: closed', () => {
  test.each<[string, string, HandshakeOptions, string, string]>([
    [
      'no accept value',
      acceptance.replace('Sec-WebSocket-Accept: {accept}\r\n', ''),
      {},
      'rfc6455/4.1/accept-present',
      'acceptIsAbsent',
    ],
    [
      'the accept value twice',
      withField('Sec-WebSocket-Accept: {accept}'),
      {},
      'rfc6455/11.3.3/accept-once',
      'acceptIsRepeated',
    ],
    [
      'the accept value of another key',
      acceptance.replace('{accept}', 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='),
      {},
      'rfc6455/4.1/accept-value',
      'acceptIsWrong',
    ],
    [
      'an empty accept value',
      acceptance.replace('{accept}', ''),
      {},
      'rfc6455/4.1/accept-value',
      'acceptIsWrong',
    ],
    [
      'an accept value in quotes',
      acceptance.replace('{accept}', '"{accept}"'),
      {},
      'rfc6455/4.1/accept-value',
      'acceptIsWrong',
    ],
    [
      'an accept value with more behind it',
      acceptance.replace('{accept}', '{accept}='),
      {},
      'rfc6455/4.1/accept-value',
      'acceptIsWrong',
    ],
    [
      'a subprotocol where none was offered',
      withField('Sec-WebSocket-Protocol: chat'),
      {},
      'rfc6455/4.1/subprotocol-offered',
      'subprotocolIsUnoffered',
    ],
    [
      'a subprotocol that was not offered',
      withField('Sec-WebSocket-Protocol: mqtt'),
      two,
      'rfc6455/4.1/subprotocol-offered',
      'subprotocolIsUnoffered',
    ],
    [
      'a subprotocol in other letter case',
      withField('Sec-WebSocket-Protocol: Chat'),
      two,
      'rfc6455/4.1/subprotocol-offered',
      'subprotocolIsUnoffered',
    ],
    [
      'two subprotocols in a list',
      withField('Sec-WebSocket-Protocol: chat, superchat'),
      two,
      'rfc6455/4.3/subprotocol-reply-grammar',
      'subprotocolIsMalformed',
    ],
    [
      'an empty subprotocol',
      withField('Sec-WebSocket-Protocol:'),
      two,
      'rfc6455/4.2.2/subprotocol-not-empty',
      'subprotocolIsEmpty',
    ],
    [
      'the subprotocol twice',
      withField('Sec-WebSocket-Protocol: chat\r\nSec-WebSocket-Protocol: chat'),
      two,
      'rfc6455/11.3.4/subprotocol-once',
      'subprotocolIsRepeated',
    ],
    [
      'an extension that was not offered',
      withField('Sec-WebSocket-Extensions: permessage-deflate'),
      {},
      'rfc6455/4.1/extension-offered',
      'extensionIsUnoffered',
    ],
    [
      'malformed extensions',
      withField('Sec-WebSocket-Extensions: a;'),
      {},
      'rfc6455/9.1/reply-extension-grammar',
      'extensionsAreMalformed',
    ],
  ])('%s', async (_, reply, options, clause, guard) => {
    const { error, events, sentBehind } = await failed(reply, options);
    expect(error).toMatchObject({ phase: 'upgrade', state: 'closed', clause, guard, status: 101 });
    expect(events).toEqual(['error', 'close']);
    expect(sentBehind).toBe('');
  });
});

test('the error tells what was received, what was expected, and where that stands', async () => {
  const { error } = await failed(acceptance.replace('websocket', 'h2c'));
  expect(error.message).toBe('Upgrade is "h2c", where "websocket" was expected (RFC 6455 §4.1)');
  expect(error.source).toBe('RFC 6455 §4.1');
  expect(error.headers.slice(0, 2)).toEqual([
    ['Upgrade', 'h2c'],
    ['Connection', 'Upgrade'],
  ]);
  expect(Buffer.from(error.head).toString('latin1')).toMatch(/^HTTP\/1\.1 101 .*\r\n\r\n$/s);
});

test('the error shows no credentials of a subprotocol', async () => {
  const { error } = await failed(withField('Sec-WebSocket-Protocol: token.other'), {
    subprotocols: ['chat', 'token.s3cret'],
  });
  expect(error.message).toBe(
    'Sec-WebSocket-Protocol is "token.***", where one of the offered subprotocols was expected: chat, token.*** (RFC 6455 §4.1)',
  );
});

describe('limits of a head', () => {
  // With an accept value of 28 octets the reply has 129 octets and three field lines.
  test.each([
    ['a head of exactly the limit', { headLimit: 129 }],
    ['exactly as many fields as the limit', { fieldLimit: 3 }],
  ])('%s opens the connection', async (_, options) => {
    const { connection } = await opened(acceptance, options);
    expect(connection.reply.status).toBe(101);
  });

  test.each([
    ['a head of one octet more than the limit', { headLimit: 128 }, 'headIsTooLarge'],
    ['one field more than the limit', { fieldLimit: 2 }, 'fieldsAreTooMany'],
  ])('%s fails', async (_, options, guard) => {
    const { error } = await failed(acceptance, options);
    expect(error).toMatchObject({ state: 'failed', clause: 'rfc6455/10.7/reply-limits', guard });
  });
});

describe('inspect', () => {
  test('an actor tells everything that it does', async () => {
    const seen: unknown[] = [];
    await opened(`HTTP/1.1 100 \r\n\r\n${acceptance}`, {
      interpreter: 'actor',
      inspect: (event) => seen.push(event),
    });
    const told = seen.filter((event) => (event as { type: string }).type === '@xstate.event'); // XState's own types
    expect(told).toMatchObject(
      ['xstate.init', 'INTERIM_RECEIVED', 'ESTABLISHED'].map((type) => ({ event: { type } })),
    );
    expect(seen.at(-1)).toMatchObject({ type: '@xstate.snapshot', snapshot: { value: 'open' } });
  });

  test('what is compiled tells nothing', async () => {
    const seen: unknown[] = [];
    const inspect = (event: unknown) => seen.push(event);
    await opened(acceptance, { interpreter: 'compiled', inspect });
    await opened(acceptance, { inspect });
    expect(seen).toEqual([]);
  });
});

describe.each(['compiled', 'actor'] as const)('the connection, %s', (interpreter) => {
  test('opens', async () => {
    const { events } = await opened(`HTTP/1.1 100 \r\n\r\n${acceptance}`, { interpreter });
    expect(events).toEqual(['open']);
  });

  test('fails', async () => {
    const { error, events } = await failed(acceptance.replace('websocket', 'h2c'), { interpreter });
    expect(error).toMatchObject({ state: 'failed', guard: 'upgradeIsNotWebsocket' });
    expect(events).toEqual(['error', 'close']);
  });

  test('closes', async () => {
    const { error, events } = await failed(acceptance.replace('{accept}', ''), { interpreter });
    expect(error).toMatchObject({ state: 'closed', guard: 'acceptIsWrong' });
    expect(events).toEqual(['error', 'close']);
  });
});
