import { describe, expect, test } from 'vitest';
import { apiKey, basic, bearer, cookie } from '../../src/server/index.ts';
import { clause } from './clause.ts';
import { accepted, failed, hear, opened, refused, reply, request, shareServer, withLine } from './peer.ts';

const server = shareServer();
const origins = ['https://a.example', 'https://*.b.example'];
const listing = shareServer({ origins });
const authenticating = shareServer({
  origins,
  authentication: [
    ...[bearer('right'), basic('user:right'), cookie('session', 'right'), apiKey('right')],
    apiKey((value) => value.includes('response="right"'), { name: 'Authorization' }),
  ],
});

describe(clause('rfc6455/10.2/origin-verified'), () => {
  test.each(['https://a.example', 'https://chat.b.example'])('accepted: %s', async (value) => {
    expect(await listing.ask(request({ Origin: value }))).toMatchObject(accepted);
  });

  test.each(['https://evil.example', 'https://a.example.evil.example', 'http://a.example', 'null'])(
    'refused: %s',
    async (value) => {
      expect(await listing.ask(request({ Origin: value }))).toMatchObject(
        refused(403, 'service/5.4/origin-allowlist', 'originIsForeign'),
      );
    },
  );
});

describe(clause('rfc6455/10.2/origin-403'), () => {
  test.each([
    ['foreign', 'https://evil.example'],
    ['malformed', 'evil'],
    ['repeated', ['https://a.example', 'https://a.example']],
  ])('refused with 403: an origin that is %s', async (_, value) => {
    expect(await listing.ask(request({ Origin: value }))).toMatchObject({
      ...{ type: 'refused', status: 403, body: '403 Forbidden\n', ended: true, connection: null },
    });
  });
});

describe(clause('rfc6455/10.5/any-http-authentication'), () => {
  test.each([
    ['Basic', { Authorization: 'Basic dXNlcjpyaWdodA==' }],
    ['Bearer', { Authorization: 'Bearer right' }],
    ['a cookie', { Cookie: 'session=right' }],
    ['a field of its own', { 'X-API-Key': 'right' }],
    ['whatever the application reads', { Authorization: 'Digest username="user", response="right"' }],
  ])('accepted: %s', async (_, fields) => {
    expect(await authenticating.ask(request({ ...fields, Origin: 'https://a.example' }))).toMatchObject(
      accepted,
    );
  });

  test.each([
    ['Basic', { Authorization: 'Basic dXNlcjp3cm9uZw==' }],
    ['Bearer', { Authorization: 'Bearer wrong' }],
    ['a cookie', { Cookie: 'session=wrong' }],
    ['a field of its own', { 'X-API-Key': 'wrong' }],
    ['whatever the application reads', { Authorization: 'Digest username="user", response="wrong"' }],
  ])('refused: %s', async (_, fields) => {
    const answer = await authenticating.ask(request({ ...fields, Origin: 'https://a.example' }));
    expect(answer).toMatchObject({ type: 'refused', status: 401, connection: null, ended: true });
  });
});

describe(clause('rfc6455/10.7/input-validated'), () => {
  test.each([
    ['a ClientHello of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a greeting of SMTP', 'EHLO example.com\r\n\r\n'],
    ['a request of FTP', 'USER anonymous\r\n\r\n'],
    ['NUL', '\0'],
    ['a frame', '\x89\x80\x01\x02\x03\x04'],
    ['a reply in place of a request', reply({ 'Sec-WebSocket-Accept': 'x' })],
    ['random octets', '\x9d\xe1\x07\xb4\x00\x11'],
  ])('refused: %s', async (_, octets) => {
    const peer = await server.dial();
    peer.socket.end(octets, 'latin1');
    await peer.ended();
    expect(peer.octets.toString('latin1')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(await server.told(peer)).toMatchObject({
      ...{ type: 'refused', clause: 'rfc9112/3/request-line', guard: 'requestLineIsMalformed', status: 400 },
    });
  });

  test('refused: the preface of HTTP/2', async () => {
    expect(await server.ask('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')).toMatchObject(
      refused(505, 'rfc9110/15.6.6/http-version-not-supported', 'httpMajorIsNot1'),
    );
  });

  test('accepted beside them: a valid opening', async () => {
    expect(await server.ask(request())).toMatchObject(accepted);
  });
});

describe(clause('rfc6455/10.7/client-input-validated'), () => {
  test.each([
    ['a greeting of SMTP', '220 smtp.example.com ready\r\n\r\n'],
    ['words', 'FOO BAR\r\n\r\n'],
    ['a request in place of a reply', request()],
    ['a frame', '\x81\x05first'],
    ['an alert of TLS', '\x15\x03\x01\x00\x02\x02\x28'],
    ['NUL', '\0'],
    ['a line in front of the status line', `junk\r\n${reply()}`],
    ['an empty line in front of it', `\r\n${reply()}`],
  ])('failed: %s', async (_, answer) => {
    expect(await hear(answer)).toMatchObject(failed('rfc9112/4/status-line', 'statusLineIsMalformed', null));
  });

  test('opened beside them: a valid reply', async () => {
    expect(await hear(reply())).toMatchObject(opened);
  });
});

describe(clause('rfc6455/10.7/connection-dropped'), () => {
  test('dropped, with an answer in front: what is no HTTP', async () => {
    expect(await server.ask('garbage\n')).toMatchObject({
      ...refused(400, 'rfc9112/3/request-line', 'requestLineIsMalformed'),
      fields: { connection: ['close'] },
    });
  });
});

describe(clause('rfc6455/10.7/reply-limits'), () => {
  test.each([
    ['65,536 octets of head', (text: string) => withLine(`X: ${'x'.repeat(65_536 - 5 - text.length)}`, text)],
    ['200 fields', (text: string) => withLine(Array(197).fill('X: x').join('\r\n'), text)],
    ['five interim replies', (text: string) => 'HTTP/1.1 103 x\r\n\r\n'.repeat(5) + text],
  ])('opened: %s', async (_, change) => {
    const told = await hear((peer) =>
      peer.socket.write(change(reply({ 'Sec-WebSocket-Accept': peer.accept }))),
    );
    expect(told).toMatchObject(opened);
  });

  test.each([
    [
      'one octet more',
      (text: string) => withLine(`X: ${'x'.repeat(65_537 - 5 - text.length)}`, text),
      'headIsTooLarge',
      null,
    ],
    ['a head without end', () => `HTTP/1.1 101 x\r\nX: ${'x'.repeat(300_000)}`, 'headIsTooLarge', null],
    [
      'one field more',
      (text: string) => withLine(Array(198).fill('X: x').join('\r\n'), text),
      'fieldsAreTooMany',
      null,
    ],
    [
      'one interim reply more',
      (text: string) => 'HTTP/1.1 103 x\r\n\r\n'.repeat(6) + text,
      'interimsAreTooMany',
      103,
    ],
  ] as const)('failed: %s', async (_, change, guard, status) => {
    const told = await hear((peer) =>
      peer.socket.write(change(reply({ 'Sec-WebSocket-Accept': peer.accept }))),
    );
    expect(told).toMatchObject(failed('rfc6455/10.7/reply-limits', guard, status));
  });
});
