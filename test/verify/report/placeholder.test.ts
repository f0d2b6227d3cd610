import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TargetDeclaration } from '../../../src/verify/judge/target.ts';
import {
  hideCredential,
  hideInReplies,
  hideInReport,
  hideInText,
  hideIssued,
} from '../../../src/verify/report/placeholder.ts';
import { runs } from '../../property.ts';
import { targetOf } from '../target.ts';
import { finding, result, serverReport } from './server-report-sample.ts';

function hide(text: string, options: TargetDeclaration, url = 'ws://a.test/'): string {
  return Buffer.from(hideCredential(Buffer.from(text, 'latin1'), targetOf(url, options))).toString('latin1');
}

describe('values of declared fields are hidden', () => {
  test.each([
    ['in its field', 'A: b\r\nX-Tenant-Key: abc\r\n', 'A: b\r\nX-Tenant-Key: ***\r\n'],
    ['whatever it is', 'x-tenant-key:  abcd e \r\n', 'x-tenant-key:  **** * \r\n'],
    ['in no other', 'X-Other: abc\r\n', 'X-Other: abc\r\n'],
  ])('one of a name of its own, %s', (_what, text, hidden) => {
    expect(hide(text, { headers: [['X-Tenant-Key', 'abc']] })).toBe(hidden);
  });

  test.each([
    ['User-Agent: mine\r\n', 'User-Agent: ****\r\n'],
    ['user-agent :mine \r\n', 'user-agent :**** \r\n'],
    ['User-Agent: mine too\r\n', 'User-Agent: mine too\r\n'],
    ['User-Agent: ws101\r\n', 'User-Agent: ws101\r\n'],
  ])('one that openings have of themselves, where the value is the declared one: %j', (text, hidden) => {
    expect(hide(text, { headers: [['User-Agent', 'mine']] })).toBe(hidden);
  });

  test('in what is sent back, where they are long enough to be told', () => {
    const headers = [
      ['X-Key', 'a-long-value'],
      ['X-Upgrade', 'websocket'],
    ] as const;
    expect(hide('HTTP/1.1 400 a-long-value\r\nUpgrade: websocket\r\n\r\n', { headers })).toBe(
      'HTTP/1.1 400 ************\r\nUpgrade: websocket\r\n\r\n',
    );
  });
});

test('what a target has issued is hidden in its answer, and nothing of the handshake', () => {
  const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.${'c'.repeat(16)}`;
  const lines = (cookie: string, token: string, link: string, odd: string) =>
    [
      'HTTP/1.1 101 Switching Protocols',
      `Set-Cookie: session=${cookie}; Path=/`,
      `X-Session-Token: ${token}`,
      `X-Next: ${odd}`,
      `Location: wss://${link}`,
      'Sec-WebSocket-Protocol: bearer.abc, eyJh.eyJi.c',
      'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
      '',
      '',
    ].join('\r\n');
  const came = Buffer.from(lines('SrvC00kie', 'SrvT0ken', 'user:SrvW0rd@a.test/?sig=SrvS1g', jwt), 'latin1');
  const hidden = Buffer.from(hideIssued(came, targetOf('ws://a.test/', {}))).toString('latin1');
  const stars = (text: string) => '*'.repeat(text.length);
  expect(hidden).toBe(
    lines(
      stars('SrvC00kie'),
      stars('SrvT0ken'),
      `${stars('user:SrvW0rd')}@a.test/?sig=${stars('SrvS1g')}`,
      stars(jwt),
    ),
  );
  const open = targetOf('ws://a.test/', {});
  expect(hideIssued(came, { ...open, areSecretsShown: true })).toBe(came);
});

test('a key that a target has chosen as subprotocol is hidden wherever a report has it', () => {
  const response = Buffer.from('HTTP/1.1 101 A\r\nSec-WebSocket-Protocol: bearer.hunter2X9\r\n\r\n');
  const told = { response: response.toString('base64'), observed: 'bearer.hunter2X9' };
  const hidden = hideInReplies(told);
  expect(Buffer.from(hidden.response, 'base64').toString()).toContain('bearer.*********\r\n');
  expect(hidden.observed).toBe('bearer.[subprotocol]');
});

test('a key among the names of subprotocols is hidden as what is declared', () => {
  const text = 'GET /long-key1 HTTP/1.1\r\nSec-WebSocket-Protocol: chat, Bearer.long-key1x\r\n\r\n';
  expect(hide(text, { subprotocols: ['chat', 'bearer.long-key1'] })).toBe(
    text.replaceAll(/long-key1x?/g, (key) => '*'.repeat(key.length)),
  );
});

describe('where no credential is declared', () => {
  const shown = [
    'GET / HTTP/1.1\r\nHost: user@host\r\n\r\n',
    'GET http://user:word@host/?token=abc HTTP/1.1\r\n\r\n',
    'HTTP/1.1 401\r\nSet-Cookie: sid=abc\r\nAuthorization: Basic abc\r\nX-API-Key: abc\r\n\r\n',
    'GET / HTTP/1.1\r\nSec-WebSocket-Protocol: bearer.abc, eyJh.eyJi.c\r\n\r\n',
    '\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x64@\x05 \x01',
  ];

  test.each(shown)('nothing is hidden in %j', (text) => {
    expect(hide(text, {})).toBe(text);
    expect(hide(text, { subprotocols: ['chat'], origins: ['https://a.test'] })).toBe(text);
  });

  test('nothing is hidden in any octets', () => {
    const octets = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.constantFrom(...shown, 'ws://a@b/?auth=c', ' ', '\r\n'), { maxLength: 4 }).map((all) => {
        return new Uint8Array(Buffer.from(all.join(''), 'latin1'));
      }),
    );
    const property = fc.property(octets, (any) => {
      expect([...hideCredential(any, targetOf('ws://a.test/'))]).toEqual([...any]);
    });
    fc.assert(property, { seed: 20_261_121, numRuns: runs(200, 2_000) });
  });
});

