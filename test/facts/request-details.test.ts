import { describe, expect, test } from 'vitest';
import { nothingSpecial } from '../../models/verdict/breach.ts';
import { readRequestDetails } from '../../src/facts/request-details.ts';
import { encodeLatin1, parseRequest } from '../../src/wire/index.ts';

const opening = [
  ...['GET /chat HTTP/1.1', 'Host: a.test', 'Upgrade: websocket', 'Connection: Upgrade'],
  ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13', '\r\n'],
].join('\r\n');
/** Reads octets of which nothing is known yet. If the request can be read, that makes no difference. */
function read(text: string) {
  const octets = encodeLatin1(text);
  const details = readRequestDetails(octets, null);
  const request = parseRequest(octets);
  if (request.ok) expect(readRequestDetails(octets, request.value)).toEqual(details);
  return details;
}
const upgrade = 'Upgrade: websocket\r\n';
const hiding = (line: string) => withLine(line).replace(upgrade, '');
const withLine = (line: string) => opening.replace('\r\n\r\n', `\r\n${line}\r\n\r\n`);

describe('an opening without a fault', () => {
  test('has nothing special', () => {
    // Its request line can be read by who splits on any white space.
    expect(read(opening)).toEqual({ ...nothingSpecial, requestLine: 'oddlySpaced' });
  });
});

const outstanding = { rest: 'outstanding' } as const;

