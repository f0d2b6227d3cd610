import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RequestFacts } from '../../models/facts/request.ts';
import { openEndpoint, type ServerPolicy } from '../../src/facts/endpoint.ts';
import {
  readFields,
  readRequest,
  readRequestHead,
  readRequestOctets,
  readUnfinished,
} from '../../src/facts/request-facts.ts';
import { encodeLatin1 } from '../../src/wire/index.ts';
import { faultlessRequest } from '../models/decisions/server-expectation.ts';
import { opening } from '../opening.ts';
import { runs } from '../property.ts';
import { allUnread } from './all-unread.ts';

const endpoint = { ...openEndpoint, subprotocols: ['chat', 'v1.json'] };

const policy: ServerPolicy = {
  endpointAt: (path) => (path === '/chat' ? endpoint : null),
  fallback: openEndpoint,
  secured: false,
  targetLimit: 40,
  fieldLimit: 12,
};

const valid: RequestFacts = { ...faultlessRequest, subprotocol: 'absent', origin: 'absent' };

const unread: RequestFacts = {
  ...valid,
  ...allUnread(
    ...(['requestLine', 'httpVersion', 'fieldLines', 'target', 'method', 'host', 'upgrade'] as const),
    ...(['connection', 'content', 'expectation', 'version', 'key', 'subprotocol'] as const),
    ...(['extensions', 'path', 'origin'] as const),
  ),
};

const read = (head: string) => readRequest(encodeLatin1(head), policy);
const withFields = (...lines: string[]) => opening.replace('Upgrade:', [...lines, 'Upgrade:'].join('\r\n'));
const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';

test('the facts of a valid opening', () => {
  expect(read(opening).facts).toEqual(valid);
});

