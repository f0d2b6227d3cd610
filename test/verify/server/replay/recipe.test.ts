import { expect, test } from 'vitest';
import type { TargetDeclaration } from '../../../../src/verify/judge/target.ts';
import { writeScript } from '../../../../src/verify/server/exhibit.ts';
import { hideRequest, movePieces, remakeRequest } from '../../../../src/verify/server/replay/recipe.ts';
import { targetOf } from '../../target.ts';

const options: TargetDeclaration = { auth: { in: 'field', name: 'X-Key', value: 'aBc1' } };
const target = targetOf('ws://a.test:1/chat', options);
const other = targetOf('ws://other.test/', { auth: { in: 'field', name: 'X-Key', value: 'Defg5' } });

test.each([
  [
    'GET /chat HTTP/1.1\r\nHost: a.test:1',
    'GET /chat HTTP/1.1\r\nHost: a.test:1',
    'GET / HTTP/1.1\r\nHost: other.test',
  ],
  [
    'GET http://a.test:1/chat?x HTTP/1.1',
    'GET http://a.test:1/chat?x HTTP/1.1',
    'GET http://other.test/?x HTTP/1.1',
  ],
  [
    'GET /a HTTP/1.1\r\nhost:"a.test:1"',
    'GET /a HTTP/1.1\r\nhost:"a.test:1"',
    'GET /a HTTP/1.1\r\nhost:"other.test"',
  ],
  ['\r\nX-Key: aBc1', '\r\nX-Key: ****', '\r\nX-Key: Defg5'],
  ['\r\nX-Key: aBc', '\r\nX-Key: ***', '\r\nX-Key: Defg'],
  ['\r\nX-Key: xBc1', '\r\nX-Key: x***', '\r\nX-Key: xefg5'],
  ['\r\nX-Key: AbC1x', '\r\nX-Key: ****x', '\r\nX-Key: dEFG5x'],
  ['\r\nX-Key: 1cBa', '\r\nX-Key: ****', '\r\nX-Key: 5gfeD'],
  ['\r\nX-Key: xxxx', '\r\nX-Key: xxxx', '\r\nX-Key: xxxx'],
  ['\r\nX-Key: aBcQ', '\r\nX-Key: ****', '\r\nX-Key: ****'],
])('what depends on the target is made anew: %j', (sent, shown, remade) => {
  const { request, recipe } = hideRequest(Buffer.from(sent), target);
  expect(String(Buffer.from(request))).toBe(shown);
  expect(String(remakeRequest(request, recipe, other)?.octets)).toBe(remade);
});

test('a wrong accept value of which nothing is known is shown behind another opening', () => {
  const { request } = hideRequest(Buffer.from('GET / HTTP/1.1\r\nSec-WebSocket-Key: own\r\n\r\n'), target);
  const script = writeScript({ clause: 'rfc6455/4.2.2/accept-value', request }, null, target, true);
  expect(script).toMatch(/Sec-WebSocket-Key: (?!own)[\s\S]*Sec-WebSocket-Key: own/);
});

test('without the credential nothing is made', () => {
  const { request, recipe } = hideRequest(Buffer.from('\r\nX-Key: aBc1'), target);
  expect(remakeRequest(request, recipe, targetOf('ws://a.test/'))).toBe(null);
});

test('the parts that a request is sent in are as long as their octets are now', () => {
  const sent = Buffer.from('GET /chat HTTP/1.1\r\nHost: a.test:1\r\n\r\nrest');
  const { request, recipe } = hideRequest(sent, target);
  const made = remakeRequest(request, recipe, other);
  if (!made) throw new Error('it has no credential');
  expect(movePieces(sent.length, { pieces: [20, 14, 4], rest: 4 }, made)).toEqual({
    pieces: [16, 16, 4],
    rest: 4,
  });
});
