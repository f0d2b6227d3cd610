import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import type { Wanted } from '../../../src/facts/obligation-facts.ts';
import { checkRequest } from '../../../src/verify/judge/obligation.ts';
import { describeFault } from '../../../src/verify/report/phrase.ts';
import { encodeLatin1, parseRequest } from '../../../src/wire/index.ts';
import { unwrap } from '../../unwrap.ts';
import { showSeen } from './message.ts';

const valid = [
  ...['GET /chat?a HTTP/1.1', 'Host: a:8080', 'Upgrade: websocket', 'Connection: Upgrade'],
  ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13'],
  ...['Sec-WebSocket-Protocol: chat, superchat', '', ''],
].join('\r\n');
const wanted = {
  authority: 'a:8080',
  resourceName: '/chat?a',
  subprotocols: ['chat', 'superchat'],
  extensions: null,
};

function check(text: string, asked: Wanted = wanted) {
  const octets = encodeLatin1(text);
  return checkRequest(unwrap(parseRequest(octets)), asked, octets);
}

/** The clauses that a request is found to break. */
function findBroken(text: string, asked: Wanted = wanted): readonly string[] {
  return check(text, asked).faults.map(({ clause }) => clause);
}

test('a request that keeps every rule', () => {
  expect(findBroken(valid)).toEqual([]);
});

describe('what a client does wrong is found under its clause', () => {
  test.each([
    ['GET', 'POST', ['rfc6455/4.1/method-get']],
    ['HTTP/1.1', 'HTTP/1.0', ['rfc6455/4.1/http-version']],
    ['/chat?a', '/chat', ['rfc6455/4.1/request-uri']],
    ['/chat?a', 'http://a:8080/chat?a', ['rfc9112/3.2.1/origin-form-sent']],
    ['/chat?a', 'http://b/chat?a', ['rfc6455/4.1/request-uri', 'rfc9112/3.2.1/origin-form-sent']],
    ['chat, superchat', 'chat, superchat, chat', ['rfc6455/4.1/subprotocol-unique']],
    ['Host: a:8080', 'Host: a', ['rfc6455/4.1/host-sent']],
    ['Host: a:8080', 'Host: a:8080\r\nHost: a:8080', ['rfc6455/4.1/host-sent']],
    ['Host: ', 'X: y\r\nHost: ', ['rfc9110/7.2/host-first']],
    ['websocket', 'h2c', ['rfc6455/4.1/upgrade-sent']],
    ['Upgrade: websocket\r\n', '', ['rfc6455/4.1/upgrade-sent']],
    ['Connection: Upgrade', 'Connection: close', ['rfc6455/4.1/connection-sent']],
    ['Connection: Upgrade', 'Connection: , Upgrade', ['rfc9110/5.6.1.1/no-empty-elements']],
    [
      'Sec-WebSocket-Key: ',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Key: ',
      ['rfc6455/11.3.1/key-sent-once'],
    ],
    ['dGhlIHNhbXBsZSBub25jZQ==', 'AAAA', ['rfc6455/4.1/key-sent']],
    ['ZQ==', 'ZR==', ['rfc4648/3.5/pad-bits-zero']],
    ['Version: 13', 'Version: 12', ['rfc6455/4.1/version-sent']],
    [
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Version: 8',
      ['rfc6455/11.3.5/version-sent-once'],
    ],
    ['chat, superchat', 'superchat, chat', ['rfc6455/4.1/subprotocols-by-preference']],
    ['chat, superchat', 'a b', ['rfc6455/4.1/subprotocol-token', 'rfc6455/4.1/subprotocols-by-preference']],
    [
      'Sec-WebSocket-Protocol: chat, superchat\r\n',
      '',
      ['rfc6455/4.1/subprotocols-by-preference', 'rfc6455/4.1/subprotocols-offered'],
    ],
    [
      'Host: a:8080',
      'Host: a:8080\r\nExpect: 100-continue',
      ['rfc9110/10.1.1/no-expectation-without-content'],
    ],
    ['Host: a:8080', 'Host: a:8080\r\nContent-Length: 0', ['service/4/request-without-body']],
    ['Host: a:8080', 'Host: a:8080\r\nTransfer-Encoding: chunked', ['service/4/request-without-body']],
  ])('%j as %j: %j', (from, to, clauses) => {
    expect(findBroken(valid.replace(from, to))).toEqual(clauses);
  });

  test('subprotocols that nobody asked for', () => {
    expect(findBroken(valid, { ...wanted, subprotocols: [] })).toEqual([
      'rfc6455/4.1/subprotocols-by-preference',
    ]);
  });
});

