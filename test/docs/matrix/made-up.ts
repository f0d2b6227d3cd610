import type { NamedResult } from '../../../scripts/docs/matrix.ts';
import type { Result, ResultFinding } from '../../../test/campaign/result.ts';

export const octets = (text: string) => Buffer.from(text, 'latin1').toString('base64');

/** A breach by a server that there is not. */
export const finding: ResultFinding = {
  level: 'MUST',
  clause: 'rfc6455/4.2.1/method-get',
  also: [],
  expected: 'no 101',
  title: 'Answers 101 to `HEAD / HTTP/1.1`',
  tags: [],
  sent: 'HEAD / HTTP/1.1',
  came: '101 Switching Protocols',
  request: octets('HEAD / HTTP/1.1\r\nHost: 127.0.0.1:9001\r\n\r\n'),
  response: octets('HTTP/1.1 101 Switching Protocols\r\n\r\n\x8a\x00'),
  seeds: [1, 2, 3],
  literal: true,
  replayed: true,
  decidedBy: 'library',
};

/** What a server that there is not was seen to do. */
export const result: Result = {
  role: 'server',
  name: 'plain',
  family: 'plain',
  variant: '',
  language: 'Go',
  version: '1.0',
  layers: { http: 'a stack', library: 'a library' },
  from: ['a package'],
  start: 'plain 9001',
  verify: 'npx ws101 verify server ws://127.0.0.1:9001/ --seed 1',
  date: '2026-11-24T09:00:00.000Z',
  machine: 'Linux',
  node: '20.20.2',
  ws101: '0.1.0',
  seeds: [1, 2, 3],
  runs: 5,
  verdicts: {
    'rfc6455/4.2.1/method-get': 'pass',
    'rfc6455/4.2.1/key-present': 'pass',
    'rfc6455/9/extensions-accepted': 'pass',
    'rfc6455/4.2.2/accept-value': 'untested',
  },
  findings: [],
  kept: { 'rfc6455/4.2.1/key-present': 0, 'rfc6455/9/extensions-accepted': 1 },
  exchanges: [
    {
      request: octets('GET / HTTP/1.1\r\nHost: 127.0.0.1:9001\r\n\r\n'),
      response: octets('HTTP/1.1 400 Bad Request\r\n\r\n'),
    },
    {
      request: octets('GET /agreed HTTP/1.1\r\nHost: 127.0.0.1:9001\r\n\r\n'),
      response: octets('HTTP/1.1 101 Switching Protocols\r\n\r\n\x8a\x00'),
      behind: octets('\x89\x80abcd'),
    },
  ],
  policy: { plainHttp: 426 },
};

export const named = (slug: string, changes: Partial<Result> = {}): NamedResult => ({
  slug,
  result: { ...result, name: slug, family: slug, ...changes },
});