describe('one part of the head replaced changes the one fact that is about it', () => {
  test.each<[string, string, Partial<RequestFacts>]>([
    ['HTTP/1.1', 'HTTP/1.0', { httpVersion: '1.0' }],
    ['HTTP/1.1\r\nHost: server.example.com', 'HTTP/1.0', { httpVersion: '1.0' }],
    ['HTTP/1.1', 'HTTP/1.9', {}],
    ['HTTP/1.1', 'HTTP/2.0', { httpVersion: 'otherMajor' }],
    ['HTTP/1.1', 'HTTP/0.9', { httpVersion: 'otherMajor' }],
    ['/chat', '/chat?a=b', {}],
    ['/chat', `/chat?${'a'.repeat(34)}`, {}],
    ['/chat', `/chat?${'a'.repeat(35)}`, { target: 'tooLong' }],
    ['/chat', '/chat#a', { target: 'malformed', path: 'unread' }],
    ['/chat', '/chat%2', { target: 'malformed', path: 'unread' }],
    ['/chat', '*', { target: 'noResource', path: 'unread' }],
    ['/chat', 'a:80', { target: 'noResource', path: 'unread' }],
    ['/chat', 'http://server.example.com/chat', {}],
    ['/chat', 'https://server.example.com/chat', { target: 'unsecured' }],
    ['/chat', 'HTTPS://server.example.com/Chat', { target: 'unsecured', path: 'unknown' }],
    ['/chat', `https://server.example.com/chat?${'a'.repeat(9)}`, { target: 'tooLong' }],
    ['/chat', 'HTTP://server.example.com/chat', {}],
    ['/chat', 'wss://server.example.com/chat', { target: 'noResource' }],
    ['/chat', 'ws://server.example.com/chat', { target: 'noResource' }],
    ['/chat', 'httpx://server.example.com/chat', { target: 'noResource' }],
    ['/chat', 'shttp://server.example.com/chat', { target: 'noResource' }],
    ['/chat', 'http://server.example.com', { path: 'unknown' }],
    ['/chat', '/Chat', { path: 'unknown' }],
    ['/chat', '/?/chat', { path: 'unknown' }],
    ['/chat', '/__proto__', { path: 'unknown' }],
    ['GET', 'POST', { method: 'other' }],
    ['GET', 'get', { method: 'other' }],
    ['Host: server.example.com\r\n', '', { host: 'absent' }],
    ['server.example.com', '', { host: 'malformed' }],
    ['server.example.com', 'a@b', { host: 'malformed' }],
    ['server.example.com', '[::1]:8080', {}],
    ['Upgrade: websocket\r\n', '', { upgrade: 'absent' }],
    ['websocket', 'h2c', { upgrade: 'other' }],
    [': websocket', ':', { upgrade: 'other' }],
    ['websocket', 'WEBSocket', {}],
    ['websocket', 'h2c, websocket', {}],
    ['Upgrade: websocket', 'Upgrade: h2c\r\nUpgrade: websocket', {}],
    ['websocket', 'websocket/13', { upgrade: 'other' }],
    ['websocket', 'websocket, a/b/c', { upgrade: 'other' }],
    ['Connection: Upgrade\r\n', '', { connection: 'lacksUpgrade' }],
    ['Connection: Upgrade', 'Connection: close', { connection: 'lacksUpgrade' }],
    ['Connection: Upgrade', 'Connection: upgraded', { connection: 'lacksUpgrade' }],
    ['Connection: Upgrade', 'Connection: Upgrade, a b', { connection: 'lacksUpgrade' }],
    ['Connection: Upgrade', 'Connection: keep-alive ,, upgrade', {}],
    ['Connection: Upgrade', 'Connection: keep-alive\r\nConnection: Upgrade', {}],
    ['Sec-WebSocket-Version: 13\r\n', '', { version: 'absent' }],
    ['Version: 13', 'Version: 8', { version: 'other' }],
    ['Version: 13', 'Version: 255', { version: 'other' }],
    ['Version: 13', 'Version: 256', { version: 'malformed' }],
    ['Version: 13', 'Version: 013', { version: 'malformed' }],
    ['Version: 13', 'Version:', { version: 'malformed' }],
    ['Version: 13', 'Version: 13, 8', { version: 'malformed' }],
    [`${key}\r\n`, '', { key: 'absent' }],
    ['Upgrade:', `${key}\r\nUpgrade:`, { key: 'repeated' }],
    [key, 'Sec-WebSocket-Key:', { key: 'malformed' }],
    ['ZQ==', 'ZQ', { key: 'malformed' }],
    ['dGhl', '_-hl', { key: 'malformed' }],
    ['ZQ==', '', { key: 'wrongLength' }],
    ['ZQ==', 'ZQA=', { key: 'wrongLength' }],
    ['Sec-WebSocket-Key', 'SEC-websocket-kEY', {}],
    [': websocket', ':\t websocket \t', {}],
    ['Upgrade:', `${'A: a\r\n'.repeat(7)}Upgrade:`, {}],
  ])('%j as %j: %j', (part, instead, changed) => {
    expect(opening).toContain(part);
    expect(read(opening.replace(part, instead)).facts).toEqual({ ...valid, ...changed });
  });

  test.each<[string, Partial<RequestFacts>]>([
    ['Host: server.example.com', { host: 'repeated' }],
    ['Content-Length: 0', {}],
    ['Content-Length: 1', { content: 'announced' }],
    ['Transfer-Encoding: chunked', { content: 'announced' }],
    ['Content-Length: -1', { content: 'malformedLength' }],
    ['Content-Length: 0\r\nContent-Length: 1', { content: 'malformedLength' }],
    ['Expect: 100-Continue', { expectation: 'continue' }],
    ['Expect: 200-ok', {}],
    ['Sec-WebSocket-Version: 13', { version: 'repeated' }],
    ['Sec-WebSocket-Protocol: a, chat', { subprotocol: 'chosen' }],
    ['Sec-WebSocket-Protocol: Chat', { subprotocol: 'mismatched' }],
    ['Sec-WebSocket-Protocol: __proto__, constructor', { subprotocol: 'mismatched' }],
    ['Sec-WebSocket-Protocol:', { subprotocol: 'malformed' }],
    ['Sec-WebSocket-Protocol: chat, a/b', { subprotocol: 'malformed' }],
    ['Sec-WebSocket-Extensions: a; b=c; d="e"', { extensions: 'declined' }],
    ['Sec-WebSocket-Extensions: __proto__, constructor', { extensions: 'declined' }],
    ['Sec-WebSocket-Extensions:', { extensions: 'malformed' }],
    ['Sec-WebSocket-Extensions: a; =b', { extensions: 'malformed' }],
    ['Origin: http://example.com', { origin: 'allowed' }],
    ['__proto__: a\r\nconstructor: b\r\ntoString: c', {}],
  ])('%j besides: %j', (line, changed) => {
    expect(read(withFields(line)).facts).toEqual({ ...valid, ...changed });
  });
});

