import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../../models/clauses.ts';
import type { BrokenClause } from '../../../../src/verify/judge/seen/broken-clause.ts';
import {
  checkSpoiltSwitch,
  findReplyFault,
  showsServer,
} from '../../../../src/verify/judge/switch/spoilt-switch.ts';
import { describeFault } from '../../../../src/verify/report/phrase.ts';
import { encodeLatin1 } from '../../../../src/wire/index.ts';
import { readAnswer } from '../message.ts';

const key = 'dGhlIHNhbXBsZSBub25jZQ==';
const accept = 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=';

const reply = (status: string, ...fields: readonly string[]) =>
  [`HTTP/1.1 ${status}`, ...fields, 'Content-Length: 0', '', ''].join('\r\n');

/** The fault that an answer shows, in words. */
function tellSwitch(text: string) {
  const broken = checkSpoiltSwitch(key, readAnswer(text));
  return broken && { ...broken, ...describeFault(broken) };
}

describe('an opening is accepted by what is no right 101', () => {
  const byAccept = 'a 101 in HTTP/1.1, since the accept value says that the opening is accepted';

  test.each([
    [reply('200 OK', `Sec-WebSocket-Accept: ${accept}`), '200 OK, with the accept value of the key'],
    [reply('299', `sec-websocket-accept: ${accept}`), '299, with the accept value of the key'],
    [
      reply('200 OK', 'Sec-WebSocket-Accept: other', `Sec-WebSocket-Accept: ${accept}`),
      '200 OK, with the accept value of the key',
    ],
  ])('%j, which can be read', (text, observed) => {
    expect(tellSwitch(text)).toEqual({
      clause: 'rfc6455/4.2.2/status-101',
      expected: byAccept,
      observed,
      about: 'start-line',
      seen: [{ side: 'response', spans: [{ start: 0, end: text.indexOf('\r\n') }] }],
    });
  });

  test.each([
    [
      `Welcome!\r\nHTTP/1.1 101 Switching\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      'octets that are no reply, with the accept value of the key',
      byAccept,
      'a reply that does not begin with HTTP/',
      0,
    ],
    [
      `\nSwitching\n \tSEC-WebSocket-Accept \t: \t${accept} \t\n`,
      'octets that are no reply, with the accept value of the key',
      byAccept,
      'a reply that does not begin with HTTP/',
      0,
    ],
    [
      `HTTP/1.1 101 S\r\nA b: c\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      'octets that are no reply, with the accept value of the key',
      byAccept,
      'an octet in a field name that no token has',
      17,
    ],
    [
      'HTTP/1.1 101 S\r\nA b: c\r\n\r\n',
      'octets that are no reply',
      'a 101 in HTTP/1.1 that can be read',
      'an octet in a field name that no token has',
      17,
    ],
    [
      'HTTP/1.1 \t101 S\r\n\r\n',
      'octets that are no reply',
      'a 101 in HTTP/1.1 that can be read',
      'no status of three digits',
      9,
    ],
  ])('%j, which cannot', (text, observed, expected, problem, at) => {
    expect(tellSwitch(text)).toEqual({
      clause: 'rfc6455/4.2.2/status-101',
      expected,
      observed: `${text.length} ${observed}`,
      about: 'start-line',
      seen: [{ side: 'response', spans: [{ start: at, end: at + 1 }] }],
      hint: `${problem}, at octet ${at}`,
    });
  });

  test('a head that does not end has no fault yet', () => {
    const text = `HTTP/1.1 101 S\r\nSec-WebSocket-Accept: ${accept}`;
    expect(tellSwitch(text)).toEqual({
      clause: 'rfc6455/4.2.2/status-101',
      expected: byAccept,
      observed: `${text.length} octets that are no reply, with the accept value of the key`,
      about: 'start-line',
      seen: [{ side: 'response', spans: [{ start: text.length, end: text.length }] }],
    });
  });

  test.each([
    '',
    'Welcome!\r\n\r\n',
    reply('200 OK'),
    reply('200 OK', 'Sec-WebSocket-Accept: other'),
    reply('300 Multiple Choices', `Sec-WebSocket-Accept: ${accept}`),
    reply('403 Forbidden', `Sec-WebSocket-Accept: ${accept}`),
    `x\r\nHTTP/1.1 403 Forbidden\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    `x\r\nX-Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
    `x\r\nSec-WebSocket-Accept: ${accept} and more\r\n\r\n`,
    'x\r\nHTTP/1.1 404 101\r\n\r\n',
  ])('not by %j', (text) => {
    expect(checkSpoiltSwitch(key, readAnswer(text))).toBeNull();
  });
});

describe('a WebSocket server has sent it', () => {
  const fault = (clause: ClauseId): BrokenClause => ({
    ...{ clause, expected: 'reply', observed: 'nothing', about: 'status', seen: [] },
  });
  const own = [fault('rfc6455/4.2.2/status-101')];

  test.each([
    ['a right accept value', reply('200 OK', `Sec-WebSocket-Accept: ${accept}`), own, true],
    ['the status 101', 'x\r\nHTTP/1.1 101 S\r\n\r\n', own, true],
    ['neither', reply('200 OK'), own, false],
    ['no fault of a switch', 'x\r\nHTTP/1.1 101 S\r\n\r\n', [fault('service/1/no-body-in-101')], false],
    [
      'one of two',
      'x\r\nHTTP/1.1 101 S\r\n\r\n',
      [fault('service/1/no-body-in-101'), fault('rfc6455/4.2.2/status-101')],
      true,
    ],
    ['no fault', 'x\r\nHTTP/1.1 101 S\r\n\r\n', [], false],
  ])('by %s', (_, text, faults, is) => {
    expect(showsServer(key, readAnswer(text), faults)).toBe(is);
  });

  test.each(['status-101', 'reply-upgrade', 'reply-connection'] as const)('by a fault of %s', (slug) => {
    const clause = `rfc6455/4.2.2/${slug}` as const;
    const faults = [fault(clause)];
    expect(showsServer(key, readAnswer('x\r\nHTTP/1.1 101 S\r\n\r\n'), faults)).toBe(true);
  });
});

test.each([
  ['HTTP/1.1 101 S\r\n\r\n', null],
  ['HTTP/1.1 101 S\r\n', null],
  ['', null],
  ['HTTP/1.1 101 S\nA: b\n\n', { is: 'unreadable', problem: 'a bare LF', at: 14 }],
  ['HTTP/1.1 101 S\r\n: b\r\n\r\n', { is: 'unreadable', problem: 'an empty field name', at: 16 }],
])('what is wrong with %j: %j', (text, fault) => {
  expect(findReplyFault(encodeLatin1(text))).toEqual(fault);
});
