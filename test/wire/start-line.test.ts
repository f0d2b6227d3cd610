import { describe, expect, test } from 'vitest';
import { parseRequestLine, parseStatusLine } from '../../src/wire/start-line.ts';

describe('request-line = method SP request-target SP HTTP-version', () => {
  test.each([
    ['GET / HTTP/1.1', 'GET', '/', 1, 1],
    ['get /a?b=c HTTP/1.0', 'get', '/a?b=c', 1, 0],
    ['OPTIONS * HTTP/2.0', 'OPTIONS', '*', 2, 0],
    ['M-SEARCH \xe9#% HTTP/9.9', 'M-SEARCH', '\xe9#%', 9, 9],
  ])('%j', (line, method, target, major, minor) => {
    expect(parseRequestLine(line)).toEqual({
      ok: true,
      value: { method, target, version: { major, minor } },
    });
  });

  test.each([
    ['', 'a request line that does not begin with a method', 0, 0],
    [' GET / HTTP/1.1', 'a request line that does not begin with a method', 0, 1],
    ['GET', 'no single space after the method', 3, 3],
    ['GE(T / HTTP/1.1', 'no single space after the method', 2, 3],
    ['GET\t/ HTTP/1.1', 'no single space after the method', 3, 4],
    ['GET ', 'no request target after the space', 4, 4],
    ['GET  / HTTP/1.1', 'no request target after the space', 4, 5],
    ['GET /', 'no single space after the target', 5, 5],
    ['GET /\tHTTP/1.1', 'no single space after the target', 5, 6],
    ['GET /\0 HTTP/1.1', 'no single space after the target', 5, 6],
    ['GET /\r HTTP/1.1', 'no single space after the target', 5, 6],
    ['GET /\u0100 HTTP/1.1', 'no single space after the target', 5, 6],
    ['GET / ', 'no HTTP version at the end of the line', 6, 6],
    ['GET /  HTTP/1.1', 'no HTTP version at the end of the line', 6, 7],
    ['GET / b HTTP/1.1', 'no HTTP version at the end of the line', 6, 7],
    ['GET / http/1.1', 'no HTTP version at the end of the line', 6, 7],
    ['GET / HTTP/1.10', 'no HTTP version at the end of the line', 6, 7],
    ['GET / HTTP/11.1', 'no HTTP version at the end of the line', 6, 7],
    ['GET / HTTP/1x1', 'no HTTP version at the end of the line', 6, 7],
    ['GET / HTTP/x.1', 'no HTTP version at the end of the line', 6, 7],
    ['GET / HTTP/1.x', 'no HTTP version at the end of the line', 6, 7],
    ['GET / HTTP/1', 'no HTTP version at the end of the line', 6, 7],
    ['GET / HTTP/1.1 ', 'no HTTP version at the end of the line', 6, 7],
    ['GET / HTTP/1.1\n', 'no HTTP version at the end of the line', 6, 7],
  ])('%j is refused', (line, problem, start, end) => {
    expect(parseRequestLine(line)).toEqual({ ok: false, problem, span: { start, end } });
  });
});

describe('status-line = HTTP-version SP status-code SP [ reason-phrase ]', () => {
  test.each([
    ['HTTP/1.1 101 Switching Protocols', 101, 'Switching Protocols'],
    ['HTTP/1.1 101 ', 101, ''],
    ['HTTP/1.1 101', 101, ''],
    ['HTTP/1.1 999 \t\xe9 ', 999, '\t\xe9 '],
    ['HTTP/1.1 007  x', 7, ' x'],
  ])('%j', (line, status, reason) => {
    expect(parseStatusLine(line)).toEqual({
      ok: true,
      value: { version: { major: 1, minor: 1 }, status, reason },
    });
  });

  test.each([
    ['', 'no HTTP version at the beginning of the line', 0, 0],
    ['http/1.1 101 x', 'no HTTP version at the beginning of the line', 0, 1],
    ['HTTP/1.10 101 x', 'no single space after the version', 8, 9],
    ['HTTP/1.1', 'no single space after the version', 8, 8],
    ['HTTP/1.1  101 x', 'no status of three digits', 9, 10],
    ['HTTP/1.1 10', 'no status of three digits', 9, 10],
    ['HTTP/1.1 +10 x', 'no status of three digits', 9, 10],
    ['HTTP/1.1 1011 x', 'no single space after the status', 12, 13],
    ['HTTP/1.1 101\tx', 'no single space after the status', 12, 13],
    ['HTTP/1.1 101 a\rb', 'a bare CR in the reason', 14, 15],
    ['HTTP/1.1 101 a\0', 'a NUL in the reason', 14, 15],
    ['HTTP/1.1 101 \x7f', 'a control character in the reason', 13, 14],
  ])('%j is refused', (line, problem, start, end) => {
    expect(parseStatusLine(line)).toEqual({ ok: false, problem, span: { start, end } });
  });
});
