import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TunnelFacts } from '../../models/facts/tunnel.ts';
import { readTunnelHead } from '../../src/facts/tunnel-facts.ts';
import { encodeLatin1 } from '../../src/wire/index.ts';
import { faultlessTunnel } from '../models/decisions/tunnel-expectation.ts';
import { runs } from '../property.ts';
import { allUnread } from './all-unread.ts';

const limits = { fieldLimit: 2, interims: 0, interimLimit: 5 };
const complete = (head: Uint8Array) => ({ state: 'complete', head, rest: new Uint8Array() }) as const;
const read = (head: string, interims = 0) =>
  readTunnelHead(complete(encodeLatin1(head)), { ...limits, interims });

const unread: TunnelFacts = {
  ...faultlessTunnel,
  ...allUnread('statusLine', 'httpVersion', 'fieldLines', 'status'),
};

describe('the facts of a reply to CONNECT', () => {
  test.each<[string, string, Partial<TunnelFacts>]>([
    ['200', 'HTTP/1.1 200 OK\r\n\r\n', {}],
    ['299', 'HTTP/1.1 299 \r\n\r\n', {}],
    ['300', 'HTTP/1.1 300 \r\n\r\n', { status: 'other' }],
    ['199', 'HTTP/1.1 199 \r\n\r\n', { status: 'interim' }],
    ['100', 'HTTP/1.1 100 \r\n\r\n', { status: 'interim' }],
    ['101', 'HTTP/1.1 101 \r\nUpgrade: websocket\r\n\r\n', { status: 'other' }],
    ['099', 'HTTP/1.1 099 \r\n\r\n', { status: 'other' }],
    ['401', 'HTTP/1.1 401 \r\n\r\n', { status: 'other' }],
    ['407', 'HTTP/1.1 407 \r\n\r\n', { status: 'proxyAuthentication' }],
    ['999', 'HTTP/1.1 999 \r\n\r\n', { status: 'other' }],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\n', {}],
    ['HTTP/1.9', 'HTTP/1.9 200 OK\r\n\r\n', {}],
    ['HTTP/2.0', 'HTTP/2.0 200 OK\r\n\r\n', { httpVersion: 'otherMajor' }],
    ['HTTP/0.9', 'HTTP/0.9 200 OK\r\n\r\n', { httpVersion: 'otherMajor' }],
    ['fields of content', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\nTransfer-Encoding: a b\r\n\r\n', {}],
    [
      'a malformed field line',
      'HTTP/1.1 407 \r\nA b\r\n\r\n',
      { fieldLines: 'malformed', status: 'proxyAuthentication' },
    ],
  ])('%s', (_, head, changed) => {
    expect(read(head).facts).toEqual({ ...faultlessTunnel, ...changed });
  });

  test.each<[string, string, Partial<TunnelFacts>]>([
    ['a malformed status line', 'HTTP/1.1 2OO OK\r\n\r\n', { statusLine: 'malformed' }],
    ['three fields', 'HTTP/1.1 200 OK\r\nA: b\r\nA: b\r\nA: b\r\n\r\n', { head: 'tooManyFields' }],
  ])('%s keeps the rest from being read', (_, head, changed) => {
    const reading = read(head);
    expect(reading.facts).toEqual({ ...unread, ...changed });
    expect(reading.reply).toBe(null);
  });

  test('a head that is too large', () => {
    const head = encodeLatin1('HTTP');
    expect(readTunnelHead({ state: 'tooLarge', head }, limits).facts).toEqual({
      ...unread,
      head: 'tooLarge',
    });
  });

  test.each([
    ['the fifth interim reply', '103', 4, 'few'],
    ['the sixth interim reply', '103', 5, 'tooMany'],
    ['a 200 behind five interim replies', '200', 5, 'few'],
  ])('%s', (_, status, interims, fact) => {
    expect(read(`HTTP/1.1 ${status} \r\n\r\n`, interims).facts.interims).toBe(fact);
  });
});

test('what was read besides the facts', () => {
  expect(read('HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm="a"\r\n\r\n')).toMatchObject({
    reply: { status: 407, reason: 'Who', fields: [{ name: 'Proxy-Authenticate', value: 'Basic realm="a"' }] },
    fault: null,
  });
});

test('nothing throws, whatever the octets are', () => {
  const property = fc.property(fc.uint8Array({ maxLength: 300 }), (octets) => {
    expect(readTunnelHead(complete(octets), limits).facts.interims).toBe('few');
  });
  fc.assert(property, { seed: 20260101, numRuns: runs(500, 5_000) });
});
