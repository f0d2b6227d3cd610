import { describe, expect, test } from 'vitest';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance, badRequest, opening, refusal, serve } from './serve.ts';

const upgradeRequired = refusal(
  '426 Upgrade Required',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Connection: Upgrade, close',
);

const methodNotAllowed = refusal('405 Method Not Allowed', 'Allow: GET', 'Connection: close');

const notFound = refusal('404 Not Found');

const misdirected = refusal('421 Misdirected Request');

const versionNotSupported = refusal('505 HTTP Version Not Supported');

/** What HEAD is answered in place of the whole reply. */
const headOf = (reply: string) => reply.slice(0, reply.indexOf('\r\n\r\n') + 4);

const badVersion = badRequest.replace('Connection', 'Sec-WebSocket-Version: 13\r\nConnection');

describe('a refusal is one whole HTTP reply, and the server ends the connection', () => {
  test.each([
    [
      'a version other than 13: 426 with the version that is spoken',
      'Version: 13',
      'Version: 8',
      upgradeRequired,
    ],
    ['no Upgrade: 426', 'Upgrade: websocket\r\n', '', upgradeRequired],
    [
      'an absent version: 400 with the version that is spoken',
      'Sec-WebSocket-Version: 13\r\n',
      '',
      badVersion,
    ],
    ['a method other than GET: 405 with Allow', 'GET', 'PUT', methodNotAllowed],
    ['a method in lower case: 405 with Allow', 'GET', 'get', methodNotAllowed],
    ['HEAD: 405, of which the head alone', 'GET', 'HEAD', headOf(methodNotAllowed)],
    ['HEAD with a malformed field line: 400', /^GET([\s\S]*)Host:/, 'HEAD$1Host :', headOf(badRequest)],
    ['https as target: 421', '/chat', 'https://server.example.com/chat', misdirected],
    ['an unknown path: 404', '/chat', '/other', notFound],
    ['an absent key: 400', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n', '', badRequest],
    ['a malformed field line: 400', 'Host:', 'Host :', badRequest],
    ['a request line that is none: 400', ' HTTP/1.1', '', badRequest],
    ['HTTP/2.0 in the request line: 505', 'HTTP/1.1', 'HTTP/2.0', versionNotSupported],
  ])('%s', async (_, what, instead, reply) => {
    const { ask, connections, server } = await serve({ paths: ['/chat'] });
    expect(await ask(opening.replace(what, instead))).toBe(reply);
    expect(connections.all).toEqual([]);
    expect(server.pending).toBe(0);
  });

  test('Date is that of the clock, whenever that is', async () => {
    const { ask, clock } = await serve();
    clock.advance(86_400_000 * 365 + 3_723_999);
    expect(await ask('\n')).toBe(
      badRequest.replace('Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 01 Jan 1971 01:02:03 GMT'),
    );
  });

  test('the preface of HTTP/2: 505', async () => {
    const { ask } = await serve();
    expect(await ask('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')).toBe(versionNotSupported);
  });
});

describe('what is no HTTP is refused with 400 before the end of any head', () => {
  test.each([
    ['the first octets of a TLS ClientHello', '\x16\x03\x01'],
    ['a line that ends in a bare LF', 'GET /chat HTTP/1.1\n'],
    ['a space before the method', ' '],
  ])('%s', async (_, octets) => {
    const { ask, outcomes } = await serve();
    expect(await ask(octets)).toBe(badRequest);
    expect(outcomes.all).toMatchObject([
      { type: 'refused', clause: 'rfc9112/3/request-line', guard: 'requestLineIsMalformed', status: 400 },
    ]);
  });

  test('a bare LF behind good lines', async () => {
    const { ask, outcomes } = await serve();
    expect(await ask('GET /chat HTTP/1.1\r\nHost: a\n')).toBe(badRequest);
    expect(outcomes.all).toMatchObject([
      { type: 'refused', clause: 'rfc9112/5/field-lines', guard: 'fieldLinesAreMalformed', status: 400 },
    ]);
  });

  test.each([
    ['in the middle of a head', opening.slice(0, 60)],
    ['before any octet', ''],
    ['one octet before the end of the head', opening.slice(0, -1)],
  ])('the peer ends its side %s: 400', async (_, octets) => {
    const { dial, outcomes } = await serve();
    const peer = await dial({ allowHalfOpen: true });
    peer.socket.end(octets, 'latin1');
    expect(await peer.ended).toBe(badRequest);
    expect(outcomes.all).toMatchObject([
      { type: 'refused', clause: 'rfc9112/8/incomplete-request', guard: 'headIsCut', status: 400 },
    ]);
  });
});

describe('nothing on the connection is served after a refusal', () => {
  test('a peer that sends much more than was read still receives the whole reply', async () => {
    const { ask } = await serve();
    expect(await ask(`\n${'a'.repeat(8_000_000)}`)).toBe(badRequest);
  });

  test('a refused peer that never ends its side is cut off after the lingering time', async () => {
    const { begin, clock, server } = await serve();
    const peer = await begin('\n', { allowHalfOpen: true });
    await peer.ended;
    expect(clock.waiting).toBe(1);
    clock.advance(1_999);
    await peer.send('more');
    await exchangeElsewhere();
    expect(peer.socket.destroyed).toBe(false);
    clock.advance(1);
    await peer.send('answered by a reset');
    await exchangeElsewhere();
    await peer.send('seen to be reset');
    await peer.closed;
    await server.close();
    expect(clock.waiting).toBe(0);
  });

  test('a refused peer that ends its side is not lingered for', async () => {
    const { begin, clock, server } = await serve();
    const peer = await begin('\n');
    await peer.closed;
    await server.close();
    expect(clock.waiting).toBe(0);
  });
});

test('an opening on another connection is not touched by a refusal', async () => {
  const { ask, begin } = await serve();
  const peer = await begin(opening.slice(0, 30));
  expect(await ask('\n')).toBe(badRequest);
  await peer.send(opening.slice(30));
  expect(await peer.until('\r\n\r\n')).toBe(acceptance);
});
