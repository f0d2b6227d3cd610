import { expect, test } from 'vitest';
import { restoreOctets } from '../../src/verify/replay.ts';
import { readTarget, type TargetOptions } from '../../src/verify/target.ts';

function restore(
  text: string,
  options: TargetOptions,
  clause: Parameters<typeof restoreOctets>[1] = 'rfc6455/4.2.1/method-get',
  url = 'ws://a.test/',
) {
  const target = readTarget(url, options);
  if (!target.ok) throw new Error(target.problem);
  const { octets, isWhole } = restoreOctets(Buffer.from(text, 'latin1'), clause, target.value);
  return [Buffer.from(octets).toString('latin1'), isWhole];
}

test.each<[string, NonNullable<TargetOptions['auth']>, string, string]>([
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
