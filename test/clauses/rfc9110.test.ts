import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type Authorization, accept, bearer, refuse } from '../../src/server/index.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { receiveReply } from '../../src/verify/peer/received-reply.ts';
import { Mailbox } from '../mailbox.ts';
import { clause } from './clause.ts';
import {
  accepted,
  badInput,
  failed,
  fill,
  hear,
  inputError,
  opened,
  refused,
  reply,
  request,
  sampleAccept,
  shareServer,
  withLine,
} from './peer.ts';

const server = shareServer();
const beside = shareServer({ application: createServer((_, response) => response.end('plain')) });
const clock = new HandClock();
const timed = shareServer({ clock });
const crowded = shareServer({ limits: { pending: 1 } });
const still = shareServer({ clock: new HandClock() });
const answers: Readonly<Record<string, () => Authorization>> = {
  '401': () => refuse(401),
  '403': () => refuse(403),
  challenge: () => refuse(401, { headers: [['WWW-Authenticate', 'Negotiate']] }),
  throw: () => {
    throw new Error('no database');
  },
};
const asking = shareServer({
  authentication: bearer('right'),
  authorize: ({ query }) => answers[query ?? '']?.() ?? accept(),
});
const patience = new HandClock();
const asked = new Mailbox<string>();
const patient = shareServer({
  clock: patience,
  authorize({ query }) {
    if (query === null) return accept();
    asked.put(query);
    return new Promise(() => {});
  },
});

describe(clause('rfc9110/5.1/field-name-case'), () => {
  test.each([
    ['lower case', request().replace(/^[\w-]+:/gm, (name) => name.toLowerCase())],
    ['upper case', request().replace(/^[\w-]+:/gm, (name) => name.toUpperCase())],
  ])('accepted: names in %s', async (_, octets) => {
    expect(await server.ask(octets)).toMatchObject(accepted);
  });

  test('refused: a wrong value counts under a name in other letter case too', async () => {
    const other = { 'Sec-WebSocket-Version': null, 'SEC-WEBSOCKET-VERSION': '8' };
    expect(await server.ask(request(other))).toMatchObject(
      refused(426, 'rfc6455/4.2.2/version-unsupported', 'versionIsNot13'),
    );
  });
});

describe(clause('rfc9110/5.3/split-lines'), () => {
  test.each([
    ['Connection', ['keep-alive', 'Upgrade']],
    ['Connection', ['Upgrade', 'keep-alive']],
    ['Upgrade', ['h2c', 'websocket']],
    ['Upgrade', ['websocket', 'h2c']],
    ['Sec-WebSocket-Protocol', ['mqtt', 'chat', 'superchat']],
    ['Sec-WebSocket-Extensions', ['foo; a=1', 'bar']],
  ])('accepted: %s over the lines %j', async (name, lines) => {
    expect(await server.ask(request({ [name]: lines }))).toMatchObject(accepted);
  });

  test('refused: what is malformed on any line', async () => {
    expect(await server.ask(request({ Connection: ['Upgrade', 'a b'] }))).toMatchObject(
      refused(426, 'rfc6455/4.2.1/connection-token', 'connectionLacksUpgrade'),
    );
  });
});

describe(clause('rfc9110/5.3/reply-field-order'), () => {
  const [line, upgrade, connection, accept] = reply().split('\r\n');

  test.each([
    ['reversed', [accept, connection, upgrade]],
    ['the accept value in the middle', [connection, accept, upgrade]],
  ])('opened: %s', async (_, fields) => {
    expect(await hear([line, ...fields, '\r\n'].join('\r\n'))).toMatchObject(opened);
  });
});

