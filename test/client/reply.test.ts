import { describe, expect, test } from 'vitest';
import { HandshakeError, type HandshakeOptions } from '../../src/client/index.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance } from './scripted-server.ts';
import { answer } from './start.ts';

const two: HandshakeOptions = { subprotocols: ['chat', 'superchat'] };

/** The connection that a reply leads to. */
async function opened(reply: string, options: HandshakeOptions = {}) {
  const { connection, ...answered } = await answer(reply, options);
  return { ...answered, connection: await connection };
}

/** The error that a reply leads to, and what else the server received behind the request. */
async function failed(reply: string, options: HandshakeOptions = {}) {
  const { events, failure, peer } = await answer(reply, options);
  const request = await peer.request();
  const error = await failure;
  const received = await peer.ended;
  return { error, events, sentBehind: received.slice(request.length) };
}

const withField = (line: string) => acceptance.replace('Upgrade: websocket', `${line}\r\nUpgrade: websocket`);

describe('a reply that keeps every rule opens the connection', () => {
  test.each([
    ['as it is', acceptance],
    [
      'behind interim replies',
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${acceptance}`,
    ],
    ['with the length of a body, which a 101 has not', withField('Content-Length: 5')],
  ])('%s', async (_, reply) => {
    const { connection, events, peer } = await opened(reply, two);
    expect(connection).toMatchObject({ role: 'client', subprotocol: null, extensions: [], cookies: [] });
    expect(connection.head).toHaveLength(0);
    expect(connection.reply).toMatchObject({ status: 101, reason: 'Switching Protocols' });
    await peer.send('frames');
    connection.socket.write('frames back');
    expect(await peer.until('frames back')).toContain('\r\n\r\nframes back');
    expect(events).toEqual(['open']);
  });

  test('a reply octet by octet', async () => {
    const { connection, peer } = await answer('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n');
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

/** What each clause finds wrong with a reply is shown in test/clauses; here is one of each way to end. */
describe.each(['compiled', 'actor'] as const)('a fault, %s', (interpreter) => {
  test.each<[string, string, string, string, number | null]>([
    ['a status line that is none', 'SMTP ready\r\n\r\n', 'failed', 'statusLineIsMalformed', null],
    ['a bare LF, before the end of the head', 'HTTP/1.1 101 Yes\n', 'failed', 'statusLineIsMalformed', null],
    ['a malformed field line', withField('A b'), 'failed', 'fieldLinesAreMalformed', 101],
    [
      'one in an interim reply',
      'HTTP/1.1 100 Continue\r\nA b\r\n\r\n',
      'failed',
      'fieldLinesAreMalformed',
      100,
    ],
    ['one in HTTP/1.0', withField('A b').replace('/1.1', '/1.0'), 'failed', 'fieldLinesAreMalformed', 101],
    [
      'six interim replies',
      'HTTP/1.1 100 Continue\r\n\r\n'.repeat(6) + acceptance,
      'failed',
      'interimsAreTooMany',
      100,
    ],
    [
      'a 404 in HTTP/1.0',
      'HTTP/1.0 404 Not Found\r\nContent-Length: 0\r\n\r\n',
      'failed',
      'statusIsNot101',
      404,
    ],
    [
      'HTTP/1.0 behind an interim reply in it',
      `HTTP/1.0 100 \r\n\r\n${acceptance.replace('/1.1', '/1.0')}`,
      'failed',
      'httpVersionIs10',
      101,
    ],
    ['another Upgrade', acceptance.replace('websocket', 'h2c'), 'failed', 'upgradeIsNotWebsocket', 101],
    ['no accept value', acceptance.replace(/Sec-.*\r\n/, ''), 'closed', 'acceptIsAbsent', 101],
    [
      'another subprotocol',
      withField('Sec-WebSocket-Protocol: mqtt'),
      'closed',
      'subprotocolIsUnoffered',
      101,
    ],
  ])('%s', async (_, reply, state, guard, status) => {
    const { error, events, sentBehind } = await failed(reply, { ...two, interpreter });
    expect(error).toMatchObject({ phase: 'upgrade', state, guard, status });
    expect(error).toBeInstanceOf(HandshakeError);
    expect(error).toBeInstanceOf(Error);
    expect(events).toEqual(['error', 'close']);
    expect(sentBehind).toBe('');
  });

  test('is none where the reply keeps every rule', async () => {
    const { events } = await opened(`HTTP/1.1 100 \r\n\r\n${acceptance}`, { interpreter });
    expect(events).toEqual(['open']);
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
