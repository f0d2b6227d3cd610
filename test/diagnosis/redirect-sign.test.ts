import { expect, test } from 'vitest';
import { asked, evidenceOf, exchange, refused, signsOf } from './seen.ts';

const redirected = (location: string, status = '302 Found', url = 'ws://a.example/chat') => ({
  asked: asked({}, url),
  opening: exchange(refused(status, '', ...(location === '' ? [] : [`Location: ${location}`]))),
});

test.each([
  ['https://a.example/chat', 'ws://a.example/chat', ['redirects', 'redirectsToTls']],
  ['wss://a.example/chat', 'ws://a.example/chat', ['redirects', 'redirectsToTls']],
  ['https://a.example/chat', 'wss://a.example/chat', ['redirects']],
  ['/chat/', 'ws://a.example/chat', ['redirects', 'redirectsToSlash']],
  ['/chat/?a=b', 'ws://a.example/chat?a=b', ['redirects', 'redirectsToSlash']],
  ['https://a.example/chat/', 'ws://a.example/chat', ['redirects', 'redirectsToTls', 'redirectsToSlash']],
  ['/login?next=%2Fchat', 'ws://a.example/chat', ['redirects', 'redirectsToLogin']],
  ['/oauth2/start', 'ws://a.example/chat', ['redirects', 'redirectsToLogin']],
  ['/elsewhere', 'ws://a.example/chat', ['redirects']],
  ['http://[', 'ws://a.example/chat', ['redirects']],
  ['', 'ws://a.example/chat', ['redirects']],
])('to %j from %s', (location, url, expected) => {
  const signs = signsOf(redirected(location, '302 Found', url));
  expect(signs.filter((sign) => sign.startsWith('redirect'))).toEqual(expected);
});

test.each([
  ['301 A', true],
  ['303 A', true],
  ['307 A', true],
  ['308 A', true],
  ['300 A', false],
  ['304 A', false],
  ['201 A', false],
])('the status %s', (status, redirects) => {
  expect(signsOf(redirected('/a', status)).includes('redirects')).toBe(redirects);
});

test.each([
  ['/login?next=a&token=b', 'Location: /login'],
  ['/login#access_token=b', 'Location: /login'],
  ['https://user:word@a.example/', 'Location: https://***@a.example/'],
  ['', 'the reply is a redirect without Location'],
])('nothing secret is said of %j', (location, expected) => {
  expect(evidenceOf(redirected(location))['redirects']).toBe(expected);
});