describe('a fault keeps what lies behind it from being read', () => {
  test.each<[string, string, Partial<RequestFacts>]>([
    ['a malformed request line', opening.replace('GET', 'G@T'), { requestLine: 'malformed' }],
    ['a request line without target', opening.replace('/chat ', ''), { requestLine: 'malformed' }],
    ['13 fields', opening.replace('Upgrade:', `${'A: a\r\n'.repeat(8)}Upgrade:`), { head: 'tooManyFields' }],
    [
      '13 lines, one of which is no field',
      opening.replace('Upgrade:', `${'A: a\r\n'.repeat(7)}A\r\nUpgrade:`),
      { head: 'tooManyFields' },
    ],
    [
      '13 fields behind a malformed request line',
      opening.replace('GET', 'G@T').replace('Upgrade:', `${'A: a\r\n'.repeat(8)}Upgrade:`),
      { head: 'tooManyFields' },
    ],
    [
      'a malformed field line',
      opening.replace('Host:', 'Host :'),
      {
        requestLine: 'ok',
        httpVersion: '1.1',
        target: 'ok',
        method: 'GET',
        path: 'known',
        fieldLines: 'malformed',
      },
    ],
    [
      'a folded line, with a method and a path that are faults of their own',
      opening.replace('GET /chat', 'PUT /').replace('Upgrade: websocket', 'Upgrade:\r\n websocket'),
      {
        requestLine: 'ok',
        httpVersion: '1.1',
        target: 'ok',
        method: 'other',
        path: 'unknown',
        fieldLines: 'malformed',
      },
    ],
  ])('%s', (_, head, facts) => {
    const reading = read(head);
    expect(reading.facts).toEqual({ ...unread, ...facts });
    expect(Buffer.from(reading.head).toString('latin1')).toBe(head);
  });

  test.each(['unadmitted', 'tooLarge', 'tooManyFields', 'late', 'cut'] as const)('%s', (state) => {
    const reading = readUnfinished(encodeLatin1('GET'), state, policy);
    expect(reading.facts).toEqual({ ...unread, head: state });
    expect(reading.endpoint).toBe(openEndpoint);
  });

  test('malformed before the end of the head', () => {
    const fault = { problem: 'a bare LF', span: { start: 3, end: 4 } };
    const head = encodeLatin1('GET\n');
    const reading = readRequestHead({ state: 'malformed', head, ...fault }, policy);
    expect(reading.facts).toEqual({ ...unread, requestLine: 'malformed' });
    expect(reading.fault).toMatchObject(fault);
  });

  test('malformed in a field line, before the end of the head', () => {
    const fault = { problem: 'a bare LF', span: { start: 23, end: 24 } };
    const head = encodeLatin1('GET /chat HTTP/1.1\r\nA: b\n');
    const reading = readRequestHead({ state: 'malformed', head, ...fault }, policy);
    expect(reading.facts).toMatchObject({ requestLine: 'ok', fieldLines: 'malformed', host: 'unread' });
    expect(reading.fault).toMatchObject(fault);
  });

  test('malformed in a field line behind a malformed request line', () => {
    const fault = { problem: 'a bare LF', span: { start: 23, end: 24 } };
    const head = encodeLatin1('GET  /chat HTTP/1.1\r\nA: b\n');
    const reading = readRequestHead({ state: 'malformed', head, ...fault }, policy);
    expect(reading.facts).toEqual({ ...unread, requestLine: 'malformed' });
    expect(reading.fault?.span).toEqual({ start: 4, end: 5 });
  });
});

describe('all that a client has sent before it left', () => {
  const lengthOf = (text: string) => encodeLatin1(text).length;

  test.each<[string, string, number, RequestFacts]>([
    ['a whole head', opening, lengthOf(opening), valid],
    ['a head, and octets behind it', `${opening}abc`, lengthOf(opening), valid],
    ['a head behind an empty line', `\r\n${opening}`, lengthOf(opening) + 2, valid],
    ['nothing', '', 100, { ...unread, head: 'cut' }],
    ['a head without its last octet', opening.slice(0, -1), 1_000, { ...unread, head: 'cut' }],
    ['a head with one octet too many', opening, lengthOf(opening) - 1, { ...unread, head: 'tooLarge' }],
    ['an octet that begins no request', '@', 100, { ...unread, requestLine: 'malformed' }],
    ['a line that ends in LF alone', 'GET / HTTP/1.1\n', 100, { ...unread, requestLine: 'malformed' }],
  ])('%s', (_, text, limit, facts) => {
    expect(readRequestOctets(encodeLatin1(text), policy, limit).facts).toEqual(facts);
  });

  test('what came of a head is kept', () => {
    expect(readRequestOctets(encodeLatin1('GET / HT'), policy, 100).head).toEqual(encodeLatin1('GET / HT'));
    expect(readRequestOctets(encodeLatin1('GET / HT'), policy, 5).head).toEqual(encodeLatin1('GET /'));
  });
});

