import { expect, test } from 'vitest';
import { readOpeningFacts, type Wanted } from '../../src/facts/obligation-facts.ts';
import { encodeLatin1, parseRequest } from '../../src/wire/index.ts';

const opening = [
  ...['GET /chat?a HTTP/1.1', 'Host: a:8080', 'Upgrade: websocket', 'Connection: Upgrade'],
  ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13'],
  ...['Sec-WebSocket-Protocol: chat, superchat', 'Sec-WebSocket-Extensions: x, y', '', ''],
].join('\r\n');
const wanted: Wanted = {
  authority: 'a:8080',
  resourceName: '/chat?a',
  subprotocols: ['chat', 'superchat'],
  extensions: 'x, y',
};
const asWanted = {
  ...{ target: 'asAsked', form: 'origin', host: 'asAsked', firstField: 'host', padBits: 'zero' },
  ...{ subprotocols: 'asAsked', names: 'unique', asksForSubprotocols: 'yes', extensions: 'asAsked' },
  ...{ lists: 'ok', expectation: 'none', framing: 'none' },
} as const;

function read(text: string, asked: Partial<Wanted> = {}) {
  const parsed = parseRequest(encodeLatin1(text));
  if (!parsed.ok) throw new Error(parsed.problem);
  return readOpeningFacts(parsed.value, { ...wanted, ...asked });
}

test('an opening that is as it was asked for', () => {
  expect(read(opening)).toEqual(asWanted);
});

test.each([
  ['/chat?a', '/chat', { target: 'other' }],
  ['/chat?a', 'http://a:8080/chat?a', { form: 'other' }],
  ['/chat?a', 'https://a:8080/chat?a', { form: 'other' }],
  ['/chat?a', 'ftp://a:8080/chat?a', { target: 'other', form: 'other' }],
  ['Host: a:8080', 'Host: a', { host: 'other' }],
  ['Host: a:8080', 'Host: a:8080\r\nHost: a:8080', { host: 'other' }],
  ['Host: a:8080\r\n', '', { host: 'other', firstField: 'other' }],
  ['Host: a:8080', 'HOST: a:8080', {}],
  ['Host: ', 'X: y\r\nHost: ', { firstField: 'other' }],
  ['ZQ==', 'ZR==', { padBits: 'set' }],
  ['ZQ==', 'ZA==', {}],
  ['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n', '', { padBits: 'unread' }],
  ['dGhlIHNhbXBsZSBub25jZQ==', 'ZQ==', { padBits: 'unread' }],
  ['chat, superchat', 'superchat, chat', { subprotocols: 'other' }],
  ['chat, superchat', 'chat', { subprotocols: 'other' }],
  ['chat, superchat', 'chat, superchat, chat', { names: 'repeated' }],
  ['chat, superchat', 'a b', { subprotocols: 'other' }],
  ['chat, superchat', 'chat\r\nSec-WebSocket-Protocol: superchat', {}],
  ['Sec-WebSocket-Protocol: chat, superchat\r\n', '', { subprotocols: 'absent' }],
  ['chat, superchat', 'chat, , superchat', { lists: 'emptyElement' }],
  ['Upgrade: websocket', 'Upgrade: websocket,', { lists: 'emptyElement' }],
  ['Connection: Upgrade', 'Connection: , Upgrade', { lists: 'emptyElement' }],
  ['Extensions: x, y', 'Extensions: x, , y', { extensions: 'other' }],
  ['Extensions: x, y', 'Extensions: x\r\nSec-WebSocket-Extensions: y', {}],
  ['Extensions: x, y', 'Extensions: y, x', { extensions: 'other' }],
  ['Sec-WebSocket-Extensions: x, y\r\n', '', { extensions: 'other' }],
  ['\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n', { expectation: 'sent' }],
  ['\r\n\r\n', '\r\nContent-Length: 0\r\n\r\n', { framing: 'sent' }],
  ['\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n', { framing: 'sent' }],
])('with %j as %j: %j', (before, behind, facts) => {
  expect(read(opening.replace(before, behind))).toEqual({ ...asWanted, ...facts });
});

test('a request without fields', () => {
  expect(read('GET /chat?a HTTP/1.1\r\n\r\n', { extensions: null })).toEqual({
    ...asWanted,
    ...{ host: 'other', firstField: 'other', padBits: 'unread', subprotocols: 'absent' },
  });
});

test('no subprotocols, which nobody has asked for', () => {
  expect(
    read(opening.replace('Sec-WebSocket-Protocol: chat, superchat\r\n', ''), { subprotocols: [] }),
  ).toEqual({
    ...asWanted,
    asksForSubprotocols: 'no',
  });
});

test('subprotocols that nobody has asked for', () => {
  expect(read(opening.replace('chat, superchat', ''), { subprotocols: [] })).toEqual({
    ...asWanted,
    ...{ asksForSubprotocols: 'no', subprotocols: 'other' },
  });
  expect(read(opening, { subprotocols: [] })).toEqual({
    ...asWanted,
    ...{ asksForSubprotocols: 'no', subprotocols: 'other' },
  });
  expect(read(opening.replace('chat, superchat', ','), { subprotocols: [] })).toEqual({
    ...asWanted,
    ...{ asksForSubprotocols: 'no', subprotocols: 'other', lists: 'emptyElement' },
  });
});