describe('what is seen of a request is told under its clause', () => {
  test.each([
    ['rfc6455/4.1/method-get', 'GET', 'POST', 'POST in HTTP/1.1', 'POST /chat?a HTTP/1.1'],
    ['rfc6455/4.1/http-version', 'HTTP/1.1', 'HTTP/1.0', 'GET in HTTP/1.0', 'GET /chat?a HTTP/1.0'],
    ['rfc6455/4.1/request-uri', '/chat?a', '/other', '/other', '/other'],
    ['rfc9110/7.2/host-first', 'Host: ', 'X: y\r\nHost: ', 'X', 'X: y'],
    ['rfc9110/7.2/host-first', valid, 'GET /chat?a HTTP/1.1\r\n\r\n', 'no field', null],
    [
      'rfc9110/5.6.1.1/no-empty-elements',
      ': Upgrade',
      ': , Upgrade',
      'connection: , Upgrade',
      'Connection: , Upgrade',
    ],
    [
      'service/4/request-without-body',
      'Host: a:8080',
      'Host: a:8080\r\nContent-Length: 0',
      '0, no transfer-encoding',
      'Content-Length: 0',
    ],
    [
      'service/4/request-without-body',
      'Host: a:8080',
      'Host: a:8080\r\nTransfer-Encoding: chunked',
      'no content-length, chunked',
      'Transfer-Encoding: chunked',
    ],
    ['rfc6455/4.1/upgrade-sent', 'Upgrade: websocket\r\n', '', 'no upgrade', null],
    ['rfc6455/4.1/version-sent', 'Version: 13', 'Version: 12', '12', 'Sec-WebSocket-Version: 12'],
  ] as const)('%s', (clause, from, to, observed, seen) => {
    const request = valid.replace(from, to);
    const faults = check(request).faults.filter((fault) => fault.clause === clause);
    expect(faults.map((fault) => describeFault(fault).observed)).toEqual([observed]);
    expect(faults.flatMap((fault) => showSeen(fault, { request }))).toEqual(
      seen === null ? [] : [`request: ${seen}`],
    );
  });
});

test('an empty element is shown by its list alone', () => {
  const request = valid.replace(': Upgrade', ': , Upgrade').replace('GET', 'POST');
  expect(check(request).faults.flatMap((fault) => showSeen(fault, { request }))).toEqual([
    'request: POST /chat?a HTTP/1.1',
    'request: Connection: , Upgrade',
  ]);
});

describe('a clause that a request shows is listed once', () => {
  const always: readonly ClauseId[] = [
    ...(['rfc6455/4.1/method-get', 'rfc6455/4.1/key-sent', 'rfc6455/4.1/host-sent'] as const),
    ...(['rfc6455/4.1/request-uri', 'rfc9110/7.2/host-first'] as const),
  ];
  const ifAsked: readonly ClauseId[] = ['rfc6455/4.1/subprotocols-offered'];

  test.each([
    ['one that asks for subprotocols', wanted.subprotocols, [...always, ...ifAsked]],
    ['one that asks for none', [], always],
  ])('%s', (_what, subprotocols, clauses) => {
    const { shown } = check(valid, { ...wanted, subprotocols });
    expect([...always, ...ifAsked].map((clause) => shown.filter((each) => each === clause).length)).toEqual(
      [...always, ...ifAsked].map((clause) => (clauses.includes(clause) ? 1 : 0)),
    );
  });
});

test.each([
  ['many fields', 'Host: a:8080', `Host: a:8080${'\r\nX: y'.repeat(100)}`],
  ['a long field', 'Host: a:8080', `Host: a:8080\r\nX: ${'y'.repeat(10_000)}`],
])('a request with %s is looked at as a whole', (_what, from, to) => {
  expect(findBroken(valid.replace(from, to))).toEqual([]);
  expect(findBroken(valid.replace(from, to).replace('GET', 'POST'))).toEqual(['rfc6455/4.1/method-get']);
});

test('a resource that no target can name is a fault, however long, though it was asked for', () => {
  const resourceName = `/${'a'.repeat(1_000)}#b`;
  expect(findBroken(valid.replace('/chat?a', resourceName), { ...wanted, resourceName })).toEqual([
    'rfc6455/4.1/request-uri',
  ]);
});
