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
    ['', 'syntax', 'no scheme'],
    ['a', 'syntax', 'no scheme'],
    ['//a', 'syntax', 'no scheme'],
    ['ws:a', 'syntax', 'no // after the scheme'],
    ['ws:/a', 'syntax', 'no // after the scheme'],
    [' ws://a', 'syntax', 'white space, a control character or a backslash'],
    ['ws://a\n', 'syntax', 'white space, a control character or a backslash'],
    ['w\ts://a', 'syntax', 'white space, a control character or a backslash'],
    ['ws://a/b c', 'syntax', 'white space, a control character or a backslash'],
    ['ws://a/\0', 'syntax', 'white space, a control character or a backslash'],
    ['ws://a\\b', 'syntax', 'white space, a control character or a backslash'],
    ['ws://a/ ', 'syntax', 'white space, a control character or a backslash'],
    ['ws://a/\r', 'syntax', 'white space, a control character or a backslash'],
    ['ws://a/\v', 'syntax', 'white space, a control character or a backslash'],
    ['ws://a/\x7f', 'syntax', 'white space, a control character or a backslash'],
    ['ws://a/\x85', 'syntax', 'white space, a control character or a backslash'],
    ['ws://a?\udc00', 'syntax', 'white space, a control character or a backslash'],
    ['\u00a0ws://a/', 'syntax', 'no scheme'],
    ['\ufeffws://a/', 'syntax', 'no scheme'],
    ['ws://a\u00a0/', 'host', 'a host that is none'],
    ['ws://a\u2028/', 'host', 'a host that is none'],
    ['ws://a/\ud800', 'syntax', 'white space, a control character or a backslash'],
    ['ws://a/{b}', 'syntax', 'a character that no path or query has'],
    ['ws://a?"', 'syntax', 'a character that no path or query has'],
    ['ws://a/%', 'syntax', 'a character that no path or query has'],
    ['ws://a/%4x', 'syntax', 'a character that no path or query has'],
    ['http://a', 'scheme', 'a scheme other than ws and wss'],
    ['xws://a', 'scheme', 'a scheme other than ws and wss'],
    ['wsss://a', 'scheme', 'a scheme other than ws and wss'],
    ['mailto:a#b', 'scheme', 'a scheme other than ws and wss'],
    ['w\u017f://a', 'syntax', 'no scheme'],
    ['ws://a#b', 'fragment', 'a fragment'],
    ['ws://a/#', 'fragment', 'a fragment'],
    ['ws://a?b#', 'fragment', 'a fragment'],
    ['ws://u@a', 'userInformation', 'user information before the host'],
    ['ws://u:p@a/', 'userInformation', 'user information before the host'],
    ['ws://@a/', 'userInformation', 'user information before the host'],
    ['ws://', 'host', 'no host'],
    ['ws:///a', 'host', 'no host'],
    ['ws://:80/', 'host', 'no host'],
    ['ws://[::1', 'host', 'no host'],
    ['ws://[::1]a', 'host', 'no host'],
    ['ws://a]b/', 'host', 'no host'],
    ['ws://[::g]', 'host', 'a host that is none'],
    ['ws://a%zz/', 'host', 'a host that is none'],
    ['ws://a<b/', 'host', 'a host that is none'],
    ['ws://1.2.3.256/', 'host', 'a host that is none'],
    ['ws://a{b}/', 'host', 'a character that no host has'],
    ['ws://a:0', 'port', 'a port that is none'],
    ['ws://a:65536', 'port', 'a port that is none'],
    ['ws://a:b', 'port', 'a port that is no decimal number'],
    ['ws://a:-1', 'port', 'a port that is no decimal number'],
    ['ws://a:1:2', 'port', 'a port that is no decimal number'],
    ['ws://::1', 'host', 'no host'],
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
