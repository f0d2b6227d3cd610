import { describe, expect, test } from 'vitest';
import { type HopSight, readHop } from '../../src/facts/hop-facts.ts';

const octets = (text: string) => Buffer.from(text, 'latin1');
const request = 'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
const reply =
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n';

const faithful: HopSight = {
  sent: octets(request),
  arrived: octets(request),
  replied: octets(reply),
  returned: octets(reply),
  outlived: true,
};
const facts = {
  reply: 'relayed',
  backendHttp: '1.1',
  upgrade: 'passed',
  connection: 'set',
  host: 'kept',
  idle: 'outlived',
};

test('a hop that changes nothing', () => {
  expect(readHop(faithful)).toEqual(facts);
});

describe('what differs behind a hop, of the request', () => {
  test.each([
    ['HTTP/1.0', request.replace('HTTP/1.1', 'HTTP/1.0'), { backendHttp: '1.0' }],
    ['a higher minor version', request.replace('HTTP/1.1', 'HTTP/1.2'), {}],
    ['no Upgrade', request.replace('Upgrade: websocket\r\n', ''), { upgrade: 'stripped' }],
    ['another Upgrade', request.replace('websocket', 'h2c'), { upgrade: 'stripped' }],
    ['an Upgrade list', request.replace('websocket', 'proto1, websocket'), {}],
    [
      'an Upgrade list over two lines',
      request.replace('Upgrade: websocket', 'Upgrade: proto1, websocket\r\nUpgrade: h2c'),
      {},
    ],
    ['Upgrade over two lines', request.replace('Upgrade:', 'Upgrade: h2c/2\r\nUpgrade:'), {}],
    [
      'an Upgrade list over two lines, without it',
      request.replace('Upgrade: websocket', 'Upgrade: proto1, websockets\r\nUpgrade: h2c'),
      { upgrade: 'stripped' },
    ],
    ['an Upgrade that is no list', request.replace('websocket', 'websocket, a b'), { upgrade: 'stripped' }],
    ['an Upgrade with a version', request.replace('websocket', 'websocket/13'), { upgrade: 'stripped' }],
    ['Upgrade in other case', request.replace('websocket', 'WebSocket'), {}],
    ['no Connection', request.replace('Connection: Upgrade\r\n', ''), { connection: 'unset' }],
    [
      'Connection: close',
      request.replace('Connection: Upgrade', 'Connection: close'),
      { connection: 'unset' },
    ],
    ['Connection: close, upgrade', request.replace('Connection: Upgrade', 'Connection: close, upgrade'), {}],
    ['another host', request.replace('Host: a', 'Host: b'), { host: 'rewritten' }],
    ['no host', request.replace('Host: a\r\n', ''), { host: 'rewritten' }],
    ['a host in addition', request.replace('Host: a', 'Host: a\r\nHost: a'), { host: 'rewritten' }],
    ['a field in addition', request.replace('Host: a', 'Host: a\r\nVia: 1.1 hop'), {}],
  ])('%s', (_what, arrived, differing) => {
    expect(readHop({ ...faithful, arrived: octets(arrived) })).toEqual({ ...facts, ...differing });
  });
});

describe('of the reply', () => {
  test.each([
    ['a field in addition', reply.replace('\r\n\r\n', '\r\nVia: 1.1 hop\r\n\r\n'), 'relayed'],
    ['another reason', reply.replace('Switching Protocols', 'OK'), 'relayed'],
    ['another status', reply.replace('101', '200'), 'altered'],
    ['no accept value', reply.replace('Sec-WebSocket-Accept: x\r\n', ''), 'altered'],
    ['another accept value', reply.replace('Accept: x', 'Accept: y'), 'altered'],
    ['no Upgrade', reply.replace('Upgrade: websocket\r\n', ''), 'altered'],
    ['no Connection', reply.replace('Connection: Upgrade\r\n', ''), 'altered'],
    ['a subprotocol', reply.replace('\r\n\r\n', '\r\nSec-WebSocket-Protocol: a\r\n\r\n'), 'altered'],
    ['an extension', reply.replace('\r\n\r\n', '\r\nSec-WebSocket-Extensions: a\r\n\r\n'), 'altered'],
    ['no reply at all, but octets', 'nonsense', 'altered'],
  ])('%s: %s', (_what, returned, fact) => {
    expect(readHop({ ...faithful, returned: octets(returned) })).toEqual({ ...facts, reply: fact });
  });

  test('a reply that the backend has not given', () => {
    expect(readHop({ ...faithful, replied: null })).toEqual({ ...facts, reply: 'altered' });
  });

  test('none', () => {
    expect(readHop({ ...faithful, returned: null })).toEqual({ ...facts, reply: 'none' });
  });
});

describe('what is not seen is told to be unseen', () => {
  const unseen = { backendHttp: 'unseen', upgrade: 'unseen', connection: 'unseen', host: 'unseen' };

  test('of a request that never arrived', () => {
    const sight = { ...faithful, arrived: null, replied: null, returned: null, outlived: null };
    expect(readHop(sight)).toEqual({ reply: 'none', ...unseen, idle: 'unseen' });
  });

  test('of octets that are no request', () => {
    expect(readHop({ ...faithful, arrived: octets('nonsense') })).toEqual({ ...facts, ...unseen });
    expect(readHop({ ...faithful, sent: octets('') })).toEqual({ ...facts, ...unseen });
  });

  test.each([
    [true, 'outlived'],
    [false, 'ended'],
    [null, 'unseen'],
  ] as const)('of the pause between two pings: %s is %s', (outlived, idle) => {
    expect(readHop({ ...faithful, outlived })).toEqual({ ...facts, idle });
  });
});