describe(clause('rfc9110/5.4/fields-too-large'), () => {
  test.each([
    ['16,384 octets of head', withLine(`X: ${'x'.repeat(16_384 - 5 - request().length)}`, request())],
    ['100 fields', withLine(Array(95).fill('X: x').join('\r\n'), request())],
    ['a cookie of 8,000 octets', request({ Cookie: `a=${'b'.repeat(8_000)}` })],
  ])('accepted: %s', async (_, octets) => {
    expect(await server.ask(octets)).toMatchObject(accepted);
  });

  test.each([
    [
      'one octet more',
      withLine(`X: ${'x'.repeat(16_385 - 5 - request().length)}`, request()),
      'headIsTooLarge',
    ],
    ['a name of 20,000 octets', withLine(`${'X'.repeat(20_000)}: x`, request()), 'headIsTooLarge'],
    ['a head without end', `GET /chat HTTP/1.1\r\n${'X: x\r\n'.repeat(4_000)}`, 'headIsTooLarge'],
    ['one field more', withLine(Array(96).fill('X: x').join('\r\n'), request()), 'fieldsAreTooMany'],
    [
      'fields that push Upgrade beyond their limit',
      withLine(Array(200).fill('X: x').join('\r\n'), request()),
      'fieldsAreTooMany',
    ],
  ] as const)('refused: %s', async (_, octets, guard) => {
    expect(await server.ask(octets)).toMatchObject(refused(431, 'rfc9110/5.4/fields-too-large', guard));
  });
});

describe(clause('rfc9110/5.5/no-injection'), () => {
  test.each([
    ['CR and LF', 'b\r\nC: d'],
    ['LF', 'b\nC: d'],
    ['CR', 'b\rC: d'],
    ['NUL', 'b\0'],
    ['an end of line at the end', 'b\r\n'],
    ['CR and nothing else', '\r'],
    ['what becomes LF when it is cut to 8 bits', 'b\u010aC: d'],
    ['what becomes NUL when it is cut to 8 bits', '\u0100'],
  ])('refused in a field of the user, and in the origin: %s', (_, value) => {
    expect(inputError('ws://a/', { headers: [['A', value]] })).toMatchObject(
      badInput('rfc9110/5.5/no-injection'),
    );
    expect(inputError('ws://a/', { origin: value })).toMatchObject(badInput('rfc9110/5.5/no-injection'));
  });

  test('sent: a tab and octets above ASCII', async () => {
    const { sent } = await hear(reply(), { headers: [['A', 'b\tc \xe4']] });
    expect(sent).toContain('\r\nA: b\tc \xe4\r\n');
  });
});

