import { expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { type Evident, markEvidence, unmarked } from '../../../src/verify/judge/evidence.ts';

const base64 = (octets: string) => Buffer.from(octets, 'latin1').toString('base64');
const marked = ({ octets, marks }: Evident) =>
  marks.map(({ start, end }) => Buffer.from(octets.subarray(start, end)).toString('latin1'));
const show = (clause: ClauseId, observed: string, request: string, response: string) => {
  const shown = markEvidence({ clause, observed, request: base64(request), response: base64(response) });
  return { request: marked(shown.request), response: marked(shown.response) };
};

const request = 'GET / HTTP/1.0\r\nHost: a\r\nUpgrade: websocket, h2c\r\nSec-WebSocket-Key: AAAA\r\n\r\n';
const reply = 'HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: wrong=\r\nX: none\r\n\r\ncontent';

test.each([
  ['rfc6455/4.2.1/key-16-octets', ['Sec-WebSocket-Key: AAAA']],
  ['rfc9110/7.8/upgrade-ignored-in-http10', ['HTTP/1.0', 'HTTP/1.0', 'HTTP/1.0']],
  ['rfc9110/7.8/upgrade-list', ['Upgrade: websocket, h2c']],
  ['rfc6455/4.2.1/version-present', []],
  ['service/1/frames-after-101', []],
] as const)('in a request, %s marks what its rows look at', (clause, marks) => {
  expect(show(clause, 'nothing in time', request, '').request).toEqual(marks);
});

test('in a request that cannot be read, its first fault is marked', () => {
  const { request } = show('rfc9112/5/field-lines', '101', 'GET / HTTP/1.1\r\nA : b\r\n\r\n', '');
  expect(request).toEqual([' ']);
});

test.each([
  ['rfc6455/4.2.1/key-16-octets', '101 Switching Protocols', ['101 Switching Protocols']],
  ['rfc6455/4.2.2/accept-value', 'no value', ['Sec-WebSocket-Accept: wrong=']],
  ['rfc6455/11.3.3/accept-sent-once', 'wrong= and other', ['Sec-WebSocket-Accept: wrong=', 'wrong=']],
  ['service/1/frames-after-101', 'nothing in time', []],
  ['rfc9110/15.5.6/allow', 'none', []],
  ['service/1/no-body-in-101', 'content', []],
  // What is so short stands anywhere, and proves nothing.
  ['service/1/no-body-in-101', '10', []],
  ['service/1/no-body-in-101', '101', ['101']],
  ['service/1/no-body-in-101', 'HTTP/1.1 101', ['HTTP/1.1 101']],
] as const)('in a reply, %s observing %j marks it', (clause, observed, marks) => {
  expect(show(clause, observed, request, reply).response).toEqual(marks);
});

test('in a reply that cannot be read, its first fault is marked', () => {
  expect(show('rfc6455/4.2.2/status-101', '3 octets', request, 'abc').response).toEqual(['a']);
});

test.each([
  ['HTTP/1.1 400 B\r\nX: abc', 'abc', ['abc']],
  ['\r\n\r\nabc', 'abc', []],
])('in the reply %j, its first fault is marked, and %j where the head has it', (octets, observed, marks) => {
  const [, ...more] = show('service/9/version-426', observed, request, octets).response;
  expect(more).toEqual(marks);
});

test('octets of which nothing is known have no marks', () => {
  const { octets, marks } = unmarked(base64('ab\xff'));
  expect(Buffer.from(octets).toString('latin1')).toBe('ab\xff');
  expect(marks).toEqual([]);
});

test('no octets have no marks', () => {
  expect(show('rfc6455/4.2.1/key-16-octets', 'a reset', '', '')).toEqual({ request: [], response: [] });
});
