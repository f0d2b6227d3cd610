import { describe, expect, test } from 'vitest';
import { checkRequest } from '../../../src/verify/judge/obligation.ts';
import { encodeLatin1, parseRequest } from '../../../src/wire/index.ts';

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

/** The clauses that a request is found to break. */
function findBroken(text: string, asked = wanted): readonly string[] {
  const parsed = parseRequest(encodeLatin1(text));
  if (!parsed.ok) throw new Error(parsed.problem);
  return checkRequest(parsed.value, asked).faults.map(({ clause }) => clause);
}

test('a request that keeps every rule', () => {
  expect(findBroken(valid)).toEqual([]);
});

describe('what a client does wrong is found under its clause', () => {
  test.each([
    ['another method', 'GET', 'POST', ['rfc6455/4.1/method-get']],
    ['HTTP/1.0', 'HTTP/1.1', 'HTTP/1.0', ['rfc6455/4.1/http-version']],
    ['another resource', '/chat?a', '/chat', ['rfc6455/4.1/request-uri']],
    ['the absolute form', '/chat?a', 'http://a:8080/chat?a', ['rfc9112/3.2.1/origin-form-sent']],
    [
      'the absolute form of another resource',
      '/chat?a',
      'http://b/chat?a',
      ['rfc6455/4.1/request-uri', 'rfc9112/3.2.1/origin-form-sent'],
    ],
    ['a name twice', 'chat, superchat', 'chat, superchat, chat', ['rfc6455/4.1/subprotocol-unique']],
    ['a host without its port', 'Host: a:8080', 'Host: a', ['rfc6455/4.1/host-sent']],
    ['two hosts', 'Host: a:8080', 'Host: a:8080\r\nHost: a:8080', ['rfc6455/4.1/host-sent']],
    ['a field before Host', 'Host: ', 'X: y\r\nHost: ', ['rfc9110/7.2/host-first']],
    ['another Upgrade', 'websocket', 'h2c', ['rfc6455/4.1/upgrade-sent']],
    ['no Upgrade', 'Upgrade: websocket\r\n', '', ['rfc6455/4.1/upgrade-sent']],
    ['another Connection', 'Connection: Upgrade', 'Connection: close', ['rfc6455/4.1/connection-sent']],
    [
      'an empty element',
      'Connection: Upgrade',
      'Connection: , Upgrade',
      ['rfc9110/5.6.1.1/no-empty-elements'],
    ],
    [
      'two keys',
      'Sec-WebSocket-Key: ',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Key: ',
      ['rfc6455/11.3.1/key-sent-once'],
    ],
    ['a short key', 'dGhlIHNhbXBsZSBub25jZQ==', 'AAAA', ['rfc6455/4.1/key-sent']],
    ['a key whose pad bits are set', 'ZQ==', 'ZR==', ['rfc4648/3.5/pad-bits-zero']],
    ['version 12', 'Version: 13', 'Version: 12', ['rfc6455/4.1/version-sent']],
    [
      'two versions',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Version: 8',
      ['rfc6455/11.3.5/version-sent-once'],
    ],
    ['another preference', 'chat, superchat', 'superchat, chat', ['rfc6455/4.1/subprotocols-by-preference']],
    [
      'no token among the subprotocols',
      'chat, superchat',
      'a b',
      ['rfc6455/4.1/subprotocol-token', 'rfc6455/4.1/subprotocols-by-preference'],
    ],
    [
      'no subprotocols',
      'Sec-WebSocket-Protocol: chat, superchat\r\n',
      '',
      ['rfc6455/4.1/subprotocols-by-preference', 'rfc6455/4.1/subprotocols-offered'],
    ],
    [
      'an expectation',
      'Host: a:8080',
      'Host: a:8080\r\nExpect: 100-continue',
      ['rfc9110/10.1.1/no-expectation-without-content'],
    ],
    ['a length', 'Host: a:8080', 'Host: a:8080\r\nContent-Length: 0', ['service/4/request-without-body']],
    [
      'a coding',
      'Host: a:8080',
      'Host: a:8080\r\nTransfer-Encoding: chunked',
      ['service/4/request-without-body'],
    ],
  ])('%s', (_what, from, to, clauses) => {
    expect(findBroken(valid.replace(from, to))).toEqual(clauses);
  });

  test('subprotocols that nobody asked for', () => {
    expect(findBroken(valid, { ...wanted, subprotocols: [] })).toEqual([
      'rfc6455/4.1/subprotocols-by-preference',
    ]);
  });
});