describe(clause('rfc9110/5.5/no-injection-in-reply'), () => {
  test.each([
    ['in a subprotocol', { 'Sec-WebSocket-Protocol': 'chat\rX: y' }],
    ['in an extension', { 'Sec-WebSocket-Extensions': 'foo; a="\0"' }],
    ['in a key', { 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==\rX: y' }],
  ])('refused, and not a word of the request is in the reply: a control octet %s', async (_, fields) => {
    const { octets } = await still.ask(request(fields));
    expect(octets).toBe(
      [
        'HTTP/1.1 400 Bad Request',
        'Date: Thu, 01 Jan 1970 00:00:00 GMT',
        'Connection: close',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Length: 16',
        '',
        '400 Bad Request\n',
      ].join('\r\n'),
    );
  });
});

describe(clause('rfc9110/5.5/control-octets'), () => {
  test.each(['', 'a\tb', 'a b', '!~', '\x80\xff'])('accepted: %j', async (value) => {
    expect(await server.ask(withLine(`X: ${value}`, request()))).toMatchObject(accepted);
  });

  test.each(['\0', 'a\0b', 'a\rb', '\r', 'a\x01', '\x0b', '\x0c', '\x1b[0m', '\x7f'])(
    'refused: %j',
    async (value) => {
      expect(await server.ask(withLine(`X: ${value}`, request()))).toMatchObject(
        refused(400, 'rfc9112/5/field-lines', 'fieldLinesAreMalformed'),
      );
    },
  );
});

describe(clause('rfc9110/5.5/reply-control-octets'), () => {
  test.each(['', 'a\tb', '\x80\xff'])('opened: %j', async (value) => {
    expect(await hear(withLine(`X: ${value}`, reply()))).toMatchObject(opened);
  });

  test.each(['\0', 'a\0b', 'a\rb', '\r', 'a\x01', '\x7f'])('failed: %j', async (value) => {
    expect(await hear(withLine(`X: ${value}`, reply()))).toMatchObject(
      failed('rfc9112/5/reply-field-lines', 'fieldLinesAreMalformed', 101),
    );
  });
});

describe(clause('rfc9110/5.5/octets-above-ascii'), () => {
  test.each(['\xe4', '\xff \x80', 'a\xc3\xa4'])('accepted, and handed on as they came: %j', async (value) => {
    const answer = await server.ask(request({ 'X-Opaque': value }));
    expect(answer).toMatchObject(accepted);
    expect(answer.connection?.request.fields).toContainEqual(
      expect.objectContaining({ name: 'X-Opaque', value }),
    );
  });
});

describe(clause('rfc9110/5.5/reply-octets-above-ascii'), () => {
  test.each(['\xe4', '\xff \x80', 'a\xc3\xa4'])('opened: %j', async (value) => {
    expect(await hear(withLine(`X-Opaque: ${value}`, reply()))).toMatchObject(opened);
  });
});

describe(clause('rfc9110/5.6.1/empty-elements'), () => {
  test.each([
    ['Connection', ',, Upgrade ,'],
    ['Connection', 'keep-alive,\t, ,Upgrade'],
    ['Connection', ['', 'Upgrade']],
    ['Upgrade', ', websocket,,'],
    ['Upgrade', 'websocket, '],
  ])('accepted: %s: %j', async (name, value) => {
    expect(await server.ask(request({ [name]: value }))).toMatchObject(accepted);
  });
});

describe(clause('rfc9110/5.6.1/reply-empty-elements'), () => {
  test.each([',, Upgrade ,', 'keep-alive, ,Upgrade', ['', 'Upgrade']])(
    'opened: Connection: %j',
    async (value) => {
      expect(await hear(reply({ Connection: value }))).toMatchObject(opened);
    },
  );
});

describe(clause('rfc9110/5.6.1.1/no-empty-elements'), () => {
  test('sent: one comma and one space between two names', async () => {
    const { sent } = await hear(reply(), { subprotocols: ['chat', 'superchat', 'x'] });
    expect(sent).toContain('\r\nSec-WebSocket-Protocol: chat, superchat, x\r\n');
  });

  test('refused: an empty name', () => {
    expect(inputError('ws://a/', { subprotocols: ['chat', ''] })).toMatchObject(
      badInput('rfc6455/4.1/subprotocol-token'),
    );
  });
});

describe(clause('rfc9110/5.6.1.1/no-empty-elements-in-reply'), () => {
  test('sent: Connection with two options in a 426, with one in a 400', async () => {
    const other = await server.ask(request({ 'Sec-WebSocket-Version': '8' }));
    expect(other.fields['connection']).toEqual(['Upgrade, close']);
    const none = await server.ask(request({ 'Sec-WebSocket-Key': null }));
    expect(none.fields['connection']).toEqual(['close']);
  });
});

describe(clause('rfc9110/6.2/minor-version'), () => {
  test.each(['HTTP/1.1', 'HTTP/1.2', 'HTTP/1.9'])('accepted: %s', async (version) => {
    expect(await server.ask(request({}, `GET /chat ${version}`))).toMatchObject(accepted);
  });
});

describe(clause('rfc9110/6.6.1/date'), () => {
  const imfFixdate =
    /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
  const many = withLine(Array(96).fill('X: x').join('\r\n'), request());

  test.each([
    [400, 'no key', request({ 'Sec-WebSocket-Key': null })],
    [400, 'no HTTP', '\x16\x03\x01'],
    [400, 'a malformed line', withLine('X : a', request())],
    [404, 'another path', request({}, 'GET / HTTP/1.1')],
    [405, 'another method', request({}, 'POST /chat HTTP/1.1')],
    [405, 'HEAD', request({}, 'HEAD /chat HTTP/1.1')],
    [414, 'a long target', request({}, `GET /${'a'.repeat(9_000)} HTTP/1.1`)],
    [421, 'https', request({}, 'GET https://a/chat HTTP/1.1')],
    [426, 'another version', request({ 'Sec-WebSocket-Version': '8' })],
    [426, 'no Upgrade', request({ Upgrade: null })],
    [431, 'many fields', many],
    [505, 'another HTTP', request({}, 'GET /chat HTTP/3.0')],
  ])('sent once, in front of the other fields, with a %i for %s', async (status, _, octets) => {
    const answer = await still.ask(octets);
    expect(answer).toMatchObject({ status, fields: { date: ['Thu, 01 Jan 1970 00:00:00 GMT'] } });
    expect(answer.octets.split('\r\n')[1]).toBe('Date: Thu, 01 Jan 1970 00:00:00 GMT');
  });

  test('sent once with a 408, with the date of the deadline', async () => {
    const peer = await timed.dial();
    await clock.runs(1);
    clock.advance(10_000);
    const { reply: head } = await receiveReply(peer);
    const dates = head?.fields.filter(({ name }) => name === 'Date').map(({ value }) => value);
    expect(head?.status).toBe(408);
    expect(dates).toEqual([clock.date().toUTCString()]);
    expect(dates?.[0]).toMatch(imfFixdate);
    peer.socket.destroy();
    await clock.runs(0);
  });

  test('sent once with a 503', async () => {
    const first = await crowded.dial();
    while (crowded.server.pending === 0) await new Promise((resolve) => setImmediate(resolve));
    const { status, fields } = await crowded.ask('');
    expect(status).toBe(503);
    expect(fields['date']).toEqual([expect.stringMatching(imfFixdate)]);
    await first.send(Buffer.from(request()));
    await receiveReply(first);
  });

  test('the date of the system, where no other clock is given', async () => {
    const before = Date.now();
    const { fields } = await server.ask(request({ 'Sec-WebSocket-Key': null }));
    expect(fields['date']).toEqual([expect.stringMatching(imfFixdate)]);
    const date = Date.parse(fields['date']?.[0] ?? '');
    expect(date).toBeGreaterThan(before - 1_000);
    expect(date).toBeLessThanOrEqual(Date.now());
  });
});

describe(clause('rfc9110/7.2/host-first'), () => {
  test('sent: Host on the second line, before the fields of the user', async () => {
    const { sent } = await hear(reply(), { headers: [['A', 'b']], origin: 'http://a' });
    expect(sent.split('\r\n')[1]).toBe('Host: 127.0.0.1:{port}');
  });
});

describe(clause('rfc9110/7.4/https-on-plain'), () => {
  test.each(['https://server.example.com/chat', 'HTTPS://a:443/chat?a', 'https://a', 'https://a/unknown'])(
    'refused: %s',
    async (target) => {
      expect(await server.ask(request({}, `GET ${target} HTTP/1.1`))).toMatchObject({
        ...refused(421, 'rfc9110/7.4/https-on-plain', 'targetIsUnsecured'),
        facts: { target: 'unsecured' },
        fields: { connection: ['close'] },
        body: '421 Misdirected Request\n',
      });
    },
  );

  test('refused for the scheme and not for the method', async () => {
    expect(await server.ask(request({}, 'POST https://a/chat HTTP/1.1'))).toMatchObject(
      refused(421, 'rfc9110/7.4/https-on-plain', 'targetIsUnsecured'),
    );
  });

  test.each(['http://server.example.com/chat', 'HTTP://a:443/chat', '/chat?https://a'])(
    'accepted: %s',
    async (target) => {
      expect(await server.ask(request({}, `GET ${target} HTTP/1.1`))).toMatchObject(accepted);
    },
  );
});

describe(clause('rfc9110/7.8/upgrade-list'), () => {
  test.each([
    'h2c, websocket',
    'websocket, h2c',
    'IRC/6.9, websocket, RTA/x11',
    'HTTP/2.0,SHTTP/1.3,WebSocket',
  ])('accepted: %s', async (value) => {
    expect(await server.ask(request({ Upgrade: value }))).toMatchObject({
      ...accepted,
      fields: { upgrade: ['websocket'] },
    });
  });

  test.each(['h2c, http/2', 'websocket2, h2c', 'h2c, "websocket"', 'h2c websocket', 'a/b/c, websocket'])(
    'refused: %s',
    async (value) => {
      expect(await server.ask(request({ Upgrade: value }))).toMatchObject(
        refused(426, 'rfc6455/4.2.1/upgrade-websocket', 'upgradeIsNotWebsocket'),
      );
    },
  );
});

describe(clause('rfc9110/7.8/upgrade-ignored'), () => {
  test.each([
    ['another protocol', { Upgrade: 'h2c' }],
    ['the protocol without its Connection option', { Connection: 'keep-alive' }],
  ])('the application answers as if nothing was asked: %s', async (_, fields) => {
    expect(await beside.ask(request(fields))).toMatchObject({ type: 'passed', status: 200, body: 'plain' });
  });
});

describe(clause('rfc9110/7.8/upgrade-ignored-in-http10'), () => {
  const old = request({}, 'GET /chat HTTP/1.0');

  test('served by the application', async () => {
    expect(await beside.ask(old)).toMatchObject({
      ...{ type: 'passed', status: 200, body: 'plain', clause: 'rfc9110/7.8/upgrade-ignored-in-http10' },
    });
  });

  test('refused where there is none', async () => {
    expect(await server.ask(old)).toMatchObject(
      refused(426, 'rfc9110/7.8/upgrade-ignored-in-http10', 'httpVersionIs10'),
    );
  });

  test('accepted: the same in HTTP/1.1', async () => {
    expect(await server.ask(request())).toMatchObject(accepted);
  });
});

describe(clause('rfc9110/7.8/switch-only-as-asked'), () => {
  test.each([null, '', 'h2c', 'TLS/1.0', 'websocket/13'])('no 101 for Upgrade: %j', async (value) => {
    const answer = await server.ask(request({ Upgrade: value }));
    expect(answer).toMatchObject({ type: 'refused', status: 426, connection: null, ended: true });
  });

  test('the protocol of the 101 is the one that was named', async () => {
    expect(await server.ask(request())).toMatchObject({ ...accepted, fields: { upgrade: ['websocket'] } });
  });
});

describe(clause('rfc9110/7.8/connection-option-with-upgrade'), () => {
  test.each([
    ['101', request(), 101, 'Upgrade'],
    ['426 for a version', request({ 'Sec-WebSocket-Version': '8' }), 426, 'Upgrade, close'],
    ['426 for a missing Upgrade', request({ Upgrade: null }), 426, 'Upgrade, close'],
  ])('sent with a %s', async (_, octets, status, connection) => {
    expect(await server.ask(octets)).toMatchObject({
      status,
      fields: { upgrade: ['websocket'], connection: [connection] },
    });
  });

  test.each([
    ['400', request({ 'Sec-WebSocket-Key': null })],
    ['404', request({}, 'GET / HTTP/1.1')],
  ])('neither of both with a %s', async (_, octets) => {
    const { fields } = await server.ask(octets);
    expect(fields).not.toHaveProperty('upgrade');
    expect(fields['connection']).toEqual(['close']);
  });
});

describe(clause('rfc9110/7.8/upgrade-advertised'), () => {
  test('sent in reply to a plain request', async () => {
    expect(await server.ask('GET /chat HTTP/1.1\r\nHost: a\r\n\r\n')).toMatchObject({
      status: 426,
      fields: { upgrade: ['websocket'] },
    });
  });

  test('failed: the client takes it for no switch', async () => {
    expect(await hear(reply({ 'Content-Length': '0' }, 'HTTP/1.1 200 OK'))).toMatchObject(
      failed('rfc6455/4.1/status-101', 'statusIsNot101', 200),
    );
  });
});

describe(clause('rfc9110/7.8/continue-before-switching'), () => {
  test.each(['100-continue', '100-Continue'])('sent for Expect: %s: 100, then 101', async (value) => {
    const answer = await server.ask(request({ Expect: value }));
    expect(answer).toMatchObject({ ...accepted, interims: [100] });
    expect(answer.octets).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 101 /);
  });

  test('not sent: nothing was expected', async () => {
    expect(await server.ask(request())).toMatchObject({ ...accepted, interims: [] });
  });

  test('not sent: the opening is refused', async () => {
    expect(await server.ask(request({ Expect: '100-continue', 'Sec-WebSocket-Key': null }))).toMatchObject({
      ...refused(400, 'rfc6455/4.2.1/key-present', 'keyIsAbsent'),
      interims: [],
    });
  });
});

describe(clause('rfc9110/8.6/no-content-length-in-1xx'), () => {
  test('not sent with a 101; sent with a refusal', async () => {
    expect((await server.ask(request({ Expect: '100-continue' }))).octets).not.toMatch(/content-length/i);
    expect((await server.ask(request({ Host: null }))).fields['content-length']).toEqual(['16']);
  });
});

describe(clause('rfc9110/9.1/method-case'), () => {
  test.each(['get', 'Get', 'GEt', 'gET'])('refused: %s', async (method) => {
    expect(await server.ask(request({}, `${method} /chat HTTP/1.1`))).toMatchObject(
      refused(405, 'rfc6455/4.2.1/method-get', 'methodIsNotGet'),
    );
  });
});

describe(clause('rfc9110/9.1/method-405'), () => {
  test.each(['POST', 'HEAD', 'OPTIONS'])('refused: %s', async (method) => {
    expect(await server.ask(request({}, `${method} /chat HTTP/1.1`))).toMatchObject(
      refused(405, 'rfc6455/4.2.1/method-get', 'methodIsNotGet'),
    );
  });
});

describe(clause('rfc9110/9.3.2/no-content-to-head'), () => {
  const many = Array(96).fill('X: x').join('\r\n');

  // Where the method does not decide, the reply is the one to GET; where it does, the one to POST.
  test.each([
    ['an opening', 'POST', '23', request({}, 'HEAD /chat HTTP/1.1')],
    ['no Host', 'GET', '16', request({ Host: null }, 'HEAD /chat HTTP/1.1')],
    ['no Upgrade', 'GET', '21', 'HEAD /chat HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['https', 'GET', '24', request({}, 'HEAD https://a/chat HTTP/1.1')],
    ['another HTTP', 'GET', '31', request({}, 'HEAD /chat HTTP/2.0')],
    ['a malformed request line', 'GET', '16', request({}, 'HEAD /chat')],
    ['a malformed line', 'GET', '16', withLine('X : a', request({}, 'HEAD /chat HTTP/1.1'))],
    ['too many fields', 'GET', '36', withLine(many, request({}, 'HEAD /chat HTTP/1.1'))],
    ['a head without end', 'GET', '36', `HEAD /chat HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`],
    ['a long target', 'GET', '17', request({}, `HEAD /${'a'.repeat(9_000)} HTTP/1.1`)],
    ['a bare LF', 'GET', '16', 'HEAD /chat HTTP/1.1\n'],
    ['empty lines in front', 'POST', '23', `\r\n\r\n${request({}, 'HEAD /chat HTTP/1.1')}`],
  ])('sent: the head alone, with its Content-Length: %s', async (_, method, length, octets) => {
    const answer = await still.ask(octets);
    const whole = (await still.ask(octets.replace('HEAD', method))).octets;
    expect(answer.octets).toBe(whole.slice(0, whole.indexOf('\r\n\r\n') + 4));
    expect(answer).toMatchObject({ type: 'refused', fields: { 'content-length': [length] }, ended: true });
    expect(whole.length - answer.octets.length).toBe(Number(length));
  });

  test('sent: the head alone, where the peer ends its side within its own', async () => {
    const peer = await server.dial();
    peer.socket.end('HEAD /chat HTT');
    expect(await receiveReply(peer)).toMatchObject({ reply: { status: 400 }, behind: 0, ended: true });
  });

  const others = ['head', 'HEADS', 'HEAD.', 'HEAD-X', 'HEA', 'POST'];

  test.each(others)('sent with content: the reply to %s', async (method) => {
    expect(await server.ask(request({}, `${method} /chat HTTP/1.1`))).toMatchObject({
      status: 405,
      body: '405 Method Not Allowed\n',
    });
  });

  test.each(others)('sent with content: the reply to %s with a malformed line', async (method) => {
    expect(await server.ask(withLine('X : a', request({}, `${method} /chat HTTP/1.1`)))).toMatchObject({
      status: 400,
      body: '400 Bad Request\n',
    });
  });
});

describe(clause('rfc9110/10.1.1/no-expectation-without-content'), () => {
  test('not sent', async () => {
    expect((await hear(reply())).sent).not.toMatch(/^expect:/im);
  });

  test('refused: an expectation of the user', () => {
    expect(inputError('ws://a/', { headers: [['Expect', '100-continue']] })).toMatchObject(
      badInput('rfc9110/10.1.1/no-expectation-without-content'),
    );
  });
});

describe(clause('rfc9110/15.2/interim-replies'), () => {
  test.each([
    ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['102', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['103 with fields', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nUpgrade: h2c\r\n\r\n'],
    ['199, which nobody has registered', 'HTTP/1.1 199 \r\n\r\n'],
    ['several', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
  ])('opened: a 101 behind %s', async (_, interim) => {
    expect(await hear(interim + reply())).toMatchObject(opened);
  });

  test('failed: a refusal behind 100', async () => {
    expect(
      await hear('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n'),
    ).toMatchObject(failed('rfc6455/4.1/status-101', 'statusIsNot101', 403));
  });

  test('failed: 102 with every field of a 101, and then nothing', async () => {
    const told = await hear((peer) => peer.socket.end(fill(reply({}, 'HTTP/1.1 102 Processing'), peer)));
    expect(told).toMatchObject(failed('service/7/closed-without-response', null, null));
  });
});

describe(clause('rfc9110/15.2/no-1xx-to-http10'), () => {
  const old = request({ Expect: '100-continue' }, 'GET /chat HTTP/1.0');

  test('refused or served without a 100 or a 101', async () => {
    expect(await server.ask(old)).toMatchObject({ status: 426, interims: [] });
    expect(await beside.ask(old)).toMatchObject({ status: 200, interims: [] });
  });
});

describe(clause('rfc9110/15.5.2/challenge'), () => {
  test.each([
    ['a missing credential', request(), ['Bearer realm="ws101"']],
    [
      'a wrong one',
      request({ Authorization: 'Bearer wrong' }),
      ['Bearer realm="ws101", error="invalid_token"'],
    ],
    [
      'a 401 of the application',
      request({ Authorization: 'Bearer right' }, 'GET /chat?401 HTTP/1.1'),
      ['Bearer realm="ws101", error="invalid_token"'],
    ],
    [
      'a 401 of the application with a challenge of its own',
      request({ Authorization: 'Bearer right' }, 'GET /chat?challenge HTTP/1.1'),
      ['Negotiate'],
    ],
  ])('sent with %s', async (_, octets, challenges) => {
    expect(await asking.ask(octets)).toMatchObject({
      status: 401,
      fields: { 'www-authenticate': challenges },
    });
  });

  test.each([
    ['a 403 of the application', 'GET /chat?403 HTTP/1.1'],
    ['a 101', 'GET /chat HTTP/1.1'],
  ])('not sent with %s', async (_, line) => {
    const { fields } = await asking.ask(request({ Authorization: 'Bearer right' }, line));
    expect(fields).not.toHaveProperty('www-authenticate');
  });
});

describe(clause('rfc9110/15.5.6/allow'), () => {
  test.each(['POST', 'get', 'BREW'])('sent with the 405 for %s', async (method) => {
    expect(await server.ask(request({}, `${method} /chat HTTP/1.1`))).toMatchObject({
      status: 405,
      fields: { allow: ['GET'] },
    });
  });
});

describe(clause('rfc9110/15.5.9/request-timeout'), () => {
  test.each([
    ['no octet', ''],
    ['empty lines', '\r\n'.repeat(50)],
    ['half a request line', 'GET /ch'],
    ['all but the last octet', request().slice(0, -1)],
  ])('refused at the deadline, and not before: %s', async (_, octets) => {
    const peer = await timed.dial(octets);
    while (timed.server.pending === 0) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(9_999);
    expect(timed.server.pending).toBe(1);
    clock.advance(1);
    expect(await receiveReply(peer)).toMatchObject({ reply: { status: 408 }, ended: true });
    expect(await timed.told(peer)).toMatchObject({
      ...{ type: 'refused', clause: 'rfc9110/15.5.9/request-timeout', guard: 'headIsLate' },
    });
  });

  test('accepted: one that is complete', async () => {
    expect(await timed.ask(request())).toMatchObject(accepted);
  });
});

describe(clause('rfc9110/15.5.22/upgrade-in-426'), () => {
  test.each([
    ['a version', { 'Sec-WebSocket-Version': '8' }],
    ['a missing Upgrade', { Upgrade: null }],
    ['a missing Connection', { Connection: null }],
    ['another Upgrade', { Upgrade: 'h2c' }],
  ])('sent with the 426 for %s', async (_, fields) => {
    expect(await server.ask(request(fields))).toMatchObject({
      status: 426,
      fields: { upgrade: ['websocket'] },
    });
  });
});

describe(clause('rfc9110/15.6.1/internal-error'), () => {
  test('refused: an application that throws; the next opening is accepted', async () => {
    const authorization = { Authorization: 'Bearer right' };
    expect(await asking.ask(request(authorization, 'GET /chat?throw HTTP/1.1'))).toMatchObject({
      ...refused(500, 'rfc9110/15.6.1/internal-error', 'authorizationThrew'),
      body: '500 Internal Server Error\n',
    });
    expect(await asking.ask(request(authorization))).toMatchObject(accepted);
  });
});

describe(clause('rfc9110/15.6.4/answer-late'), () => {
  test('refused: an application that does not answer in time; accepted: one that does', async () => {
    const answered = patient.ask(request({}, 'GET /chat?never HTTP/1.1'));
    await asked.take();
    patience.advance(10_000);
    expect(await answered).toMatchObject(refused(503, 'rfc9110/15.6.4/answer-late', 'authorizationIsLate'));
    expect(await patient.ask(request())).toMatchObject(accepted);
  });
});

describe(clause('rfc9110/15.6.4/overloaded'), () => {
  test('refused while there is no room; accepted as soon as there is', async () => {
    const first = await crowded.dial();
    while (crowded.server.pending === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await crowded.ask(request())).toMatchObject(
      refused(503, 'rfc9110/15.6.4/overloaded', 'pendingLimitIsReached'),
    );
    await first.send(Buffer.from(request()));
    expect(await receiveReply(first)).toMatchObject({ reply: { status: 101 } });
    expect(await crowded.ask(request())).toMatchObject(accepted);
  });
});

describe(clause('rfc9110/15.6.4/retry-after'), () => {
  test('the client hands it on', async () => {
    const told = await hear(
      'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n',
    );
    expect(told).toMatchObject(failed('rfc6455/4.1/status-101', 'statusIsNot101', 503));
    expect(told.error?.headers).toContainEqual(['Retry-After', '5']);
  });
});

describe(clause('rfc9110/15.6.6/http-version-not-supported'), () => {
  test.each(['HTTP/0.9', 'HTTP/2.0', 'HTTP/2.1', 'HTTP/3.0', 'HTTP/9.9', 'HTTP/0.0'])(
    'refused: %s',
    async (version) => {
      const answer = await server.ask(request({}, `GET /chat ${version}`));
      expect(answer).toMatchObject(
        refused(505, 'rfc9110/15.6.6/http-version-not-supported', 'httpMajorIsNot1'),
      );
      expect(answer.octets).not.toContain(sampleAccept);
    },
  );
});
