import { describe, expect, test } from 'vitest';
import { found, head } from './paste.ts';

const listed = (...lines: readonly string[]) =>
  lines.map((line) => ({ name: line.replace(/: .*/s, ''), value: line.replace(/^.*?: /s, '') }));
const sent = ['Host: a', 'Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
const version = 'HTTP/1.1';

/** As Chromium writes one. */
const entry = {
  _resourceType: 'websocket',
  _webSocketMessages: [],
  request: { method: 'GET', url: 'wss://a/chat?x=1', httpVersion: version, headers: listed(...sent) },
  response: {
    status: 101,
    statusText: 'Switching Protocols',
    httpVersion: version,
    headers: listed('Upgrade: websocket'),
  },
};
const page = {
  request: { ...entry.request, url: 'https://a/', headers: [] },
  response: { ...entry.response, status: 200 },
};
const har = (...entries: readonly unknown[]) => JSON.stringify({ log: { version: '1.2', entries } });
const request = head('GET /chat?x=1 HTTP/1.1', ...sent);
const reply = head('HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket');

describe('an HTTP archive', () => {
  test('has one opening among its requests', () => {
    expect(found(har(page, entry))).toEqual({ kind: 'har', request, reply, notes: [] });
  });

  test('may be a single entry', () => {
    expect(found(`\n${JSON.stringify(entry)}`)).toEqual({ kind: 'har', request, reply, notes: [] });
  });

  test.each([
    ['its URL', { ...entry.request, headers: [] }],
    ['its Upgrade', { ...entry.request, url: 'https://a/chat?x=1' }],
  ])('has one that is known by %s', (_what, asked) => {
    expect(found(har(page, { ...page, request: asked }))).toMatchObject({
      request: expect.stringContaining('GET /chat?x=1'),
    });
  });

  test('of several openings gives the first that failed, or else the first', () => {
    const failed = { ...entry, response: { ...entry.response, status: 403, statusText: '', headers: [] } };
    expect(found(har(entry, failed))).toMatchObject({
      ...{
        reply: head('HTTP/1.1 403 '),
        notes: ['The archive has 2 openings: the first that got no 101 is judged.'],
      },
    });
    expect(found(har(entry, entry, page))).toMatchObject({
      ...{ reply, notes: ['The archive has 2 openings: the first is judged.'] },
    });
  });

  test('lists lines of one name as one, and characters in UTF-8', () => {
    const headers = listed('Set-Cookie: a=1\nb=2', 'X: \u00e9');
    expect(found(JSON.stringify({ ...entry, response: { ...entry.response, headers } }))).toMatchObject({
      reply: head('HTTP/1.1 101 Switching Protocols', 'Set-Cookie: a=1', 'Set-Cookie: b=2', 'X: \xc3\xa9'),
    });
  });

  test('without a reply, or with a request that was not recorded, says so', () => {
    const lost = { ...entry, response: { status: 0, statusText: '', headers: [] } };
    expect(found(JSON.stringify(lost))).toMatchObject({
      request,
      reply: null,
      notes: [expect.stringMatching(/^The archive has no reply/)],
    });
    const meant = { ...entry, request: { ...entry.request, headers: listed('Origin: http://a') } };
    expect(found(JSON.stringify(meant))).toMatchObject({
      request: null,
      reply,
      notes: [expect.stringMatching(/^The browser kept no Sec-WebSocket-Key/)],
    });
  });

  test('of HTTP/2 is written as of HTTP/1.1', () => {
    const newer = { ...entry, request: { ...entry.request, httpVersion: 'h2' } };
    expect(found(JSON.stringify(newer))).toMatchObject({
      request,
      notes: [expect.stringMatching(/^It was sent by HTTP\/2/)],
    });
  });

  test.each([
    ['{"log":', /^this is JSON, but not an HTTP archive/],
    ['{"a":1}', /^this is JSON, but not an HTTP archive/],
    ['[1]', /^this is JSON, but not an HTTP archive/],
    [har(), 'none of the 0 requests in the archive opens a WebSocket'],
    [har(page, page), 'none of the 2 requests in the archive opens a WebSocket'],
    [
      JSON.stringify({ request: { headers: listed(':protocol: websocket') } }),
      /^this is an opening over HTTP\/2/,
    ],
    [
      JSON.stringify({ ...entry, request: {}, response: {} }),
      /^The browser kept no Sec-WebSocket-Key.* The archive has no reply/,
    ],
  ])('%j has nothing to judge', (text, problem) => {
    expect(found(text)).toMatch(problem);
  });
});
