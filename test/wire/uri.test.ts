import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTarget } from '../../src/wire/target.ts';
import { parseWebSocketUri } from '../../src/wire/uri.ts';
import { runs } from '../property.ts';

describe('ws-URI and wss-URI', () => {
  test('all parts', () => {
    expect(parseWebSocketUri('wss://Example.COM:8443/chat/a?b=c&d')).toEqual({
      ok: true,
      value: {
        secure: true,
        host: 'example.com',
        port: 8443,
        authority: 'example.com:8443',
        path: '/chat/a',
        query: 'b=c&d',
        resourceName: '/chat/a?b=c&d',
      },
    });
  });

  test('a host that is not ASCII, however often', () => {
    const read = Array.from({ length: 20_000 }, () => parseWebSocketUri('ws://é.example/').ok);
    expect(read.filter((isRead) => !isRead)).toEqual([]);
  });

  test.each([
    ['ws://a', { secure: false, host: 'a', port: 80, authority: 'a', resourceName: '/', query: null }],
    ['WSS://a', { secure: true, host: 'a', port: 443, authority: 'a', resourceName: '/' }],
    ['ws://a:80/', { port: 80, authority: 'a' }],
    ['ws://a:/', { port: 80, authority: 'a' }],
    ['ws://a:443/', { port: 443, authority: 'a:443' }],
    ['ws://a:00081/', { port: 81, authority: 'a:81' }],
    ['wss://a:443', { port: 443, authority: 'a' }],
    ['ws://a:65535', { port: 65535 }],
    ['ws://a?', { path: '/', query: '', resourceName: '/' }],
    ['ws://a?b', { path: '/', query: 'b', resourceName: '/?b' }],
    ['ws://a/b?c?d', { path: '/b', query: 'c?d', resourceName: '/b?c?d' }],
    ['ws://[::1]:81/', { host: '::1', port: 81, authority: '[::1]:81' }],
    ['ws://[2001:DB8:0::1]', { host: '2001:db8::1', authority: '[2001:db8::1]' }],
    ['ws://bücher.example', { host: 'xn--bcher-kva.example', authority: 'xn--bcher-kva.example' }],
    ['ws://a/é?ü', { path: '/%C3%A9', query: '%C3%BC', resourceName: '/%C3%A9?%C3%BC' }],
    ['ws://a/\u00a0', { path: '/%C2%A0', query: null, resourceName: '/%C2%A0' }],
    ['ws://a/b\u2028c', { path: '/b%E2%80%A8c', resourceName: '/b%E2%80%A8c' }],
    ['ws://a/\u2029\u3000\ufeff', { path: '/%E2%80%A9%E3%80%80%EF%BB%BF' }],
    ['ws://a?\u00a0\u2028', { path: '/', query: '%C2%A0%E2%80%A8', resourceName: '/?%C2%A0%E2%80%A8' }],
    ['ws://a/b/../c/./d/%2e%2e', { path: '/c/' }],
    ["ws://a/'?'", { resourceName: "/'?%27" }],
    ['ws://a//b', { path: '//b' }],
    ['ws://a/%23', { path: '/%23' }],
  ])('%j', (text, value) => {
    expect(parseWebSocketUri(text)).toMatchObject({ ok: true, value });
  });

  test.each([
    ['', 'syntax', 'it has no scheme; ws or wss was expected'],
    ['a', 'syntax', 'it has no scheme; ws or wss was expected'],
    ['//a', 'syntax', 'it has no scheme; ws or wss was expected'],
    ['ws:a', 'syntax', 'it has no // after the scheme'],
    ['ws:/a', 'syntax', 'it has no // after the scheme'],
    [' ws://a', 'syntax', 'it contains white space, a control character or a backslash'],
    ['ws://a\n', 'syntax', 'it contains white space, a control character or a backslash'],
    ['w\ts://a', 'syntax', 'it contains white space, a control character or a backslash'],
    ['ws://a/b c', 'syntax', 'it contains white space, a control character or a backslash'],
    ['ws://a/\0', 'syntax', 'it contains white space, a control character or a backslash'],
    ['ws://a\\b', 'syntax', 'it contains white space, a control character or a backslash'],
    ['ws://a/ ', 'syntax', 'it contains white space, a control character or a backslash'],
    ['ws://a/\r', 'syntax', 'it contains white space, a control character or a backslash'],
    ['ws://a/\v', 'syntax', 'it contains white space, a control character or a backslash'],
    ['ws://a/\x7f', 'syntax', 'it contains white space, a control character or a backslash'],
    ['ws://a/\x85', 'syntax', 'it contains white space, a control character or a backslash'],
    ['ws://a?\udc00', 'syntax', 'it contains white space, a control character or a backslash'],
    ['\u00a0ws://a/', 'syntax', 'it has no scheme; ws or wss was expected'],
    ['\ufeffws://a/', 'syntax', 'it has no scheme; ws or wss was expected'],
    ['ws://a\u00a0/', 'host', 'its host is not valid'],
    ['ws://a\u2028/', 'host', 'its host is not valid'],
    ['ws://a/\ud800', 'syntax', 'it contains white space, a control character or a backslash'],
    ['ws://a/{b}', 'syntax', 'its path or query contains a character that must be percent-encoded'],
    ['ws://a?"', 'syntax', 'its path or query contains a character that must be percent-encoded'],
    ['ws://a/%', 'syntax', 'its path or query contains a character that must be percent-encoded'],
    ['ws://a/%4x', 'syntax', 'its path or query contains a character that must be percent-encoded'],
    ['http://a', 'scheme', 'its scheme is neither ws nor wss'],
    ['xws://a', 'scheme', 'its scheme is neither ws nor wss'],
    ['wsss://a', 'scheme', 'its scheme is neither ws nor wss'],
    ['mailto:a#b', 'scheme', 'its scheme is neither ws nor wss'],
    ['w\u017f://a', 'syntax', 'it has no scheme; ws or wss was expected'],
    ['ws://a#b', 'fragment', 'it has a fragment (# and what follows), which is not allowed'],
    ['ws://a/#', 'fragment', 'it has a fragment (# and what follows), which is not allowed'],
    ['ws://a?b#', 'fragment', 'it has a fragment (# and what follows), which is not allowed'],
    ['ws://u@a', 'userInformation', 'it has user information before the host, which is not allowed'],
    ['ws://u:p@a/', 'userInformation', 'it has user information before the host, which is not allowed'],
    ['ws://@a/', 'userInformation', 'it has user information before the host, which is not allowed'],
    ['ws://', 'host', 'it has no host'],
    ['ws:///a', 'host', 'it has no host'],
    ['ws://:80/', 'host', 'it has no host'],
    ['ws://[::1', 'host', 'it has no host'],
    ['ws://[::1]a', 'host', 'it has no host'],
    ['ws://a]b/', 'host', 'it has no host'],
    ['ws://[::g]', 'host', 'its host is not valid'],
    ['ws://a%zz/', 'host', 'its host is not valid'],
    ['ws://a<b/', 'host', 'its host is not valid'],
    ['ws://1.2.3.256/', 'host', 'its host is not valid'],
    ['ws://a{b}/', 'host', 'its host contains a character that is not allowed there'],
    ['ws://a:0', 'port', 'its port is not in the range from 1 to 65535'],
    ['ws://a:65536', 'port', 'its port is not in the range from 1 to 65535'],
    ['ws://a:b', 'port', 'its port is not a decimal number'],
    ['ws://a:-1', 'port', 'its port is not a decimal number'],
    ['ws://a:1:2', 'port', 'its port is not a decimal number'],
    ['ws://::1', 'host', 'it has no host'],
  ])('%j is refused', (text, kind, problem) => {
    expect(parseWebSocketUri(text)).toEqual({ ok: false, kind, problem });
  });

  test('every resource name is a request target in origin-form', () => {
    const part = fc.string({
      unit: fc.constantFrom(...'aZ0-._~!$&\'()*+,;=:@/?%é€𝄞\u00a0\u2028"<>[]^`{|}2e'),
    });
    const property = fc.property(part, (tail) => {
      const uri = parseWebSocketUri(`ws://a/${tail}`);
      expect(uri.ok ? parseTarget(uri.value.resourceName).form : 'origin').toBe('origin');
    });
    fc.assert(property, { seed: 20260101, numRuns: runs(400, 2_000) });
  });
});
