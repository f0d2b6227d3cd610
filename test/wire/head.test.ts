import { expect, test } from 'vitest';
import { splitHead } from '../../src/wire/head.ts';
import { encodeLatin1 } from '../../src/wire/octet.ts';

test.each([
  ['GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'GET / HTTP/1.1', 16],
  ['\r\nHost: a\r\n\r\n', '', 2],
  ['GET / HTTP/1.1', 'GET / HTTP/1.1', 14],
  ['', '', 0],
])('%j begins with the start-line %j', (text, startLine, fieldsFrom) => {
  expect(splitHead(encodeLatin1(text))).toEqual({ startLine, text, fieldsFrom });
});
