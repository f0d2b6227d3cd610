import { describe, expect, test } from 'vitest';
import { describeCame, describeSent, readFindings } from './finding.ts';
import { readings } from './reading.ts';
import { serverFindings } from './server-finding.ts';
import { serverRecipes } from './server-recipe.ts';
import { isPublished, withheld } from './withheld.ts';

const findings = Object.values(serverFindings).flatMap((each) => each.findings);

test('every server has its findings, and the version on which they were seen', () => {
  expect(Object.keys(serverFindings)).toEqual(serverRecipes.map(({ name }) => name));
  for (const { version } of Object.values(serverFindings)) expect(version).toMatch(/\d/);
});

test('every finding was read against a sentence, and every sentence has a finding', () => {
  const written = new Set(findings.map(([, clause]) => clause));
  expect([...written].toSorted()).toEqual(Object.keys(readings).toSorted());
});

describe('nothing is published that is withheld', () => {
  test('by its clause', () => {
    const named = findings.flatMap(([, clause, also]) => [clause, ...also]);
    expect(named.filter((clause) => withheld.has(clause))).toEqual([]);
  });

  test('by what was sent: CR, LF or NUL within a line, or content', () => {
    const odd = /\\r|\\n|\\x00|content|transfer-encoding/i;
    expect(findings.filter(([, , , sent]) => odd.test(sent))).toEqual([]);
  });

  test('by what came: nothing, an end without a reply, octets that are no reply, an error of the server', () => {
    const failed = /^5|nothing|the end|reset|octets that/;
    expect(findings.filter(([, , , , came]) => failed.test(came))).toEqual([]);
  });

  test.each([
    ['Sec-WebSocket-Version: 14', '400 Bad Request', true],
    ['Sec-WebSocket-Version: 1\\r3', '400 Bad Request', false],
    ['Sec-WebSocket-Version: 14', '500 Internal Server Error', false],
    ['Sec-WebSocket-Version: 14', '101 Switching Protocols; the end of the connection', false],
    ['Sec-WebSocket-Version: 14', 'nothing in time', false],
    ['Sec-WebSocket-Version: 14', 'a reset', false],
    ['Sec-WebSocket-Version: 14', '12 octets that are no reply', false],
  ])('%s, answered by %s: %s', (sent, came, isMeant) => {
    expect(isPublished('rfc6455/4.2.2/version-advertised', sent, came)).toBe(isMeant);
  });
});

const valid = [
  'GET / HTTP/1.1',
  'Host: 127.0.0.1:80',
  'Upgrade: websocket',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];
const write = (lines: readonly string[], behind = '') => `${lines.join('\r\n')}\r\n\r\n${behind}`;

test.each<[string, string[], string]>([
  ['nothing', valid, 'the canonical opening'],
  [
    'another valid key',
    valid.with(3, 'Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA=='),
    'the canonical opening',
  ],
  ['another request line', valid.with(0, 'HEAD / HTTP/1.1'), 'HEAD / HTTP/1.1'],
  ['a field that is missing', valid.toSpliced(1, 1), 'no Host'],
  ['a field that is there twice', [...valid, 'upgrade: h2c'], 'Upgrade: websocket; upgrade: h2c'],
  ['a long value', [...valid, `X: ${'ab'.repeat(50)}`], `X: ${'ab'.repeat(50)}`],
  ['a longer value', [...valid, `X: ${'ab'.repeat(500)}`], `X: ${'ab'.repeat(18)}a… (1003 octets)`],
  ['space that is not seen', [...valid, 'X:  a  b '], 'X:\\x20\\x20a\\x20\\x20b\\x20'],
  ['other octets', [...valid, 'X: \t\x00\xe9\r\\'], 'X: \\t\\x00\\xe9\\r\\'],
])('of what was sent is told %s', (_what, lines, told) => {
  expect(describeSent(write(lines), valid)).toBe(told);
});

test.each([
  ['\x89\x80\x01\x02\x03\x04', 'a masked ping right behind the opening'],
  ['hello', 'content'],
])('of what was sent is told what stands behind the head', (behind, told) => {
  expect(describeSent(write(valid, behind), valid)).toBe(told);
});

test.each([
  ['HTTP/1.1 400 Bad Request\r\n\r\n', '400 Bad Request', '400 Bad Request'],
  ['HTTP/1.1 400 Bad Request\r\n\r\n', 'no allow', '400 Bad Request; no allow'],
  ['HTTP/1.1 101 \r\n\r\n', '101', '101'],
  ['', 'the end of the connection', 'the end of the connection'],
])('of what came are told the status and what was seen: %j, %s', (response, observed, told) => {
  expect(describeCame(response, observed)).toBe(told);
});

test('of a report is read what is published, with one port for all', () => {
  const finding = {
    source: '',
    level: 'MUST',
    title: '',
    expected: '',
    observed: '101 Switching Protocols',
    tags: [],
    replay: '',
    request: btoa(write(valid.map((line) => line.replace(':80', ':4711:4711')))),
    response: btoa('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  } as const;
  const also = ['rfc9112/3.2/host-once', 'rfc9112/5/field-lines'] as const;
  const found = readFindings(
    [
      { ...finding, clause: 'rfc9112/3.2/host-valid', also },
      { ...finding, clause: 'rfc9112/5/field-lines' },
    ],
    'ws://127.0.0.1:4711/',
  );
  expect(found).toEqual([
    [
      'MUST',
      'rfc9112/3.2/host-valid',
      ['rfc9112/3.2/host-once'],
      'no Connection; no Sec-WebSocket-Version; Host: 127.0.0.1:9001:9001',
      '101 Switching Protocols',
    ],
  ]);
});
