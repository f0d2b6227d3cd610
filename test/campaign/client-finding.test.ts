import { expect, test } from 'vitest';
import type { Finding } from '../../src/verify/index.ts';
import { clientReadings } from './client-reading.ts';
import { clientRecipes, testedClients } from './client-recipe.ts';
import { proxyReadings } from './proxy-reading.ts';
import type { Role } from './result.ts';
import { readResults } from './run/store.ts';
import { describeDeed, steadyFinding, steadyPolicy } from './steady-report.ts';

const clausesOf = (role: Role) =>
  [...new Set(readResults(role).flatMap(({ findings }) => findings.map(({ clause }) => clause)))].toSorted();

test('every client that `npm run test:all` starts has a result', () => {
  const names = readResults('client').map(({ name }) => name);
  expect(testedClients.filter(({ name }) => !names.includes(name))).toEqual([]);
});

test('a name stands for one client', () => {
  const names = clientRecipes.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test.each([
  ['client', clientReadings],
  ['proxy', proxyReadings],
] as const)('every finding on a %s was read against a sentence', (role, readings) => {
  expect(clausesOf(role).filter((clause) => !Object.keys(readings).includes(clause))).toEqual([]);
});

test('no client is told to have crashed', () => {
  const titles = readResults('client').flatMap(({ findings }) => findings.map(({ title }) => title));
  expect(titles.filter((title) => /^Crashes|\\x0[0ad]/.test(title))).toEqual([]);
});

test.each([
  ['Accepts `Upgrade: h2c`', '`Upgrade: h2c`', 'an open connection'],
  ['Fails on a right 101', 'a right 101', 'a connection that failed'],
  [
    'Sends a pong, on a ping with a mask behind a right 101',
    ...(['a ping with a mask behind a right 101', 'sends a pong'] as const),
  ],
  ['Sends `Upgrade: x` before Host', 'any reply', 'sends `Upgrade: x` before Host'],
  ['Asks for `/a`, on a URL', 'a URL', 'asks for `/a`'],
])('%s: what it was sent, and what it did', (title, sent, came) => {
  expect(describeDeed({ title })).toEqual({ sent, came });
});

const request = btoa(
  'GET / HTTP/1.1\r\nHost: 127.0.0.1:43210\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
);
const finding: Finding = {
  ...{ clause: 'rfc6455/4.1/accept-value', source: '', level: 'MUST', title: '', expected: '', observed: '' },
  ...{
    request,
    response: btoa('HTTP/1.1 101 x\r\nSec-WebSocket-Accept: S3PPLMBITXAQ9KYGZZHZRBK+XOO=\r\n\r\n'),
    tags: [],
    replay: '',
  },
};
test.each([
  [
    'Accepts `Sec-WebSocket-Accept: S3PplmbItXAq9KygZZHzrBk+XoO=` (the right value in the other letter case)',
    'Accepts `Sec-WebSocket-Accept: <the right value, in other letter case>`',
  ],
  [
    'Accepts `Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=` (the right value) and `Sec-WebSocket-Accept: x`',
    'Accepts `Sec-WebSocket-Accept: <the right value>` and `Sec-WebSocket-Accept: x`',
  ],
  ['Accepts `Sec-WebSocket-Accept: x`', 'Accepts `Sec-WebSocket-Accept: x`'],
  ['Sends `Host: 127.0.0.1:43210`', 'Sends `Host: 127.0.0.1:9001`'],
  ['Sends `Host: ::1:43210`', 'Sends `Host: ::1:9001`'],
  ['Sends `Host: [::1]:43210`', 'Sends `Host: [::1]:9001`'],
  ['Asks for `/01a535518822a54f-98/chat#a`', 'Asks for `/chat#a`'],
  ['Sends the key `dGhlIHNhbXBsZSBub25jZQ==` on 2 of 398 connections', 'Sends a key again'],
  [
    'Sends keys in all of which 62 of 128 bits are the same',
    'Sends keys of which some bits are always the same',
  ],
])('%s has in it what is of one run alone', (title, steady) => {
  const told = steadyFinding({ ...finding, title });
  expect(told.title).toBe(steady);
  expect(atob(told.request)).toContain('\r\nHost: 127.0.0.1:9001\r\n');
});

test('the origin that a client has sent is of one run alone, too', () => {
  expect(steadyPolicy({ origin: 'http://127.0.0.1:43210', userAgent: null })).toEqual({
    ...{ origin: 'http://127.0.0.1:9001', userAgent: null },
  });
});

test('an accept value that is another one is told as such', () => {
  const response = btoa('HTTP/1.1 101 x\r\nSec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n');
  const title = 'Accepts `Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=`';
  expect(steadyFinding({ ...finding, title, response }).title).toBe(
    'Accepts `Sec-WebSocket-Accept: <another value>`',
  );
});
