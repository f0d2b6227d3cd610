import { describe, expect, test } from 'vitest';
import { found, head } from './paste.ts';

const sent = ['Host: a', 'Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
const came = ['Upgrade: websocket', 'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo='];
const newer = expect.stringMatching(/^It was sent by HTTP\/2/);
const assumed = 'The request line is missing: GET / HTTP/1.1 is assumed.';

describe('fields from developer tools', () => {
  test('of a request without its request line', () => {
    expect(found(sent.join('\n'))).toEqual({
      ...{ kind: 'fields', request: head('GET / HTTP/1.1', ...sent), reply: null, notes: [assumed] },
    });
  });

  test('of a reply without its status line, when it switches', () => {
    expect(found(came.join('\r\n'))).toEqual({
      ...{ kind: 'fields', request: null, reply: head('HTTP/1.1 101 Switching Protocols', ...came) },
      notes: ['The status line is missing: 101 is assumed.'],
    });
  });

  test('with headings and general lines are both messages', () => {
    const text = [
      ...[
        'General',
        'Request URL: wss://a/chat?x=1',
        'Request Method: GET',
        'Status Code: 101 Switching Protocols',
      ],
      ...['Response Headers (129 B)', ...came, 'Request Headers', 'View source', ...sent],
    ];
    expect(found(text.join('\n'))).toEqual({
      kind: 'fields',
      request: head('GET /chat?x=1 HTTP/1.1', ...sent),
      reply: head('HTTP/1.1 101 Switching Protocols', ...came),
      notes: [],
    });
  });

  test('with each value on a line of its own', () => {
    const text = [
      'Request URL:',
      'wss://a/chat',
      ...sent.flatMap((line) => line.split(/(?<=:) /)),
      'X-Empty:',
    ];
    expect(found(text.join('\n'))).toMatchObject({
      request: head('GET /chat HTTP/1.1', ...sent, 'X-Empty: '),
      notes: [],
    });
  });

  test('with a value on a line of its own that looks like a name and a value', () => {
    const text = ['Host: a', 'User-Agent:', 'Mozilla/5.0 (X11; rv: 1)', 'X-Empty:', 'Accept: */*', 'X-Last:'];
    expect(found(text.join('\n'))).toMatchObject({
      request: head(
        'GET / HTTP/1.1',
        ...['Host: a', 'User-Agent: Mozilla/5.0 (X11; rv: 1)', 'X-Empty: ', 'Accept: */*', 'X-Last: '],
      ),
    });
  });

  test('with start-lines below their headings', () => {
    const text = [
      'Request Headers',
      'GET /chat HTTP/1.1',
      ...sent,
      'Response Headers',
      'HTTP/1.0 200',
      'A: b',
    ];
    expect(found(text.join('\n'))).toMatchObject({
      request: head('GET /chat HTTP/1.1', ...sent),
      reply: head('HTTP/1.0 200 ', 'A: b'),
    });
  });

  test('of HTTP/2 are written as of HTTP/1.1', () => {
    const text = [':authority: a', ':method: GET', ':path: /chat', ':scheme: https', 'origin: https://a'];
    expect(found(text.join('\n'))).toEqual({
      ...{ kind: 'fields', request: head('GET /chat HTTP/1.1', 'Host: a', 'origin: https://a'), reply: null },
      notes: [newer],
    });
    expect(found(':status: 404\nserver: x')).toMatchObject({
      reply: head('HTTP/1.1 404 ', 'server: x'),
      notes: [newer],
    });
  });

  test('that are provisional are no request', () => {
    const text = [
      'Response Headers',
      ...came,
      'Request Headers',
      'Provisional headers are shown',
      'Origin: http://a',
    ];
    expect(found(text.join('\n'))).toMatchObject({
      ...{ request: null, reply: expect.any(String) },
      notes: [expect.stringMatching(/^The browser shows provisional headers/), expect.any(String)],
    });
  });

  test.each([
    [
      ':method: CONNECT\n:protocol: websocket\n:authority: a',
      /^this is an opening over HTTP\/2 \(RFC 8441\)/,
    ],
    ['X-Any: a\n', /^these fields may belong to a request or to a reply/],
    ['Server: a\n', /^The reply has no status/],
    ['Provisional headers are shown\nOrigin: http://a\n', /^The browser shows provisional headers/],
    [
      'Request Headers\nProvisional headers are shown\nOrigin: http://a\n',
      /^The browser shows provisional headers/,
    ],
    ['General\n', /^the text lists no header field$/],
  ])('may be nothing to judge: %j', (text, problem) => {
    expect(found(text)).toMatch(problem);
  });
});
