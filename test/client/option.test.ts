import { describe, expect, test, vi } from 'vitest';
import { connect, HandshakeError, type HandshakeOptions, startHandshake } from '../../src/client/index.ts';
import { prepare } from '../../src/client/prepare.ts';

const url = 'ws://server.example.com/chat';

/** What the input is refused with, by both entrances, before any name is looked up. */
async function refusalOf(badUrl: string, options: HandshakeOptions): Promise<unknown> {
  const lookup = vi.fn(async () => []);
  const seen: unknown[] = [];
  try {
    startHandshake(badUrl, { ...options, lookup });
  } catch (error) {
    seen.push(error);
  }
  await connect(badUrl, { ...options, lookup }).catch((error: unknown) => seen.push(error));
  expect(lookup).not.toHaveBeenCalled();
  expect(seen).toHaveLength(2);
  expect(seen[0]).toEqual(seen[1]);
  return seen[0];
}

describe('a URI that is none is refused before anything is sent', () => {
  test.each([
    ['white space', 'ws://a/b c', 'rfc6455/3/valid-components', 'RFC 6455 §3'],
    ['no scheme', 'server.example.com', 'rfc6455/3/valid-components', 'RFC 6455 §3'],
    ['nothing', '', 'rfc6455/3/valid-components', 'RFC 6455 §3'],
    ['no //', 'ws:a', 'rfc6455/3/valid-components', 'RFC 6455 §3'],
    ['another scheme', 'http://a/', 'rfc6455/3/scheme', 'RFC 6455 §3'],
    ['a fragment', 'ws://a/#b', 'rfc6455/3/no-fragment', 'RFC 6455 §3'],
    ['an empty fragment', 'ws://a/#', 'rfc6455/3/no-fragment', 'RFC 6455 §3'],
    ['user information', 'ws://a:b@c/', 'rfc6455/3/no-user-information', 'RFC 6455 §3'],
    ['no host', 'ws:///a', 'rfc6455/3/valid-components', 'RFC 6455 §3'],
    ['a host that is none', 'ws://[a]/', 'rfc6455/3/valid-components', 'RFC 6455 §3'],
    ['a port that is none', 'ws://a:65536/', 'rfc6455/3/valid-components', 'RFC 6455 §3'],
    ['http, which browsers alone take', 'https://a/', 'rfc6455/3/scheme', 'RFC 6455 §3'],
  ])('%s: %j', async (_, badUrl, clause, source) => {
    const error = await refusalOf(badUrl, {});
    expect(error).toBeInstanceOf(HandshakeError);
    expect(error).toMatchObject({ phase: 'input', state: 'failed', clause, source, timeline: null });
  });
});

describe('a field that cannot be added is refused before anything is sent', () => {
  test.each([
    ['Host', 'rfc6455/4.1/host-sent'],
    ['UPGRADE', 'rfc6455/4.1/upgrade-sent'],
    ['connection', 'rfc6455/4.1/connection-sent'],
    ['Sec-WebSocket-Key', 'rfc6455/11.3.1/key-sent-once'],
    ['sec-websocket-KEY', 'rfc6455/11.3.1/key-sent-once'],
    ['Sec-WebSocket-Version', 'rfc6455/11.3.5/version-sent-once'],
    ['Sec-WebSocket-Protocol', 'rfc6455/4.1/subprotocols-offered'],
    ['SEC-WEBSOCKET-EXTENSIONS', 'rfc6455/9/extensions-requested'],
    ['Sec-WebSocket-Accept', 'rfc6455/4.1/valid-http-request'],
    ['sec-WEBSOCKET-accept', 'rfc6455/4.1/valid-http-request'],
    ['Expect', 'rfc9110/10.1.1/no-expectation-without-content'],
    ['eXPECT', 'rfc9110/10.1.1/no-expectation-without-content'],
    ['Content-Length', 'service/4/request-without-body'],
    ['transfer-Encoding', 'service/4/request-without-body'],
  ])('%s belongs to the handshake', async (name, clause) => {
    expect(await refusalOf(url, { headers: [[name, 'a']] })).toMatchObject({
      phase: 'input',
      clause,
      message: expect.stringMatching(
        RegExp(`^the field ${name} belongs to the handshake and cannot be added \\(`),
      ),
    });
  });

  test.each<[string, HandshakeOptions]>([
    ['CR and LF in a value', { headers: [['A', 'b\r\nC: d']] }],
    ['CR and LF in a name', { headers: [['A: b\r\nC', 'd']] }],
    ['a character beyond 8 bits in a value', { headers: [['A', '\u0100']] }],
  ])('%s', async (_, options) => {
    expect(await refusalOf(url, options)).toMatchObject({
      phase: 'input',
      clause: 'rfc9110/5.5/no-injection',
      source: 'RFC 9110 §5.5',
    });
  });
});

test('the message says what was received, what was expected, and where that stands', async () => {
  const error = await refusalOf('ws://a/#b', {});
  expect(String(error)).toBe(
    'HandshakeError: "ws://a/#b" is not a WebSocket URI: it has a fragment (# and what follows), which is not allowed (RFC 6455 §3)',
  );
});

test('the message has no credentials of the URI', async () => {
  expect(await refusalOf('ws://user:s3cret@a/?token=s3cret', {})).toMatchObject({
    message:
      '"ws://***@a/?token=***" is not a WebSocket URI: it has user information before the host, which is not allowed (RFC 6455 §3)',
  });
});

test('Host has no port when it is the default', () => {
  const { text, uri } = prepare('ws://server.example.com:80/', {}, 'key');
  expect(text).toContain('\r\nHost: server.example.com\r\n');
  expect(uri.port).toBe(80);
});

describe('a limit that is none is refused before anything is sent', () => {
  test.each<[string, HandshakeOptions]>([
    ['deadline is 0', { deadline: 0 }],
    ['deadline is 2147483648', { deadline: 2_147_483_648 }],
    ['deadline is NaN', { deadline: Number.NaN }],
    ['headLimit is -1', { headLimit: -1 }],
    ['fieldLimit is 1.5', { fieldLimit: 1.5 }],
  ])('%s', async (problem, options) => {
    expect(await refusalOf(url, options)).toMatchObject({
      phase: 'input',
      clause: 'rfc6455/10.7/reply-limits',
      message: `${problem}: a whole number from 1 to 2147483647 was expected (RFC 6455 §10.7)`,
    });
  });
});

describe('an Origin that is given more than once is refused before anything is sent', () => {
  test.each<[string, HandshakeOptions]>([
    ['as option and as field', { origin: 'http://a', headers: [['ORIGIN', 'http://b']] }],
    ['with the same value', { origin: 'http://a', headers: [['Origin', 'http://a']] }],
  ])('%s', async (_, options) => {
    expect(await refusalOf(url, options)).toMatchObject({
      phase: 'input',
      clause: 'rfc6454/7.3/one-origin',
      message: 'Origin is given more than once (RFC 6454 §7.3)',
    });
  });
});

test('an Origin that is given once as a field is sent as it is', () => {
  const { text } = prepare(url, { headers: [['ORIGIN', 'http://a']] }, 'key');
  expect(text).toContain('\r\nORIGIN: http://a\r\n');
});

test('white space beyond ASCII in the URI is sent percent-encoded', () => {
  const { text } = prepare('ws://a/\u00a0?\u2028', {}, 'key');
  expect(text).toMatch(/^GET \/%C2%A0\?%E2%80%A8 HTTP\/1\.1\r\n/);
});