describe('what was read besides the facts', () => {
  test('lists over several lines are one list', () => {
    const reading = read(
      withFields(
        'Sec-WebSocket-Protocol: a, b',
        'Sec-WebSocket-Extensions: x; y',
        'Sec-WebSocket-Protocol: v1.json,chat',
        'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits',
      ),
    );
    expect(reading).toMatchObject({
      key: 'dGhlIHNhbXBsZSBub25jZQ==',
      offered: ['a', 'b', 'v1.json', 'chat'],
      subprotocol: 'v1.json',
      extensions: [],
      deflate: null,
      credential: null,
      answer: null,
      facts: { extensions: 'declined', subprotocol: 'chosen' },
    });
  });

  test.each([
    ['the endpoint at the path', '/chat?a', endpoint],
    ['what stands in for one, at another path', '/other', openEndpoint],
    ['what stands in for one, for a target without a path', '*', openEndpoint],
  ])('%s', (_, target, found) => {
    expect(read(opening.replace('/chat', target)).endpoint).toBe(found);
  });

  test('the target in absolute-form', () => {
    expect(read(opening.replace('/chat', 'http://a.example/chat?b')).target).toEqual({
      form: 'absolute',
      scheme: 'http',
      authority: 'a.example',
      path: '/chat',
      query: 'b',
    });
  });

  test.each([
    ['of the request line', opening.replace('HTTP/1.1', 'HTTP/1'), 10, 11],
    ['of the target', opening.replace('/chat', '/chat#'), 9, 10],
    ['of a field line', opening.replace('Host:', 'Host :'), 24, 25],
    ['of a line that is all there is', 'GET', 3, 3],
  ])('the fault %s is counted from the start of the head', (_, head, start, end) => {
    expect(read(head).fault?.span).toEqual({ start, end });
  });
});

test('fields that somebody else has read give the same facts', () => {
  const fields = [
    { name: 'host', value: 'server.example.com', span: { start: 0, end: 0 } },
    { name: 'upgrade', value: 'websocket', span: { start: 0, end: 0 } },
    { name: 'connection', value: 'keep-alive, Upgrade', span: { start: 0, end: 0 } },
    { name: 'sec-websocket-key', value: 'dGhlIHNhbXBsZSBub25jZQ==', span: { start: 0, end: 0 } },
    { name: 'sec-websocket-version', value: '13', span: { start: 0, end: 0 } },
  ];
  const request = { method: 'GET', target: '/chat', version: { major: 1, minor: 1 }, fields };
  expect(readFields(request, policy).facts).toEqual(valid);
  expect(readFields(request, { ...policy, fieldLimit: 4 }).facts).toEqual({
    ...unread,
    head: 'tooManyFields',
  });
});

test('a target with https is none of the faults where the connection is secured', () => {
  const secured = encodeLatin1(opening.replace('/chat', 'https://a.example/chat'));
  expect(readRequest(secured, { ...policy, secured: true }).facts).toEqual(valid);
  const plain = encodeLatin1(opening.replace('/chat', 'http://a.example/chat'));
  expect(readRequest(plain, { ...policy, secured: true }).facts).toEqual(valid);
});

describe('nothing throws', () => {
  test('whatever the octets are', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 300 }), (octets) => {
      expect(readRequest(octets, policy).facts.authorization).toBe('granted');
    });
    fc.assert(property, { seed: 20260101, numRuns: runs(1_000, 10_000) });
  });

  test('whatever octets stand in the middle of a valid opening', () => {
    const property = fc.property(
      fc.nat({ max: opening.length }),
      fc.nat({ max: 40 }),
      fc.uint8Array({ maxLength: 40 }),
      (at, length, octets) => {
        const head = encodeLatin1(opening);
        const spoilt = Buffer.concat([head.subarray(0, at), octets, head.subarray(at + length)]);
        expect(readRequest(spoilt, policy).facts.authorization).toBe('granted');
      },
    );
    fc.assert(property, { seed: 20260101, numRuns: runs(1_000, 10_000) });
  });
});
