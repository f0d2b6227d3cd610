import { expect, test } from 'vitest';
import type { TargetDeclaration } from '../../../../src/verify/judge/target.ts';
import { restoreOctets } from '../../../../src/verify/server/replay/restore.ts';
import { targetOf } from '../../target.ts';

function restore(
  text: string,
  options: TargetDeclaration,
  clause: Parameters<typeof restoreOctets>[1] = 'rfc6455/4.2.1/method-get',
  url = 'ws://a.test/',
) {
  const { octets, isWhole } = restoreOctets(Buffer.from(text, 'latin1'), clause, targetOf(url, options));
  return [Buffer.from(octets).toString('latin1'), isWhole];
}

test.each<[string, NonNullable<TargetDeclaration['auth']>, string, string]>([
  [
    'a query',
    { in: 'query', name: 'key', value: 'abcdef' },
    'GET /?a=b&key=****** HTTP/1.1\r\n\r\n',
    'GET /?a=b&key=abcdef HTTP/1.1\r\n\r\n',
  ],
  [
    'a field',
    { in: 'field', name: 'X-Key', value: 'abc' },
    'GET / HTTP/1.1\r\nX-Key: ***\r\n\r\n',
    'GET / HTTP/1.1\r\nX-Key: abc\r\n\r\n',
  ],
  [
    'a field of two words',
    { in: 'field', name: 'Authorization', value: 'Own abcdef' },
    'GET / HTTP/1.1\r\nAuthorization: *** ******\r\n\r\n',
    'GET / HTTP/1.1\r\nAuthorization: Own abcdef\r\n\r\n',
  ],
  [
    'a cookie beside another, which nobody knows',
    { in: 'cookie', name: 'sid', value: 'abc' },
    'GET / HTTP/1.1\r\nCookie: sid=***; b=**\r\n\r\n',
    'GET / HTTP/1.1\r\nCookie: sid=abc; b=**\r\n\r\n',
  ],
  [
    'a subprotocol',
    { in: 'subprotocol', prefix: 'bearer.', value: 'abc' },
    'GET / HTTP/1.1\r\nSec-WebSocket-Protocol: v1, bearer.***\r\n\r\n',
    'GET / HTTP/1.1\r\nSec-WebSocket-Protocol: v1, bearer.abc\r\n\r\n',
  ],
  [
    'a query, encoded',
    { in: 'query', name: 'k', value: 'a%2Bbc' },
    'GET /?k=****** HTTP/1.1\r\n\r\n',
    'GET /?k=a%2Bbc HTTP/1.1\r\n\r\n',
  ],
  [
    'a subprotocol by itself',
    { in: 'subprotocol', prefix: '', value: 'tok123' },
    'GET / HTTP/1.1\r\nSec-WebSocket-Protocol: v1, ******\r\n\r\n',
    'GET / HTTP/1.1\r\nSec-WebSocket-Protocol: v1, tok123\r\n\r\n',
  ],
  [
    'a short subprotocol by itself',
    { in: 'subprotocol', prefix: '', value: 'abc' },
    'GET / HTTP/1.1\r\nSec-WebSocket-Protocol: ***\r\n\r\n',
    'GET / HTTP/1.1\r\nSec-WebSocket-Protocol: abc\r\n\r\n',
  ],
])('the credential is put back: %s', (_what, auth, hidden, plain) => {
  expect(restore(hidden, { auth })).toEqual([plain, !plain.includes('*')]);
});

test('a star that is no placeholder stays, and hides nothing', () => {
  const auth = { in: 'query', name: 'key', value: 'x' } as const;
  const text = 'GET * HTTP/1.1\r\nSec-WebSocket-Protocol: *\r\n\r\n';
  expect(restore(text, { auth })).toEqual([text, true]);
});

test('placeholders of another length are another secret', () => {
  const auth = { in: 'query', name: 'key', value: 'abcdef' } as const;
  const text = 'GET /?key=******* HTTP/1.1\r\n\r\n';
  expect(restore(text, { auth })).toEqual([text, false]);
});

test('where the credential was wrong, the right one is not put there', () => {
  const auth = { in: 'query', name: 'key', value: 'abcdef' } as const;
  const text = 'GET /?key=****** HTTP/1.1\r\n\r\n';
  expect(restore(text, { auth }, 'service/5.2/credential-invalid')).toEqual([text, false]);
});

test('secrets of the URL and of declared fields are put back', () => {
  const headers = [['X-API-Key', 'abc def']] as const;
  expect(
    restore(
      'GET /a?token=**** HTTP/1.1\r\nX-API-Key: *** ***\r\n\r\n',
      { headers },
      'rfc6455/4.2.1/method-get',
      'ws://a.test/a?token=wxyz',
    ),
  ).toEqual(['GET /a?token=wxyz HTTP/1.1\r\nX-API-Key: abc def\r\n\r\n', true]);
});

test('values of fields are put back however their lines are written, each in its place', () => {
  const headers = [
    ['X-Key', 'abc'],
    ['x-key', 'def'],
    ['User-Agent', 'mine'],
  ] as const;
  expect(
    restore('GET / HTTP/1.1\r\nX-KEY:***\r\nUser-Agent: ws101\r\nx-key : *** \r\nUser-agent: ****\r\n\r\n', {
      headers,
    }),
  ).toEqual([
    'GET / HTTP/1.1\r\nX-KEY:abc\r\nUser-Agent: ws101\r\nx-key : def \r\nUser-agent: mine\r\n\r\n',
    true,
  ]);
});

test('a key among the names of subprotocols is put back, each in its place', () => {
  const [key, other] = ['a1B2c3D4', 'e5F6g7H8'].map((each) => `mcp.auth.${each}`);
  const subprotocols = ['mcp', `${key}`, `${other}`];
  const head = 'GET / HTTP/1.1\r\nSec-WebSocket-Protocol: ';
  const hidden = `${head}mcp, mcp.auth.********,mcp.auth.********\r\nX: mcp.auth.********\r\n\r\n`;
  expect(restore(hidden, { subprotocols })).toEqual([
    `${head}mcp, ${key},${other}\r\nX: mcp.auth.********\r\n\r\n`,
    false,
  ]);
});

test('an empty value of a field is nothing to put back', () => {
  expect(restore('GET / HTTP/1.1\r\nX-Key:\r\n\r\n', { headers: [['X-Key', '']] })).toEqual([
    'GET / HTTP/1.1\r\nX-Key:\r\n\r\n',
    true,
  ]);
});
