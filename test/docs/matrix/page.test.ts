import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeMatrixFiles } from '../../../scripts/docs/matrix-file.ts';
import { finding, named, octets, result } from './made-up.ts';

/** Of a server that breaks one clause by a library, and another to the letter by somebody who is not known. */
const odd = named('odd', {
  family: 'plain',
  variant: 'with_options',
  version: '2.0',
  verdicts: {
    ...result.verdicts,
    'rfc6455/4.2.1/method-get': 'fail',
    'rfc6455/4.2.1/key-present': 'fail',
    'rfc6455/4.3/key-grammar': 'fail',
  },
  findings: [
    { ...finding, also: ['rfc6455/4.2.1/key-present'] },
    { ...finding, title: 'Answers 101 to `PUT / HTTP/1.1`', seeds: [1, 3], literal: false },
    {
      level: 'MUST',
      clause: 'rfc6455/4.3/key-grammar',
      also: [],
      expected: 'no 101',
      title: 'Answers 101 to `Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA`',
      tags: ['leniency'],
      sent: 'Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA',
      came: '101 Switching Protocols',
      request: octets('GET / HTTP/1.1\r\nSec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA\r\n\r\n'),
      response: octets('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
      seeds: [1, 2, 3],
      literal: true,
      replayed: false,
    },
  ],
  kept: { 'rfc6455/9/extensions-accepted': 0 },
  exchanges: result.exchanges.slice(1),
  policy: { plainHttp: 426, statuses: { versionIsNot13: [400, 426] } },
});

const asking = named('asking', {
  role: 'client',
  verdicts: { 'rfc6455/4.1/key-fresh': 'warn', 'rfc6455/4.1/accept-value': 'pass' },
  findings: [
    {
      ...finding,
      level: 'SHOULD',
      clause: 'rfc6455/4.1/key-fresh',
      title: 'Sends the key of another connection again',
      sent: 'nothing',
      came: 'the same key',
      expected: 'another key',
      decidedBy: 'application',
    },
  ],
  kept: { 'rfc6455/4.1/accept-value': 0 },
  exchanges: result.exchanges.slice(1),
});

const passing = named('passing', {
  role: 'proxy',
  layers: { http: 'its own' },
  verdicts: { 'rfc9110/7.6.1/hop-fields-removed': 'fail', 'rfc9110/7.7/target-kept': 'pass' },
  findings: [
    {
      ...finding,
      clause: 'rfc9110/7.6.1/hop-fields-removed',
      title: 'Passes on `X-Hop`, which Connection names',
      sent: 'Connection: X-Hop',
      came: 'X-Hop at the backend',
      expected: 'no X-Hop at the backend',
      request: octets('GET / HTTP/1.1\r\nConnection: X-Hop\r\nX-Hop: a\r\n\r\n'),
      forwarded: octets('GET / HTTP/1.1\r\nX-Hop: a\r\n\r\n'),
      answered: octets('HTTP/1.1 204 No Content\r\n\r\n'),
      response: octets('HTTP/1.1 204 No Content\r\nVia: 1.1 passing\r\n\r\n'),
      decidedBy: 'http',
    },
  ],
  kept: {},
  exchanges: [],
  policy: { addsToRequest: ['Via', 'X-Forwarded-For'] },
});

const files = writeMatrixFiles([named('plain'), odd, asking, passing]);

/** `npx vitest run test/docs/matrix/page.test.ts -u` writes them anew. */
test.each([
  'index.md',
  'server.md',
  'server-agreed.md',
  'server/odd.md',
  'client/asking.md',
  'proxy/passing.md',
])('of implementations that there are not, %s is the page', async (name) => {
  await expect(files.get(name)).toMatchFileSnapshot(join(process.cwd(), 'test/docs/data/matrix', name));
});