describe('where one is declared, nothing else is hidden', () => {
  test.each<[NonNullable<TargetDeclaration['auth']>, string, string]>([
    [
      { in: 'authorization', scheme: 'Bearer', value: 'abcd' },
      'GET http://u@a/?token=x HTTP/1.1\r\nAuthorization: Bearer wxyz\r\nCookie: a=b\r\n\r\n',
      'GET http://u@a/?token=x HTTP/1.1\r\nAuthorization: Bearer ****\r\nCookie: a=b\r\n\r\n',
    ],
    [
      { in: 'cookie', name: 'sid', value: 'abcd' },
      'GET / HTTP/1.1\r\nHost: u@a\r\nCookie: sid=abcx; b=c\r\nX-API-Key: d\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: u@a\r\nCookie: sid=****; b=*\r\nX-API-Key: d\r\n\r\n',
    ],
    [
      { in: 'subprotocol', prefix: 'own.', value: 'abcd' },
      'GET / HTTP/1.1\r\nSec-WebSocket-Protocol: own.abcx, bearer.x, eyJh.eyJi.c\r\n\r\n',
      'GET / HTTP/1.1\r\nSec-WebSocket-Protocol: own.****, bearer.x, eyJh.eyJi.c\r\n\r\n',
    ],
    [
      { in: 'query', name: 'k', value: 'abcd' },
      'HTTP/1.1 302 Found\r\nLocation: http://u@a/?k=abcx&token=x\r\n\r\n',
      'HTTP/1.1 302 Found\r\nLocation: http://u@a/?k=****&token=x\r\n\r\n',
    ],
  ])('%j', (auth, text, hidden) => {
    expect(hide(text, { auth })).toBe(hidden);
  });

  test('a secret of the URL is one that is declared', () => {
    const url = 'ws://a.test/b;token=wxyz&%61uth=long-enough';
    const text = 'GET /b;token=abcd&auth=x&sig=y HTTP/1.1\r\nX-Sent: long-enough\r\n\r\n';
    expect(hide(text, {}, url)).toBe(
      'GET /b;token=****&auth=*&sig=y HTTP/1.1\r\nX-Sent: ***********\r\n\r\n',
    );
  });
});

test.each([
  ['GET /?k=a%2Bb HTTP/1.1\r\n', 'GET /?k=***** HTTP/1.1\r\n'],
  ['HTTP/1.1 401 not a+b, nor a%2Bb\r\n', 'HTTP/1.1 401 not ***, nor *****\r\n'],
])('of a query both forms are hidden: %j', (text, hidden) => {
  expect(hide(text, { auth: { in: 'query', name: 'k', value: 'a%2Bb' } })).toBe(hidden);
});

test.each([
  ['in Latin-1', 'HTTP/1.1 401 \xe9t\xe9\r\n'],
  ['in UTF-8', 'HTTP/1.1 401 \xc3\xa9t\xc3\xa9\r\n'],
])('letters beyond ASCII are hidden %s', (_what, text) => {
  expect(hide(text, { auth: { in: 'firstMessage', value: '\u00e9t\u00e9' } })).toMatch(
    /^HTTP\/1\.1 401 \*+\r\n$/,
  );
});

test('a credential of placeholders is hidden as it is', () => {
  expect(hide('GET /?k=*** HTTP/1.1\r\n', { auth: { in: 'query', name: 'k', value: '***' } })).toBe(
    'GET /?k=*** HTTP/1.1\r\n',
  );
});

describe('a sentence', () => {
  const target = targetOf('ws://a.test/', {
    subprotocols: ['chat'],
    auth: { in: 'subprotocol', prefix: '', value: 'tok123' },
    headers: [['X-Key', 'a-long-value']],
  });

  test.each([
    ['one of those offered: chat, tok123', 'one of those offered: chat, ******'],
    ['one of those offered: chat, TOK12', 'one of those offered: chat, *****'],
    ['400 "a-long-value"', '400 "************"'],
    ['a 101 with websocket', 'a 101 with websocket'],
  ])('%j has no secret in it', (text, hidden) => {
    expect(hideInText(text, target)).toBe(hidden);
  });

  test('is looked for in all of a report that has words', () => {
    const secret = 'it was tok123';
    const report = serverReport({
      findings: [
        finding('rfc6455/4.2.1/key-present', {
          title: secret,
          expected: secret,
          observed: secret,
          hint: secret,
        }),
      ],
      clauses: [{ ...result('rfc6455/4.2.1/key-present', 'pass'), note: secret }],
      choices: [{ ...result('rfc9110/15.5.9/request-timeout', 'pass'), note: secret }],
      notes: [{ clause: 'rfc6455/4.2.1/key-present', title: secret }],
      policy: { plainHttp: 426, names: [secret, 1], other: secret },
    });
    expect(JSON.stringify(hideInReport(report, target))).not.toContain('tok123');
    expect(hideInReport(report, target).policy).toEqual({
      ...{ plainHttp: 426, names: ['it was ******', 1], other: 'it was ******' },
    });
  });
});
