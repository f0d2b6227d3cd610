import { expect, test } from 'vitest';
import { writeRequestMessage } from '../../../src/arbitraries/index.ts';
import {
  canonicalMessage,
  otherKey,
  readTarget,
  sampleKey,
  type TargetDeclaration,
} from '../../../src/verify/judge/target.ts';

function write(url: string, options: TargetDeclaration = {}) {
  const read = readTarget(url, options);
  if (!read.ok) return read.problem;
  return Buffer.from(writeRequestMessage(canonicalMessage(read.value, sampleKey)))
    .toString('latin1')
    .split('\r\n');
}

const opening = (target: string, host: string, ...fields: readonly string[]) => [
  ...[`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Upgrade: websocket', 'Connection: Upgrade'],
  ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13', ...fields, '', ''],
];

test.each([
  ['ws://a.test/chat?b', {}, opening('/chat?b', 'a.test')],
  ['wss://a.test:8443', {}, opening('/', 'a.test:8443')],
  ['ws://a.test/', { subprotocols: ['a', 'b'] }, opening('/', 'a.test', 'Sec-WebSocket-Protocol: a, b')],
  ['ws://a.test/', { subprotocols: [] }, opening('/', 'a.test')],
  [
    'ws://a.test/',
    { origins: ['https://*.a.test', 'https://b.test', 'https://c.test'] },
    opening('/', 'a.test', 'Origin: https://b.test'),
  ],
  ['ws://a.test/', { origins: ['https://*.a.test'] }, opening('/', 'a.test')],
  ['ws://a.test/', { headers: [['X', '1']] }, opening('/', 'a.test', 'X: 1')],
  ['ws://a.test/', { auth: { in: 'firstMessage', value: 's' } }, opening('/', 'a.test')],
  [
    'ws://a.test/',
    { auth: { in: 'authorization', scheme: 'Bearer', value: 's' } },
    opening('/', 'a.test', 'Authorization: Bearer s'),
  ],
] as const)('%s with %j is opened as it should be', (url, options, lines) => {
  expect(write(url, options as TargetDeclaration)).toEqual(lines); // the lists of the table are read-only
});

test.each([
  ['http://a.test/', {}, 'the URL is not a WebSocket URI: its scheme is neither ws nor wss'],
  [
    'ws://a.test/#b',
    {},
    'the URL is not a WebSocket URI: it has a fragment (# and what follows), which is not allowed',
  ],
])('%s is no target', (url, options, problem) => {
  expect(write(url, options)).toBe(problem);
});

test('nor is one with origins that are none', () => {
  expect(write('ws://a.test/', { origins: ['nonsense'] })).toMatch(/nonsense/);
});

test('the other key is a key, and another than that of the example', () => {
  expect(Buffer.from(otherKey, 'base64')).toHaveLength(16);
  expect(Buffer.from(otherKey, 'base64').toString('base64')).toBe(otherKey);
  expect(otherKey).not.toBe(sampleKey);
});