describe('what a fault is like', () => {
  test.each([
    ['GET  /chat\tHTTP/1.1', 'oddlySpaced'],
    ['GET\r/chat HTTP/1.2', 'oddlySpaced'],
    ['GET /ch at HTTP/1.1', 'oddTarget'],
    ['GET /ch\x00at HTTP/1.1', 'oddTarget'],
    ['POST  /chat HTTP/1.1', 'other'],
    ['GET /chat', 'noHttp'],
    [' GET /chat HTTP/1.1', 'oddlySpaced'],
    ['GET /chat HTTP/1.1\t', 'oddlySpaced'],
    ['GET /chat HTTP/1.0', 'other'],
    ['GET /chat http/1.1', 'oddVersion'],
    ['GET /chat HTTP/1.10', 'oddVersion'],
    ['GET /chat HTTP/01.1', 'oddVersion'],
    ['GET /chat FTP/1.1', 'oddVersion'],
    ['GET http://a.test/chat Http/1.1', 'oddVersion'],
    ['POST /chat http/1.1', 'other'],
    ['TARGET /chat http/1.1', 'other'],
    ['GET /chat HTTP/1.1 and more', 'other'],
    ['EHLO', 'noHttp'],
  ])('the request line %j: %s', (line, detail) => {
    expect(read(opening.replace(/^.*(?=\r\n)/, line)).requestLine).toBe(detail);
  });

  test.each([
    ['HTTP/0.9', 'below1'],
    ['HTTP/2.0', 'other'],
    ['HTTP/2.2', 'other'],
    ['HTTP/1.2', 'above1.1'],
    ['HTTP/1.0', 'other'],
    ['HTTP/1.1', 'other'],
    ['HTTP', 'other'],
  ])('the version of HTTP %s: %s', (version, detail) => {
    expect(read(opening.replace('HTTP/1.1', version)).httpVersion).toBe(detail);
  });

  test.each([
    ['*', 'asterisk'],
    ['/*', 'other'],
    ['ws://a.test/', 'other'],
  ])('the target %s: %s', (target, detail) => {
    expect(read(opening.replace('/chat', target)).target).toBe(detail);
  });

  test.each([
    [withLine('X: a\r\n b'), 'foldOrBareCr'],
    [withLine('X: a\rb'), 'foldOrBareCr'],
    [opening.replace('Host', ' X: y\r\nHost'), 'foldOrBareCr'],
    [withLine('no colon'), 'other'],
    [`${opening}\r a body`, 'other'],
    ['GET / HTTP/1.1\r\nUpgrade: websocket\r\nX: a\rb', 'foldOrBareCr'],
    [withLine('X: a\x00b'), 'other'],
    [hiding('X: a\r\n Upgrade: websocket'), 'hidesUpgrade'],
    [hiding('X: a\rUpgrade: websocket'), 'hidesUpgrade'],
    [hiding('Upgrade: websocket\x00x'), 'hidesUpgrade'],
    [hiding('X: a\r\n Upgrade: websocket\r\nno colon'), 'foldOrBareCr'],
    [opening.replace(upgrade, '').replace('Host', ' Upgrade: websocket\r\nHost'), 'hidesUpgrade'],
    [hiding('X: a\x00b'), 'hidesUpgrade'],
    [hiding('Upgrade:\r\n websocket'), 'foldOrBareCr'],
    [hiding('Upgrade:\r\n \t websocket'), 'foldOrBareCr'],
    [hiding('Upgrade: web\rsocket'), 'hidesUpgrade'],
    [hiding('Upgrade: web\x00socket'), 'hidesUpgrade'],
    ['GET / HTTP/1.1\r\n X: y\r\nUpgrade: websocket\r\n\r\n', 'foldOrBareCr'],
    ['GET / HTTP/1.1\r\n X: y\r\n\tY: z\r\nUpgrade: websocket\r\n\r\n', 'foldOrBareCr'],
  ])('the field lines of %j: %s', (text, detail) => {
    expect(read(text).fieldLines).toBe(detail);
  });

  test.each([' X: y\n', ' X: y\n\tY: z\n'])(
    '%j before the first field is skipped, to the LF alone',
    (skipped) => {
      const text = `GET / HTTP/1.1\r\n${skipped}Upgrade: websocket\r\n\r\n`;
      expect(read(text).fieldLines).toBe('foldOrBareCr');
    },
  );

  test.each([
    ['Host: ', { host: 'empty' }],
    ['Host: a/b', {}],
  ])('%j', (line, details) => {
    const text = opening.replace('Host: a.test', line);
    expect(read(text)).toEqual({ ...nothingSpecial, requestLine: 'oddlySpaced', ...details });
  });

  test.each([
    ['Upgrade: WebSocket/13', { upgrade: 'versioned' }],
    ['Upgrade: h2c, websocket/13', { upgrade: 'versioned' }],
    ['Upgrade: websocket2/1', {}],
    ['Upgrade: websockets', {}],
    ['Upgrade: h2c', {}],
  ])('%s', (line, details) => {
    const text = opening.replace('Upgrade: websocket', line);
    expect(read(text)).toEqual({ ...nothingSpecial, requestLine: 'oddlySpaced', ...details });
  });

  test.each([
    ['8', 'draft'],
    ['7', 'draft'],
    ['9', 'other'],
    ['08', 'other'],
    ['8\r\nSec-WebSocket-Version: 7', 'other'],
  ])('the version %j: %s', (version, detail) => {
    expect(read(opening.replace('13', version)).version).toBe(detail);
  });

  test.each([
    ['Content-Length: 99999999999999999999', { content: 'hugeLength', ...outstanding }],
    ['Content-Length: 5', { ...outstanding }],
    ['Content-Length: 0\r\nContent-Length: 1', { ...outstanding }],
    ['Content-Length: abc', { ...outstanding }],
    ['Content-Length: -99999999999999999999', { ...outstanding }],
    ['Content-Length: 99999999999999999999x', { ...outstanding }],
    ['Content-Length: 99999999999999999999\r\nContent-Length: 1', { ...outstanding }],
    ['Content-Length: 5\r\nTransfer-Encoding: gzip', { ...outstanding }],
    ['Transfer-Encoding: chunked, Chunked', { content: 'chunkedTwice', ...outstanding }],
    ['Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked', { content: 'chunkedTwice', ...outstanding }],
    ['Transfer-Encoding: chunked, gzip, chunked', { content: 'chunkedTwice', ...outstanding }],
    ['Transfer-Encoding: chunked, chunked, gzip', { ...outstanding }],
    ['Transfer-Encoding: gzip, chunked', { ...outstanding }],
    ['Content-Length: 5\r\nTransfer-Encoding: chunked, chunked', { ...outstanding }],
    ['Content-Length: 5\r\nno colon', { requestLine: 'oddlySpaced', ...outstanding }],
    ['Content-Length: 0', {}],
    ['Sec-WebSocket-Key1: 4 @1', outstanding],
    ['Content-Length: 9\r\n\r\nhell', outstanding],
    ['Content-Length: 5\r\n\r\nhello', {}],
    ['Transfer-Encoding: chunked\r\n\r\n9\r\nhell', outstanding],
    ['Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n', {}],
    ['Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n', {}],
    ['Sec-WebSocket-Protocol: , ,', { subprotocol: 'emptyElements' }],
    ['Sec-WebSocket-Protocol: ', { subprotocol: 'emptyElements' }],
    ['Sec-WebSocket-Protocol: a b', {}],
    ['Sec-WebSocket-Protocol: ,\r\nSec-WebSocket-Protocol: a b', {}],
    ['Sec-WebSocket-Extensions: ,', { extensions: 'emptyElements' }],
    ['Sec-WebSocket-Extensions: ;', {}],
    ['Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=15', { extensions: 'fullWindow' }],
    ['Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=14', {}],
    ['Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=15', {}],
    ['Sec-WebSocket-Extensions: x; server_max_window_bits=15', {}],
    [
      'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=15, permessage-deflate',
      { extensions: 'fullWindow' },
    ],
    [
      'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=15, permessage-deflate; server_max_window_bits=9',
      {},
    ],
  ])('%j', (line, details) => {
    expect(read(withLine(line))).toEqual({ ...nothingSpecial, requestLine: 'oddlySpaced', ...details });
  });
});
